import {
  type ListenProblem,
  type Scrobbler,
  Scrobblers,
  Scrobbling,
  playOf,
  playingTrackOf
} from "@daybook/core/listening"
import type { StorageFailure } from "@daybook/core/shared"
import { Effect, Either, Option } from "effect"
import { hash } from "node:crypto"
import type { OpenAnswer } from "../front/openAddresses.js"
import { type Protocol, type Refusal, type ScrobbleRequest, formBytes, refusalTexts, userName } from "./answers.js"
import * as Body from "./bodies.js"
import { type Parameters, indexed, secondsOf, trackOf } from "./parameters.js"
import { element } from "../kit/xml.js"
import { lfm } from "./xml.js"

/** The errors of the protocol, with the status that goes with each. */
const errors = {
  3: { status: 400, text: "Invalid Method - No method with that name in this package" },
  4: { status: 403, text: "Authentication Failed - The password must be the token of a scrobbler" },
  6: { status: 400, text: "Invalid parameters - Your request is missing a required parameter" },
  8: { status: 500, text: refusalTexts.broken },
  9: { status: 403, text: "Invalid session key - Please re-authenticate" },
  13: { status: 403, text: "Invalid method signature supplied" },
  14: { status: 403, text: "Unauthorized Token - This token has not been authorized" },
  16: { status: 503, text: refusalTexts.unavailable }
} as const
type ErrorCode = keyof typeof errors

const refusals: Readonly<Record<Refusal, ErrorCode>> = {
  busy: 16,
  unavailable: 16,
  too_large: 6,
  too_complex: 6,
  broken: 8
}

const maxListens = 50
const maxRecent = 1_000
const defaultRecent = 50

const trackNames = { artist: "artist", track: "track", album: "album", mbid: "mbid", duration: "duration" }
const listenNames = [
  ...Object.values(trackNames),
  "timestamp",
  "albumArtist",
  "trackNumber",
  "chosenByUser",
  "streamId"
]

const codes: Readonly<Record<ListenProblem, Body.Receipt["code"]>> = {
  no_artist: "1",
  no_track: "2",
  no_time: "3",
  too_early: "3",
  in_the_future: "4"
}

type Format = "json" | "xml"
type Outcome = Body.Body | ErrorCode

/** XML unless the client asks for JSON. */
const formatOf = (accept: string, parameters: Parameters): Format => {
  const format = parameters.get("format")?.toLowerCase()
  if (format === "json" || format === "xml") return format
  return /\bjson\b/i.test(accept) && !/\bxml\b/i.test(accept) ? "json" : "xml"
}

const answerIn = (format: Format, outcome: Outcome, message?: string): OpenAnswer => {
  const isError = typeof outcome === "number"
  const status = isError ? errors[outcome].status : 200
  const text = isError ? (message ?? errors[outcome].text) : ""
  const body = isError
    ? { json: { error: outcome, message: text }, xml: [element("error", text, { code: String(outcome) })] }
    : outcome
  return format === "json"
    ? { status, headers: { "Content-Type": "application/json; charset=utf-8" }, body: JSON.stringify(body.json) }
    : { status, headers: { "Content-Type": "text/xml; charset=utf-8" }, body: lfm(isError ? "failed" : "ok", body.xml) }
}

/** MD5 over all parameters in the order of their names, then the shared secret. */
export const signatureOf = (parameters: Parameters, secret: string): string => {
  const signed = [...parameters]
    .filter(([key]) => key !== "format" && key !== "callback" && key !== "api_sig")
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return hash("md5", `${signed.map((pair) => pair.join("")).join("")}${secret}`, "hex")
}

const receiptOf = (listen: Parameters, code: Body.Receipt["code"]): Body.Receipt => ({
  artist: (listen.get("artist") ?? "").trim(),
  track: (listen.get("track") ?? "").trim(),
  album: (listen.get("album") ?? "").trim(),
  albumArtist: (listen.get("albumArtist") ?? "").trim(),
  timestamp: (listen.get("timestamp") ?? "").trim(),
  code
})

