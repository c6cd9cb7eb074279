import { Context, type Effect, type Option } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import { errorSaying } from "../shared/errorSaying.js"
import type { HeldToken } from "./Token.js"

/** What is stored was encrypted with another secret than this process has. */
export class UnreadableToken extends errorSaying<{ readonly id: string }>()(
  "UnreadableToken",
  ({ id }) => `the login ${id} was encrypted with another secret: give the old DAYBOOK_SECRET, or connect ${id} again`
) {}

/** Logins at providers, encrypted at rest, each under the id of its connection (`strava`, `google`). */
export class TokenStore extends Context.Tag("@daybook/core/TokenStore")<TokenStore, {
  readonly get: (id: string) => Effect.Effect<Option.Option<HeldToken>, StorageFailure | UnreadableToken>
  /**
   * Keeps a token. `over` is the version that it replaces, 0 for none at all: where another one stands there by now,
   * nothing is kept and the answer is false. Without `over` it replaces whatever there is.
   */
  readonly put: (
    id: string,
    held: Omit<HeldToken, "version">,
    over: Option.Option<number>
  ) => Effect.Effect<boolean, StorageFailure>
  /** False where there was none. */
  readonly remove: (id: string) => Effect.Effect<boolean, StorageFailure>
  /** In alphabetical order. */
  readonly ids: Effect.Effect<ReadonlyArray<string>, StorageFailure>
  /**
   * The right to renew a token, for two minutes at most: none while another fiber, process or host has it. It ends
   * with the process that took it.
   */
  readonly lease: (id: string) => Effect.Effect<Option.Option<number>, StorageFailure>
  readonly release: (lease: number) => Effect.Effect<void, StorageFailure>
}>() {}
