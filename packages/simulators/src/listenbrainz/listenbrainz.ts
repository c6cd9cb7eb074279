import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Clock, Effect } from "effect"
import { memo } from "../sampleOwner/dice.js"
import {
  type HistoryView,
  type ListeningHistory,
  makeByteWriter,
  makeListeningHistory
} from "../shared/ListeningHistory.js"
import { type SimulatedRequest, type SimulatorContext, makeSimulator, wholeNumber } from "../shared/Simulator.js"
import { listenHead, listenText, playingHead, secondScrobbler } from "./listens.js"

/** So many calls in so many seconds. */
export interface Rate {
  readonly calls: number
  readonly seconds: number
}

/** Generous, so that nobody waits for a simulator; a test sets what it wants to see. */
const generous: Rate = { calls: 1_000_000, seconds: 10 }

/**
 * ListenBrainz's limiter: fixed windows, counted from the first call in one. Every answer carries `X-RateLimit-Limit`,
 * `-Remaining`, `-Reset-In` (seconds) and `-Reset` (unix seconds); past the limit it is 429.
 */
const makeRateLimit = () => {
  let rate = generous
  let opened = Number.NEGATIVE_INFINITY
  let used = 0
  const guard = (answer: Effect.Effect<HttpServerResponse.HttpServerResponse>) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (now >= opened + rate.seconds * 1_000) {
        opened = now
        used = 0
      }
      used++
      const resetIn = Math.max(1, Math.ceil((opened + rate.seconds * 1_000 - now) / 1_000))
      const response = used > rate.calls ? tooMany : yield* answer
      return HttpServerResponse.setHeaders(response, {
        "x-ratelimit-limit": String(rate.calls),
        "x-ratelimit-remaining": String(Math.max(0, rate.calls - used)),
        "x-ratelimit-reset-in": String(resetIn),
        "x-ratelimit-reset": String(Math.ceil(now / 1_000) + resetIn)
      })
    })
  const setRate = (next: Rate) =>
    Effect.sync(() => {
      rate = next
      opened = Number.NEGATIVE_INFINITY
    })
  return { guard, setRate }
}

const tooMany = HttpServerResponse.unsafeJson(
  {
    code: 429,
    error:
      "You have exceeded your rate limit. See the X-RateLimit-* response headers for more information on your current rate limit."
  },
  { status: 429 }
)

const token = "5c0ffee0-0000-4000-8000-00000000feed"

/** ListenBrainz' API 1 for an account that holds a part of the same listening, as a second scrobbler does. */
export const listenbrainz = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const history = makeListeningHistory({ sampleOwner, clock, life: secondScrobbler(sampleOwner) })
    const text = memo((index) => Buffer.from(listenText(history.song(index), sampleOwner.username)))
    const { guard, setRate } = makeRateLimit()
    return makeSimulator({
      id: "listenbrainz",
      clock,
      settings: {
        DAYBOOK_LISTENBRAINZ_BASE_URL: baseUrl,
        DAYBOOK_LISTENBRAINZ_USERNAME: sampleOwner.username,
        DAYBOOK_LISTENBRAINZ_TOKEN: token,
        DAYBOOK_LISTENBRAINZ_MIN_INTERVAL_MS: "0"
      },
      control: { ...history.control, setRate },
      ready: Effect.asVoid(history.view),
      answer: (request) =>
        guard(
          Effect.map(history.view, (view) => answer({ request, view, history, text, username: sampleOwner.username }))
        )
    })
  })

interface ListensRequest {
  readonly request: SimulatedRequest
  readonly view: HistoryView
  readonly history: ListeningHistory
  readonly text: (song: number) => Uint8Array
  readonly username: string
}

const answer = (asking: ListensRequest): HttpServerResponse.HttpServerResponse => {
  const { request, username, view } = asking
  if (request.path === "/1/validate-token") return validation(request, username)
  const [, user, what] = /^\/1\/user\/([^/]+)\/(listens|playing-now|listen-count)$/.exec(request.path) ?? []
  if (user === undefined) return failure(404, "The requested URL was not found on the server.")
  if (isWrongToken(request)) return failure(401, "Invalid authorization token.")
  if (decodeURIComponent(user) !== username) return failure(404, `Cannot find user: ${decodeURIComponent(user)}`)
  switch (what) {
    case "listens":
      return listens(asking)
    case "playing-now":
      return playing(asking)
    default:
      return HttpServerResponse.unsafeJson({
        payload: { count: request.distortion?._tag === "Empty" ? 0 : view.visible }
      })
  }
}

const isWrongToken = ({ headers }: SimulatedRequest) =>
  headers["authorization"] !== undefined && headers["authorization"] !== `Token ${token}`

const validation = (request: SimulatedRequest, username: string) =>
  request.params["token"] === token || request.headers["authorization"] === `Token ${token}`
    ? HttpServerResponse.unsafeJson({ code: 200, message: "Token valid.", valid: true, user_name: username })
    : HttpServerResponse.unsafeJson({ code: 200, message: "Token invalid.", valid: false })

const failure = (code: number, error: string) => HttpServerResponse.unsafeJson({ code, error }, { status: code })

/**
 * Newest first. Both bounds are exclusive, so a page that ends between two listens of the same second loses one. With
 * `min_ts` alone these are the first listens after it, not the newest of all.
 */
const listens = ({ request, text, username, view: { plays, visible } }: ListensRequest) => {
  const count = Math.min(1_000, wholeNumber(request.params["count"], 25))
  const min = wholeNumber(request.params["min_ts"], undefined)
  const max = wholeNumber(request.params["max_ts"], undefined)
  if ([count, min, max].some(Number.isNaN)) return failure(400, "Invalid parameter: expected a whole number.")
  if (count < 0) return failure(400, "'count' should be a non-negative integer.")
  if (min !== undefined && max !== undefined && max < min) return failure(400, "max_ts should be greater than min_ts")
  const isEmpty = request.distortion?._tag === "Empty"
  const first = isEmpty ? 0 : min === undefined ? 0 : Math.min(visible, plays.before(min + 1))
  const last = isEmpty ? 0 : max === undefined ? visible : Math.min(visible, plays.before(max))
  const isForward = min !== undefined && max === undefined
  const [from, to] = isForward ? [first, Math.min(last, first + count)] : [Math.max(first, last - count), last]
  const newest = isEmpty || visible === 0 ? 0 : plays.at(visible - 1)
  const oldest = isEmpty || visible === 0 ? 0 : plays.at(0)
  const writer = makeByteWriter(512 + (to - from) * 768)
  writer.ascii(
    `{"payload":{"count":${Math.max(0, to - from)},"user_id":"${username}","latest_listen_ts":${newest},"oldest_listen_ts":${oldest},"listens":[`
  )
  for (let index = to - 1; index >= from; index--) {
    writer.ascii(listenHead(plays.at(index)))
    writer.bytes(text(plays.song(index)))
    if (index > from) writer.ascii(",")
  }
  writer.ascii("]}}")
  return HttpServerResponse.uint8Array(writer.done(), { contentType: "application/json" })
}

const playing = ({ text, username, view: { nowPlaying } }: ListensRequest) => {
  const listens = nowPlaying === undefined ? [] : [JSON.parse(playingHead + Buffer.from(text(nowPlaying)).toString())]
  return HttpServerResponse.unsafeJson({
    payload: { count: listens.length, user_id: username, playing_now: true, listens }
  })
}
