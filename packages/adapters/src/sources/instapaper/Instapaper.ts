import { SourceFailure } from "@daybook/core/sync"
import { type Token, Tokens, token } from "@daybook/core/tokens"
import type { HttpClient } from "@effect/platform"
import { Duration, Effect, type Either, Option, Ref } from "effect"
import { type Answer, Provider, Verdict } from "../provider/index.js"
import { unrenewable } from "./connection.js"
import { type Settings, id } from "./settings.js"
import { errorCodeOf } from "./wire.js"
import { signing, xAuth } from "./xAuth.js"

/** Instapaper's Full API: signed POSTs, their fields in the body. */
export interface Instapaper {
  /** Reads an answer; left says what is wrong with it, and the call is tried again. */
  readonly call: <A>(path: string, form: Readonly<Record<string, string>>, read: (answer: Answer) => Either.Either<A, string>) => Effect.Effect<A, SourceFailure>
  /** The same, for calls that have the service fetch a page: with longer gaps. */
  readonly slowCall: Instapaper["call"]
}

export const make = (settings: Settings): Effect.Effect<Instapaper, never, HttpClient.HttpClient | Tokens> =>
  Effect.gen(function*() {
    const tokens = yield* Tokens
    const login = yield* xAuth(settings)
    const held = yield* Ref.make(Option.none<Token>())
    const one = yield* Effect.makeSemaphore(1)

    const logIn: Effect.Effect<Token, SourceFailure> = Option.match(settings.login, {
      onNone: () => noLogin,
      onSome: ([name, password]) => Effect.tap(login(name, password), (token) => Effect.ignoreLogged(tokens.keep(id, token, Option.none())))
    })
    const stored = tokens.access({ ...unrenewable, refresh: () => noLogin })
    const isOther = ({ account }: Token) => Option.exists(settings.login, ([name]) => account["username"] !== undefined && account["username"] !== name)
    const find = Option.match(settings.token, {
      onSome: ([access, secret]) => Effect.succeed(token({ access, secret: Option.some(secret) })),
      onNone: () => stored.pipe(
        Effect.flatMap((token) => isOther(token) ? logIn : Effect.succeed(token)),
        Effect.catchIf((failure) => failure.state === "unauthorized", () => logIn)
      )
    })
    /** The token in use; found once, however many ask. */
    const current = one.withPermits(1)(Effect.flatMap(Ref.get(held), Option.match({
      onNone: () => Effect.tap(find, (token) => Ref.set(held, Option.some(token))),
      onSome: Effect.succeed
    })))
    /** After a refusal: a new login, where the settings hold a password and nobody else had one meanwhile. */
    const renewed = (refused: Option.Option<Token>) =>
      one.withPermits(1)(Effect.flatMap(Ref.get(held), (now) =>
        now !== refused ? Effect.void : Effect.flatMap(logIn, (token) => Ref.set(held, Option.some(token)))))

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
    const calling = (of: Provider.Provider): Instapaper["call"] => (path, form, read) => {
      const attempt = of.read({ path: `/api${path}`, query: () => ({}), form }, read)
      return Effect.catchIf(attempt, (failure) => failure.state === "unauthorized" && Option.isSome(settings.login), (failure) =>
        Effect.flatMap(Ref.get(held), (refused) =>
          Option.isNone(refused) || Option.isSome(settings.token) ? Effect.fail(failure) : Effect.zipRight(renewed(refused), attempt)))
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
  unauthorized: `run \`daybook connect ${id}\` again: a token ends with a new password; then check the clock, the consumer key and secret`,
  bad_answer: "sync again later; if it lasts, check DAYBOOK_INSTAPAPER_BASE_URL"
}

const pause = Option.some(Duration.seconds(60))

/** Smaller numbers in an error are no codes of its own, but HTTP statuses. */
const firstCode = 1000

/** Codes of https://www.instapaper.com/api, whatever the status beside them. Those about one article are for the caller to read. */
const judge = (answer: Answer): Verdict.Verdict => {
  const code = errorCodeOf(answer)
  const { status } = answer
  const isOfStatus = code === null || code < firstCode
  if (status === 401 || (status === 403 && isOfStatus)) return Verdict.stop("unauthorized", `refuses the login (HTTP ${status})`)
  if (code === null || (isOfStatus && (status === 429 || status >= 500))) return Verdict.ofStatus(answer)
  switch (code) {
    case 1040:
      return Verdict.again("rate_limited", "got too many calls (error 1040)", Option.orElse(Verdict.retryAfter(answer), () => pause))
    case 1041:
      return Verdict.stop("forbidden", "wants a Premium account for this (error 1041)", { next: "subscribe to Instapaper Premium, or import the CSV export" })
    case 1042:
      return Verdict.stop("forbidden", "has suspended this application (error 1042)", { next: "ask Instapaper for another consumer key" })
    case 1500:
      return Verdict.again("unavailable", "failed for a moment (error 1500)")
    default:
      return Verdict.good
  }
}
