import type { Domain } from "@daybook/core"
import type { StorageFailure } from "@daybook/core/shared"
import { type DomainWriter, type Enrichment, type Schedule, type Source, source } from "@daybook/core/sync"
import type { Tokens } from "@daybook/core/tokens"
import type { Receiver } from "@daybook/core/webhooks"
import type { HttpClient } from "@effect/platform"
import { type ConfigError, Effect, Option, Stream } from "effect"
import type { Connection } from "./oauth/Connection.js"

/** One provider in the list of sources, before any setting is read. `R` is the services that its records need. */
export interface SourceDefinition<R> {
  readonly id: string
  readonly domain: Domain
  /** The default schedule, which settings can override. None for a source that only has enrichments. */
  readonly schedule: Option.Option<Schedule>
  /** Pulls nothing: its enrichments run after each sync of another source of the domain. */
  readonly enrichesOnly: boolean
  /** Full names of the required settings that are missing, a login included. Empty when the source is set up. */
  readonly missing: Effect.Effect<ReadonlyArray<string>, ConfigError.ConfigError | StorageFailure, Tokens>
  /** Enabled by default, since it needs no account. */
  readonly byDefault?: true
  /**
   * The addresses that it calls, once nothing is missing: web addresses or `imap://host:port`. Users see only the host.
   */
  readonly calls: Effect.Effect<ReadonlyArray<string>, ConfigError.ConfigError>
  /** The source, once nothing is missing. Fails with a `ConfigError` that names the invalid setting. */
  readonly make: Effect.Effect<Source<R>, ConfigError.ConfigError, HttpClient.HttpClient | Tokens>
  /** What works without settings: stored records and export files. Its `pull` ends immediately. */
  readonly archive: Source<R>
  /** The login that `daybook connect` runs, for a provider that requires one. */
  readonly connect?: Connection
  /** Receives the provider's webhooks, once nothing is missing. */
  readonly receiver?: Effect.Effect<Receiver<R>, ConfigError.ConfigError, HttpClient.HttpClient | Tokens>
}

interface Options<Values, R, F> extends Pick<SourceDefinition<never>, "id" | "missing" | "byDefault"> {
  readonly writer: DomainWriter<never, R>
  readonly syncType: string
  readonly settings: Effect.Effect<Values, ConfigError.ConfigError>
  readonly enrichments: (values: Values) => Effect.Effect<ReadonlyArray<Enrichment<F>>, never, HttpClient.HttpClient>
}

/** A source with enrichments only. They run after every sync of another source of the same domain. */
export const enrichmentSource = <Values extends { readonly baseUrl: string }, R, F>({
  enrichments,
  id,
  writer,
  settings,
  syncType,
  ...rest
}: Options<Values, R, F>): SourceDefinition<R | F> => {
  const common = { id, writer, syncType, importFile: Option.none(), pull: () => Stream.empty }
  return {
    ...rest,
    id,
    domain: writer.domain,
    schedule: Option.none(),
    enrichesOnly: true,
    calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
    make: Effect.map(Effect.flatMap(settings, enrichments), (enrichments) =>
      source<never, R | F>({ ...common, enrichments })
    ),
    archive: source<never, R | F>(common)
  }
}
