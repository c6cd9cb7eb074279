import type { SourceFailure } from "@daybook/core/sync"
import { type Login, type Token, Tokens } from "@daybook/core/tokens"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect } from "effect"
import type { Answer } from "./Answer.js"

/** Gives the token that calls bear: a good one, and after a 401 a newer one than that. */
export interface Bearer {
  readonly access: Effect.Effect<Token, SourceFailure>
  readonly renewed: (refused: Token) => Effect.Effect<Token, SourceFailure>
  /** As `Authorization: Bearer` unless the provider wants it otherwise. */
  readonly sign?: Sign
}

/** Puts the token on a request. */
type Sign = (request: HttpClientRequest.HttpClientRequest, token: Token) => HttpClientRequest.HttpClientRequest

const authorization: Sign = (request, token) => HttpClientRequest.bearerToken(request, token.access)

/** Bears the stored token of a login, in the header that the provider wants it in. */
export const bearer = (login: Login, sign: Sign = authorization): Effect.Effect<Bearer, never, Tokens> =>
  Effect.map(Tokens, (tokens) => ({ access: tokens.access(login), renewed: (refused) => tokens.renewed(login, refused), sign }))

/** Sends a request with the token, and once more with a newer one where the answer is 401. */
export const bearing = <E>(
  bearer: Bearer | undefined,
  request: HttpClientRequest.HttpClientRequest,
  send: (request: HttpClientRequest.HttpClientRequest) => Effect.Effect<Answer, E>
): Effect.Effect<Answer, E | SourceFailure> => {
  if (bearer === undefined) return send(request)
  const sendWith = (token: Token) => send((bearer.sign ?? authorization)(request, token))
  return Effect.gen(function*() {
    const token = yield* bearer.access
    const answer = yield* sendWith(token)
    return answer.status === 401 ? yield* sendWith(yield* bearer.renewed(token)) : answer
  })
}
