import type { SourceFailure } from "@daybook/core/sync"
import type { StorageFailure } from "@daybook/core/shared"
import { type Token, Tokens } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { type ConfigError, Effect } from "effect"
import { connect, type Connection, type Person } from "./sources/oauth/index.js"

/** Walks a person through a login and keeps what it gave. `port` is where the browser is sent back to, 0 for any. */
export const connecting = (
  connection: Connection,
  port: number,
  person: Person
): Effect.Effect<Token, SourceFailure | StorageFailure | ConfigError.ConfigError, HttpClient.HttpClient | Tokens> =>
  Effect.gen(function*() {
    const tokens = yield* Tokens
    const given = yield* connection.given
    const way = yield* connection.way
    const token = yield* connect({ id: connection.id, name: connection.name, port }, way, person)
    yield* Effect.uninterruptible(tokens.keep(connection.id, token, given))
    return token
  })
