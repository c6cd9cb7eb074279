import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Duration, Effect, Option, Redacted, type Schema } from "effect"
import type { Answer } from "../kit/provider/Answer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import * as Setting from "../kit/settings.js"

export const settings = Setting.settings({
  username: Setting.text("DAYBOOK_LISTENBRAINZ_USERNAME", "ListenBrainz account"),
  token: Setting.optional(Setting.secret("DAYBOOK_LISTENBRAINZ_TOKEN", "user token of the ListenBrainz account")),
  baseUrl: Setting.baseUrl(
    "DAYBOOK_LISTENBRAINZ_BASE_URL",
    "https://api.listenbrainz.org",
    "API of ListenBrainz, or of a server of your own"
  ),
  gap: Setting.minInterval("DAYBOOK_LISTENBRAINZ_MIN_INTERVAL_MS", "250 millis", "ListenBrainz")
})
type Settings = Setting.ValuesOf<typeof settings>

/** ListenBrainz' data about one user: `listens`, `playing-now`, `listen-count`. */
export interface ListenBrainz {
  readonly ofUser: <A, I>(
    what: string,
    schema: Schema.Schema<A, I>,
    query?: Readonly<Record<string, number>>
  ) => Effect.Effect<A, SourceFailure>
  /** Like `Provider.checked`. */
  readonly checked: Provider.Provider["checked"]
  readonly path: (what: string) => string
}

export const make = (
  { baseUrl, gap, token, username }: Settings,
  limits: Provider.CallLimits = {}
): Effect.Effect<ListenBrainz, never, HttpClient.HttpClient> => {
  const headers: Readonly<Record<string, string>> = Option.match(token, {
    onNone: () => ({}),
    onSome: (value) => ({ authorization: `Token ${Redacted.value(value)}` })
  })
  const path = (what: string) => `/1/user/${encodeURIComponent(username)}/${what}`
  return Effect.map(
    Provider.make({
      source: "listenbrainz",
      name: "ListenBrainz",
      baseUrl,
      gap,
      headers,
      advice,
      judge,
      rest,
      ...limits
    }),
    ({ checked, json }) => ({
      checked,
      path,
      ofUser: (what, schema, query = {}) => json(schema, { path: path(what), query: () => query })
    })
  )
}

const advice = {
  unauthorized: "check DAYBOOK_LISTENBRAINZ_TOKEN: it is at https://listenbrainz.org/settings/",
  not_found: "check DAYBOOK_LISTENBRAINZ_USERNAME",
  bad_answer: "sync again later; if it lasts, check DAYBOOK_LISTENBRAINZ_BASE_URL"
}

/** By status. After a 429 calls continue when the rate-limit window resets. */
const judge = (answer: Answer): Verdict.Verdict => {
  if (answer.status === 429) {
    return Verdict.again(
      "rate_limited",
      "got too many calls (HTTP 429)",
      Option.orElse(resetIn(answer), () => Verdict.retryAfter(answer))
    )
  }
  return answer.status === 404
    ? Verdict.stop("not_found", "does not know this user (HTTP 404)")
    : Verdict.ofStatus(answer)
}

/** Pauses if this was the last call of the rate-limit window. */
const rest = (answer: Answer): Option.Option<Duration.Duration> =>
  answer.status < 400 && answer.headers["x-ratelimit-remaining"]?.trim() === "0" ? resetIn(answer) : Option.none()

const resetIn = ({ headers }: Answer): Option.Option<Duration.Duration> => {
  const seconds = headers["x-ratelimit-reset-in"]?.trim()
  return seconds !== undefined && /^\d{1,6}(\.\d+)?$/.test(seconds)
    ? Option.some(Duration.seconds(Number(seconds)))
    : Option.none()
}