/** AudioScrobbler 2.0, the protocol of Last.fm (https://www.last.fm/api). */
export const audioscrobbler = Effect.gen(function* () {
  const scrobblers = yield* Scrobblers
  const scrobbling = yield* Scrobbling

  const scrobble = (parameters: Parameters, scrobbler: Scrobbler, { now, userAgent }: ScrobbleRequest) => {
    const listens = indexed(parameters, listenNames)
    if (!listens.some((listen) => listen.has("artist") || listen.has("track")) || listens.length > maxListens)
      return Effect.succeed<Outcome>(6)
    const read = listens.map((listen) =>
      playOf({ ...trackOf(listen, trackNames), listenedAt: secondsOf(listen.get("timestamp")) }, now)
    )
    const receipts = read.map((play, place) => receiptOf(listens[place]!, Either.isLeft(play) ? codes[play.left] : "0"))
    return scrobbling
      .submit(scrobbler, read.flatMap(Either.match({ onLeft: () => [], onRight: (play) => [play] })), userAgent)
      .pipe(
        Effect.as<Outcome>(Body.scrobblesBody(receipts)),
        Effect.catchTag("RevokedScrobbler", () => Effect.succeed<Outcome>(9))
      )
  }

  const updateNowPlaying = (parameters: Parameters, scrobbler: Scrobbler, { userAgent }: ScrobbleRequest) => {
    const track = playingTrackOf(trackOf(parameters, trackNames))
    if (Either.isLeft(track)) return Effect.succeed<Outcome>(6)
    return scrobbling
      .play(scrobbler, track.right, userAgent)
      .pipe(
        Effect.zipRight(scrobblers.recordUse(scrobbler, userAgent)),
        Effect.as<Outcome>(Body.nowPlayingBody(receiptOf(parameters, "0")))
      )
  }

  const recentTracks = (parameters: Parameters) => {
    const number = (name: string, fallback: number) => secondsOf(parameters.get(name)) ?? fallback
    const page = {
      page: Math.max(1, number("page", 1)),
      limit: Math.min(maxRecent, Math.max(1, number("limit", defaultRecent)))
    }
    const [from, to] = [secondsOf(parameters.get("from")), secondsOf(parameters.get("to"))]
    const range = { from: from === undefined ? null : from * 1_000, to: to === undefined ? null : to * 1_000 }
    return Effect.zipWith(scrobbling.recent(range, page), scrobbling.playing, ({ rows, total }, playing): Outcome =>
      Body.recentBody(page.page === 1 ? playing : null, rows, page, total)
    )
  }

  const userInfo = Effect.map(scrobbling.totals, ({ firstPlay, plays, registeredAt }): Outcome =>
    Body.userBody(
      plays,
      Option.getOrElse(
        Option.orElse(registeredAt, () => firstPlay),
        () => 0
      )
    )
  )

  /** The methods that need a session. */
  const methods: Readonly<
    Record<
      string,
      (parameters: Parameters, scrobbler: Scrobbler, request: ScrobbleRequest) => Effect.Effect<Outcome, StorageFailure>
    >
  > = {
    "track.scrobble": scrobble,
    "track.updatenowplaying": updateNowPlaying,
    "user.getrecenttracks": recentTracks,
    "user.getinfo": () => userInfo,
    "track.love": () => Effect.succeed<Outcome>(Body.emptyBody),
    "track.unlove": () => Effect.succeed<Outcome>(Body.emptyBody)
  }

  const session = (parameters: Parameters, scrobbler: Scrobbler | null, userAgent: string | null) =>
    scrobbler === null
      ? Effect.succeed<Outcome>(parameters.has("password") || parameters.has("authToken") ? 4 : 6)
      : Effect.as(
          scrobblers.recordUse(scrobbler, userAgent),
          Body.sessionBody(parameters.get("username") ?? userName, scrobblers.sessionOf(scrobbler))
        )

  const sessionOfLogin = (parameters: Parameters, now: number) => {
    const token = parameters.get("token") ?? ""
    if (!scrobblers.isLogin(token, now)) return Effect.succeed<Outcome>(4)
    return Effect.map(scrobblers.ofLogin(token), (allowed): Outcome =>
      allowed === null ? 14 : Body.sessionBody(userName, scrobblers.sessionOf(allowed))
    )
  }

  const outcomeOf = (parameters: Parameters, request: ScrobbleRequest, scrobbler: Scrobbler | null) => {
    const method = parameters.get("method")?.toLowerCase() ?? ""
    const secret = scrobblers.secretOf(parameters.get("api_key") ?? "")
    if (secret !== undefined && parameters.get("api_sig")?.toLowerCase() !== signatureOf(parameters, secret))
      return Effect.succeed<Outcome>(13)
    if (method === "auth.getmobilesession") return session(parameters, scrobbler, request.userAgent)
    if (method === "auth.gettoken") return Effect.map(scrobblers.newLogin, (token): Outcome => Body.tokenBody(token))
    if (method === "auth.getsession") return sessionOfLogin(parameters, request.now)
    const call = methods[method]
    if (call === undefined) return Effect.succeed<Outcome>(3)
    return scrobbler === null ? Effect.succeed<Outcome>(9) : call(parameters, scrobbler, request)
  }

  return {
    address: "/apis/audioscrobbler",
    methods: ["GET", "POST"],
    maxBodyBytes: formBytes,
    syntax: "form",
    credentialIn: ({ parameters }) => {
      const [key, password, digest] = [parameters.get("sk"), parameters.get("password"), parameters.get("authToken")]
      if (key !== undefined) return { kind: "session", text: key }
      if (password !== undefined) return { kind: "token", text: password.trim() }
      if (digest === undefined) return undefined
      return { kind: "password", userName: parameters.get("username") ?? "", digest }
    },
    answer: (request, scrobbler) => {
      const { accept, parameters } = request
      return Effect.map(outcomeOf(parameters, request, scrobbler), (outcome) =>
        answerIn(formatOf(accept, parameters), outcome)
      )
    },
    refuse: ({ accept, parameters }, refusal) =>
      answerIn(formatOf(accept, parameters), refusals[refusal], refusalTexts[refusal])
  } satisfies Protocol
})
