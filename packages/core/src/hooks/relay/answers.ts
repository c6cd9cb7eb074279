import { Either, Option, Schema } from "effect"
import type { AttemptResult, HookMessage, RelayKind } from "../model.js"
import { type Verdict, waitOf } from "../retry.js"
import { type ListenException, type ListenResult, relayCallOf } from "./model.js"

/** What an answer of a service says. */
export type RelayAnswer =
  | { readonly says: "accepted"; readonly ignored: ReadonlyArray<IgnoredListen> }
  /** It will never take this request. */
  | { readonly says: "refused"; readonly reason: string }
  /** It takes nothing until the owner acts. */
  | { readonly says: "locked"; readonly reason: string }
  | { readonly says: "again"; readonly reason: string; readonly pause: number | null }

interface IgnoredListen {
  readonly place: number
  readonly code: number
  readonly text: string
}

const parsed = (reply: string): unknown =>
  Option.getOrUndefined(Option.liftThrowable(JSON.parse)(reply) as Option.Option<unknown>)

const again = (reason: string, pause: number | null = null): RelayAnswer => ({ says: "again", reason, pause })

const isServed = ({ status }: AttemptResult) => status !== null && status >= 200 && status < 300

const withoutAnswer = ({ reply, status }: AttemptResult): RelayAnswer =>
  again(status === null ? reply : `the service answered HTTP ${status} without a document of its own`)

const ListenBrainzBody = Schema.Struct({
  status: Schema.optional(Schema.String),
  valid: Schema.optional(Schema.Boolean),
  error: Schema.optional(Schema.String),
  message: Schema.optional(Schema.String)
})

/** Statuses with which the server of ListenBrainz refuses a document for good. */
const refusals: ReadonlySet<number | null> = new Set([400, 413, 422])

const fromListenBrainz = (result: AttemptResult): RelayAnswer => {
  const { status } = result
  const body = Option.getOrNull(Schema.decodeUnknownOption(ListenBrainzBody)(parsed(result.reply)))
  if (status === 401 || body?.valid === false)
    return { says: "locked", reason: "ListenBrainz does not accept the user token" }
  if (isServed(result))
    return body?.status === "ok" || body?.valid === true ? { says: "accepted", ignored: [] } : withoutAnswer(result)
  if (refusals.has(status) && body?.error !== undefined)
    return { says: "refused", reason: `ListenBrainz answered ${status}: ${body.error}` }
  // Some proxies refuse a large body with a page of their own.
  if (status === 413) return { says: "refused", reason: "ListenBrainz answered 413: the request is too large" }
  return status === 429 ? again("ListenBrainz got too many requests", null) : withoutAnswer(result)
}

const Code = Schema.Union(Schema.Number, Schema.NumberFromString)

const LastFmError = Schema.Struct({ error: Code, message: Schema.optional(Schema.String) })

const Scrobble = Schema.Struct({
  ignoredMessage: Schema.Struct({ code: Code, "#text": Schema.optional(Schema.String) })
})

/** One listen is an object, several are an array. */
const Scrobbles = Schema.Struct({
  scrobbles: Schema.Struct({ scrobble: Schema.Union(Schema.Array(Scrobble), Scrobble) })
})

const NowPlaying = Schema.Struct({ nowplaying: Schema.Unknown })
const User = Schema.Struct({ user: Schema.Unknown })

const minute = 60_000

/** The codes of https://www.last.fm/api/errorcodes. They come with any status. */
const fromLastFmError = (code: number, message: string): RelayAnswer => {
  const reason = `Last.fm answered error ${code}${message === "" ? "" : `: ${message}`}`
  switch (code) {
    case 4:
    case 9:
    case 10:
    case 13:
    case 14:
    case 15:
    case 17:
    case 26:
      return { says: "locked", reason }
    case 6:
    case 7:
      return { says: "refused", reason }
    case 29:
      return again(reason, minute)
    default:
      return again(reason)
  }
}

