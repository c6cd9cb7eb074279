import type { SourceFailure } from "@daybook/core/sync"
import { type Login, type Token, Tokens } from "@daybook/core/tokens"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect } from "effect"
import type { Answer } from "./Answer.js"

/** Supplies the token of each call, and a newer one after a 401. */
export interface Bearer {
  readonly access: Effect.Effect<Token, SourceFailure>
  readonly renewed: (refused: Token) => Effect.Effect<Token, SourceFailure>
  /** How the token is sent. Defaults to `Authorization: Bearer`. */
  readonly sign?: Sign
}

/** Adds the token to a request. */
type Sign = (request: HttpClientRequest.HttpClientRequest, token: Token) => HttpClientRequest.HttpClientRequest

const authorization: Sign = (request, token) => HttpClientRequest.bearerToken(request, token.access)

/** Uses the stored token of a login, added to requests by `sign`. */
export const bearer = (login: Login, sign: Sign = authorization): Effect.Effect<Bearer, never, Tokens> =>
  Effect.map(Tokens, (tokens) => ({
    access: tokens.access(login),
    renewed: (refused) => tokens.renewed(login, refused),
    sign
  }))

/** Sends a request with the token. Repeats it once with a newer token after a 401. */
export const bearing = <E>(
  bearer: Bearer,
  request: HttpClientRequest.HttpClientRequest,
  send: (request: HttpClientRequest.HttpClientRequest) => Effect.Effect<Answer, E>
): Effect.Effect<Answer, E | SourceFailure> => {
  const sendWith = (token: Token) => send((bearer.sign ?? authorization)(request, token))
  return Effect.gen(function* () {
    const token = yield* bearer.access
    const answer = yield* sendWith(token)
    return answer.status === 401 ? yield* sendWith(yield* bearer.renewed(token)) : answer
  })
}
