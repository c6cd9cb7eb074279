import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Duration, Effect, Either, Option, Redacted, type Schema } from "effect"
import type { Answer } from "../kit/provider/Answer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import * as Setting from "../kit/settings.js"

export const settings = Setting.settings({
  username: Setting.text("DAYBOOK_LASTFM_USERNAME", "Last.fm account"),
  apiKey: Setting.secret("DAYBOOK_LASTFM_API_KEY", "Last.fm API key"),
  baseUrl: Setting.baseUrl("DAYBOOK_LASTFM_BASE_URL", "https://ws.audioscrobbler.com/2.0/", "Last.fm's web service"),
  gap: Setting.minInterval("DAYBOOK_LASTFM_MIN_INTERVAL_MS", "250 millis", "Last.fm")
})
type Settings = Setting.ValuesOf<typeof settings>

export type Query = Readonly<Record<string, string | number>>

/** Last.fm's web service: a single URL with the method as a parameter. Errors are in the body. */
export interface LastFm {
  readonly username: string
  readonly call: <A, I>(method: string, schema: Schema.Schema<A, I>, query: Query) => Effect.Effect<A, SourceFailure>
  /** Like `Provider.checked`. */
  readonly checked: <A, I, B>(
    method: string,
    schema: Schema.Schema<A, I>,
    query: (overloads: number) => Query,
    check: (body: A) => Either.Either<B, string>
  ) => Effect.Effect<B, SourceFailure>
}

export const make = (
  settings: Settings,
  limits: Provider.CallLimits = {}
): Effect.Effect<LastFm, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: "lastfm",
      name: "Last.fm",
      baseUrl: settings.baseUrl,
      gap: settings.gap,
      advice,
      judge,
      ...limits
    }),
    (provider) => {
      const full = (method: string, query: Query) => ({
        method,
        ...query,
        api_key: Redacted.value(settings.apiKey),
        format: "json"
      })
      return {
        username: settings.username,
        call: (method, schema, query) => provider.json(schema, { query: () => full(method, query) }),
        checked: (method, schema, query, check) =>
          provider.checked(schema, { query: (overloads) => full(method, query(overloads)) }, check)
      }
    }
  )

const advice = {
  unauthorized: "check DAYBOOK_LASTFM_API_KEY: keys are at https://www.last.fm/api/accounts",
  forbidden: "make recent listening visible in Last.fm's privacy settings",
  not_found: "check DAYBOOK_LASTFM_USERNAME",
  bad_answer: "sync again later; if it lasts, check DAYBOOK_LASTFM_BASE_URL"
}

/**
 * The codes of https://www.last.fm/api/errorcodes, with any HTTP status, even 200. Without a code the status decides,
 * and a broken response is retried.
 */
const judge = (answer: Answer): Verdict.Verdict => {
  const code = errorOf(answer)
  if (code !== null) return ofCode(code, answer.status)
  return answer.status === 404
    ? Verdict.stop("not_found", "is not at this address (HTTP 404)", { next: "check DAYBOOK_LASTFM_BASE_URL" })
    : Verdict.ofStatus(answer)
}

const errorOf = ({ json }: Answer): number | null => {
  const body = Either.getOrNull(json)
  if (typeof body !== "object" || body === null || !("error" in body)) return null
  const code = Number(body.error)
  return Number.isInteger(code) ? code : null
}

const pause = Option.some(Duration.seconds(60))

const ofCode = (code: number, status: number): Verdict.Verdict => {
  switch (code) {
    case 6:
    case 7:
      return Verdict.stop("not_found", `does not know the requested item (error ${code})`)
    case 4:
    case 9:
    case 10:
    case 14:
    case 15:
    case 26:
      return Verdict.stop("unauthorized", `refuses the API key (error ${code})`)
    case 17:
      return Verdict.stop("forbidden", "hides this account's listening (error 17)")
    case 29:
      return Verdict.again("rate_limited", "got too many calls (error 29)", pause)
    case 8:
    case 11:
    case 16:
      return Verdict.again("unavailable", `failed temporarily (error ${code})`)
    default:
      return status >= 500 || code > 29
        ? Verdict.again("unavailable", `failed (error ${code})`)
        : Verdict.stop("bad_answer", `rejects the request (error ${code})`)
  }
}
