import { SourceFailure } from "@daybook/core/sync"
import { type Token, Tokens, token } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Duration, Effect, type Either, Option, Ref } from "effect"
import type { Answer } from "../kit/provider/Answer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import { type Settings, id, signing, storedLogin, xAuth } from "./login.js"
import { errorCodeOf } from "./wire.js"

/** Instapaper's Full API: signed POSTs with form fields. */
export interface Instapaper {
  /** Parses a response. Left describes the problem, and the call is retried. */
  readonly call: <A>(
    path: string,
    form: Readonly<Record<string, string>>,
    read: (answer: Answer) => Either.Either<A, string>
  ) => Effect.Effect<A, SourceFailure>
  /** The same with a longer gap, for calls that make the service fetch a page. */
  readonly slowCall: Instapaper["call"]
}

export const make = (settings: Settings): Effect.Effect<Instapaper, never, HttpClient.HttpClient | Tokens> =>
  Effect.gen(function* () {
    const tokens = yield* Tokens
    const login = yield* xAuth(settings)
    const currentToken = yield* Ref.make(Option.none<Token>())
    const semaphore = yield* Effect.makeSemaphore(1)

    const logIn: Effect.Effect<Token, SourceFailure> = Option.match(settings.login, {
      onNone: () => noLogin,
      onSome: ({ name, password }) =>
        Effect.tap(login(name, password), (token) => Effect.ignoreLogged(tokens.store(id, token, Option.none())))
    })
    const storedToken = tokens.access({ ...storedLogin, refresh: () => noLogin })
    const isOther = ({ account }: Token) =>
      Option.exists(settings.login, ({ name }) => account["username"] !== undefined && account["username"] !== name)
    const find = Option.match(settings.token, {
      onSome: ({ key, secret }) => Effect.succeed(token({ access: key, secret: Option.some(secret) })),
      onNone: () =>
        storedToken.pipe(
          Effect.flatMap((token) => (isOther(token) ? logIn : Effect.succeed(token))),
          Effect.catchIf(
            (failure) => failure.state === "unauthorized",
            () => logIn
          )
        )
    })
    /** The token in use. Concurrent callers resolve it only once. */
    const current = semaphore.withPermits(1)(
      Effect.flatMap(
        Ref.get(currentToken),
        Option.match({
          onNone: () => Effect.tap(find, (token) => Ref.set(currentToken, Option.some(token))),
          onSome: Effect.succeed
        })
      )
    )
    /** After a refusal: logs in again with the password, unless another call has done so meanwhile. */
    const renewed = (refused: Option.Option<Token>) =>
      semaphore.withPermits(1)(
        Effect.flatMap(Ref.get(currentToken), (now) =>
          now !== refused ? Effect.void : Effect.flatMap(logIn, (token) => Ref.set(currentToken, Option.some(token)))
        )
      )

    const provider = (gap: Duration.Duration) =>
      Provider.make({
        source: id,
        name: "Instapaper",
        baseUrl: settings.baseUrl,
        gap,
        patience: Duration.seconds(130),
        advice,
        judge,
        sign: (post) => Effect.flatMap(current, (token) => signing(settings, post, Option.some(token)))
      })
    const calling =
      (of: Provider.Provider): Instapaper["call"] =>
      (path, form, read) => {
        const attempt = of.read({ path: `/api${path}`, query: () => ({}), form }, read)
        return Effect.catchIf(
          attempt,
          (failure) => failure.state === "unauthorized" && Option.isSome(settings.login),
          (failure) =>
            Effect.flatMap(Ref.get(currentToken), (refused) =>
              Option.isNone(refused) || Option.isSome(settings.token)
                ? Effect.fail(failure)
                : Effect.zipRight(renewed(refused), attempt)
            )
        )
      }
    return { call: calling(yield* provider(settings.gap)), slowCall: calling(yield* provider(settings.textGap)) }
  })

const noLogin = new SourceFailure({
  source: id,
  state: "unauthorized",
  message: "Instapaper refuses the login, or there is none",
  next: `run \`daybook connect ${id}\``
})

const advice = {
  unauthorized: `run \`daybook connect ${id}\` again: a new password invalidates the token; then check the clock, the consumer key and secret`,
  bad_answer: "sync again later; if it lasts, check DAYBOOK_INSTAPAPER_BASE_URL"
}

const pause = Option.some(Duration.seconds(60))

/** Smaller error codes are HTTP statuses, not Instapaper's own codes. */
const firstCode = 1000

/**
 * Error codes of https://www.instapaper.com/api, with any HTTP status. The caller handles codes about a single article.
 */
const judge = (answer: Answer): Verdict.Verdict => {
  const code = errorCodeOf(answer)
  const { status } = answer
  const isOfStatus = code === null || code < firstCode
  if (status === 401 || (status === 403 && isOfStatus))
    return Verdict.stop("unauthorized", `refuses the login (HTTP ${status})`)
  if (code === null || (isOfStatus && (status === 429 || status >= 500))) return Verdict.ofStatus(answer)
  switch (code) {
    case 1040:
      return Verdict.again(
        "rate_limited",
        "got too many calls (error 1040)",
        Option.orElse(Verdict.retryAfter(answer), () => pause)
      )
    case 1041:
      return Verdict.stop("forbidden", "requires a Premium account for this (error 1041)", {
        next: "subscribe to Instapaper Premium, or import the CSV export"
      })
    case 1042:
      return Verdict.stop("forbidden", "has suspended this application (error 1042)", {
        next: "ask Instapaper for another consumer key"
      })
    case 1500:
      return Verdict.again("unavailable", "failed temporarily (error 1500)")
    default:
      return Verdict.good
  }
}
