import type { SourceFailure } from "@daybook/core/sync"
import type { StorageFailure } from "@daybook/core/shared"
import { type Token, Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { type ConfigError, Effect } from "effect"
import { connect, type Connection, type Terminal } from "@daybook/sources/kit"

/** Guides a person through a login and stores the token. `port` receives the redirect; 0 picks any. */
export const connecting = (
  connection: Connection,
  port: number,
  person: Terminal
): Effect.Effect<Token, SourceFailure | StorageFailure | ConfigError.ConfigError, HttpClient.HttpClient | Tokens> =>
  Effect.gen(function* () {
    const tokens = yield* Tokens
    const settingsToken = yield* connection.given
    const way = yield* connection.way
    const token = yield* connect({ id: connection.id, name: connection.name, port }, way, person)
    yield* Effect.uninterruptible(tokens.store(connection.id, token, settingsToken))
    return token
  })