const fromLastFm = (result: AttemptResult, message: Sent): RelayAnswer => {
  const body = parsed(result.reply)
  const error = Schema.decodeUnknownOption(LastFmError)(body)
  if (Option.isSome(error)) return fromLastFmError(error.value.error, error.value.message ?? "")
  if (!isServed(result)) return withoutAnswer(result)
  if (message.type !== "listens") {
    const isKnown = Schema.is(NowPlaying)(body) || Schema.is(User)(body)
    return isKnown ? { says: "accepted", ignored: [] } : withoutAnswer(result)
  }
  const answer = Schema.decodeUnknownEither(Scrobbles)(body)
  if (Either.isLeft(answer)) return withoutAnswer(result)
  const { scrobble } = answer.right.scrobbles
  const all = Array.isArray(scrobble)
    ? (scrobble as ReadonlyArray<typeof Scrobble.Type>)
    : [scrobble as typeof Scrobble.Type]
  const { count } = relayCallOf(message)
  if (all.length !== count) return again(`Last.fm answered for ${all.length} of ${count} listens`)
  return {
    says: "accepted",
    ignored: all.flatMap(({ ignoredMessage: { code, "#text": text = "" } }, place) =>
      code === 0 ? [] : [{ place, code, text }]
    )
  }
}

type Sent = Pick<HookMessage, "body" | "type">

/** Reads the answer of a service. A page in place of its document is no answer. */
export const relayAnswerOf = (kind: RelayKind, message: Sent, result: AttemptResult): RelayAnswer =>
  kind === "lastfm" ? fromLastFm(result, message) : fromListenBrainz(result)

/** What the codes of `ignoredMessage` mean (https://www.last.fm/api/show/track.scrobble). */
const ignoredReasons: Readonly<Record<number, string>> = {
  1: "Last.fm ignores this artist",
  2: "Last.fm ignores this track",
  3: "the listen is too old for Last.fm, which takes two weeks",
  4: "the listen is in the future",
  5: "the daily limit of Last.fm is reached"
}

const dailyLimit = 5
/** The service does not say when its day ends. */
const afterDailyLimit = 6 * 60 * minute

const exceptionOf = ({ code, place, text }: IgnoredListen, now: number): ListenException => ({
  place,
  reason: ignoredReasons[code] ?? `Last.fm ignored it with code ${code}${text === "" ? "" : `: ${text}`}`,
  dueAt: code === dailyLimit ? now + afterDailyLimit : null
})

/** Last.fm asks for no more than five requests a second. */
const minPause: Readonly<Record<RelayKind, number>> = { lastfm: 250, listenbrainz: 0 }

export interface RelayVerdict {
  readonly verdict: Verdict
  readonly listens: ListenResult | null
}

/**
 * Judges an answer. `base` is the verdict by the status alone: its retries and health hold where the service did not
 * answer.
 */
export const judgeRelay = (
  kind: RelayKind,
  message: Sent & Pick<Verdict, "health">,
  result: AttemptResult,
  base: Verdict,
  now: number
): RelayVerdict => {
  const answer = relayAnswerOf(kind, message, result)
  const isListens = message.type === "listens"
  // A used-up rate limit says how long it rests, also with a success.
  const rest = result.retryAfter === null ? 0 : (waitOf(result.retryAfter, now) ?? 0)
  const pausedUntil = Math.max(base.pausedUntil ?? 0, now + Math.max(rest, minPause[kind]))
  const ended = { outcome: "given_up", dueAt: null, disabledReason: null } as const
  switch (answer.says) {
    case "accepted": {
      const except = answer.ignored.map((one) => exceptionOf(one, now))
      return { verdict: { ...base, pausedUntil }, listens: isListens ? { state: "sent", except } : null }
    }
    case "refused": {
      // The service works: one listen of many can be the reason.
      const verdict = { ...base, ...ended, health: message.health, pausedUntil }
      if (!isListens) return { verdict, listens: null }
      const { count } = relayCallOf(message)
      return {
        verdict,
        listens:
          count > 1 ? { state: "waiting", most: Math.ceil(count / 2) } : { state: "refused", reason: answer.reason }
      }
    }
    case "locked":
      return {
        verdict: { ...base, outcome: "disabled", dueAt: null, disabledReason: answer.reason },
        listens: isListens ? { state: "waiting", most: null } : null
      }
    case "again": {
      const paused = { pausedUntil: Math.max(pausedUntil, now + (answer.pause ?? 0)) }
      // What was playing is pointless later.
      if (!isListens) return { verdict: { ...base, ...ended, health: message.health, ...paused }, listens: null }
      const isEnded = base.outcome === "given_up" || base.outcome === "disabled"
      return { verdict: { ...base, ...paused }, listens: isEnded ? { state: "waiting", most: null } : null }
    }
  }
}
