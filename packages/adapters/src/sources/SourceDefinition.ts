import type { Domain } from "@daybook/core"
import type { StorageFailure } from "@daybook/core/shared"
import type { Schedule, Source } from "@daybook/core/sync"
import type { Tokens } from "@daybook/core/tokens"
import type { Receiver } from "@daybook/core/webhooks"
import type { HttpClient } from "@effect/platform"
import type { ConfigError, Effect, Option } from "effect"
import type { Connection } from "./oauth/index.js"

/** One provider as the list of sources holds it, before any setting is read. `R` is where its records go. */
export interface SourceDefinition<R> {
  readonly id: string
  readonly domain: Domain
  /** When it syncs by itself, unless the settings say otherwise; none where only its followers have work. */
  readonly schedule: Option.Option<Schedule>
  /** Nothing to pull: its followers run after each sync of another source of the domain. */
  readonly follows: boolean
  /** Full names of the settings it cannot do without that are not there, a login among them; empty when it is set up. */
  readonly missing: Effect.Effect<ReadonlyArray<string>, ConfigError.ConfigError | StorageFailure, Tokens>
  /** On although nobody asked for it: it needs no account. */
  readonly byDefault?: true
  /** Where it calls, once nothing is missing: web addresses, or `imap://host:port`. Of each, people are told the host alone. */
  readonly calls: Effect.Effect<ReadonlyArray<string>, ConfigError.ConfigError>
  /** The source, once nothing is missing. A setting with a wrong value is a `ConfigError` that names it. */
  readonly make: Effect.Effect<Source<R>, ConfigError.ConfigError, HttpClient.HttpClient | Tokens>
  /** What needs no settings: the records stored already and the export files. Its `pull` ends at once. */
  readonly archive: Source<R>
  /** How a person logs in, where the provider wants that; `daybook connect` walks through it. */
  readonly connect?: Connection
  /** Takes the provider's webhooks, once nothing is missing. */
  readonly receiver?: Effect.Effect<Receiver<R>, ConfigError.ConfigError, HttpClient.HttpClient | Tokens>
}
