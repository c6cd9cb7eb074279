import { type ProviderAnswer, type SourceFailure, failureWith } from "@daybook/core/sync"
import { type Login, type Token, Tokens } from "@daybook/core/tokens"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect } from "effect"
import type { Answer } from "./Answer.js"
import { refusedAnswer } from "./refusedAnswer.js"

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
  const signed = (token: Token) => (bearer.sign ?? authorization)(request, token)
  return Effect.gen(function* () {
    const token = yield* bearer.access
    const answer = yield* send(signed(token))
    if (answer.status !== 401) return answer
    const renewed = Effect.mapError(bearer.renewed(token), withFormer(refusedAnswer(signed(token), answer)))
    return yield* send(signed(yield* renewed))
  })
}

/** A login that cannot be renewed fails because of the answer that refused it. */
const withFormer = (answer: ProviderAnswer) => (failure: SourceFailure) =>
  failure.answer === undefined ? failureWith(failure, { answer }) : failure
