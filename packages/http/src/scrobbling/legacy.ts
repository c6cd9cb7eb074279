import { type Scrobbler, Scrobblers, Scrobbling, clockTolerance, playOf, playingTrackOf } from "@daybook/core/listening"
import { Effect, Either } from "effect"
import { type Protocol, type ScrobbleRequest, formBytes, plain, refusalTexts } from "./answers.js"
import { type Parameters, indexed, secondsOf, trackOf } from "./parameters.js"

const trackNames = { artist: "a", track: "t", album: "b", mbid: "m", duration: "l" }
/** In a submission `t` is the track and `i` the time. */
const listenNames = [...Object.values(trackNames), "i", "o", "r", "n"]
const playingNames = { ...trackNames }

const maxListens = 50
/** The listener skipped or banned the track. */
const skips = new Set(["S", "B"])

const isHandshake = (parameters: Parameters) => parameters.get("hs")?.toLowerCase() === "true"

/**
 * AudioScrobbler 1.2, of mpdscribble and older players (https://www.last.fm/api/submissions). Clients read the first
 * line of the body, so the status is always 200.
 */
export const legacy = Effect.gen(function* () {
  const scrobblers = yield* Scrobblers
  const scrobbling = yield* Scrobbling

  const handshake = (
    parameters: Parameters,
    { base, now, userAgent }: ScrobbleRequest,
    scrobbler: Scrobbler | null
  ) => {
    if (!/^1\.2(\.|$)/.test(parameters.get("p") ?? ""))
      return Effect.succeed(plain("FAILED only protocol 1.2 is supported"))
    const time = secondsOf(parameters.get("t"))
    if (time === undefined || Math.abs(now / 1_000 - time) > clockTolerance) return Effect.succeed(plain("BADTIME"))
    if (scrobbler === null) return Effect.succeed(plain("BADAUTH"))
    const [name, version] = [parameters.get("c"), parameters.get("v")]
    const client = name === undefined ? userAgent : `${name} ${version ?? ""}`
    return Effect.zipWith(scrobblers.shakeHands(scrobbler, time), scrobblers.recordUse(scrobbler, client), (session) =>
      session === null
        ? plain("FAILED this handshake was answered before; shake hands again")
        : plain(["OK", session, `${base}/np_1.2`, `${base}/protocol_1.2`].join("\n"))
    )
  }

  const submit = (parameters: Parameters, { now }: ScrobbleRequest, scrobbler: Scrobbler) => {
    const listens = indexed(parameters, listenNames)
    if (listens.length > maxListens) return Effect.succeed(plain(`FAILED send at most ${maxListens} listens at a time`))
    // A listen that can never be stored must not hold up the client's queue.
    const plays = listens
      .filter((listen) => !skips.has((listen.get("r") ?? "").toUpperCase()))
      .flatMap((listen) =>
        Either.match(playOf({ ...trackOf(listen, trackNames), listenedAt: secondsOf(listen.get("i")) }, now), {
          onLeft: () => [],
          onRight: (play) => [play]
        })
      )
    return scrobbling.submit(scrobbler, plays, null).pipe(
      Effect.as(plain("OK")),
      Effect.catchTag("RevokedScrobbler", () => Effect.succeed(plain("BADSESSION")))
    )
  }

  const play = (parameters: Parameters, scrobbler: Scrobbler) =>
    Either.match(playingTrackOf(trackOf(parameters, playingNames)), {
      onLeft: () => Effect.succeed(plain("FAILED the artist or the track is missing")),
      onRight: (track) => Effect.as(scrobbling.play(scrobbler, track, null), plain("OK"))
    })

  return {
    address: "/apis/audioscrobbler_legacy",
    methods: ["GET", "POST"],
    maxBodyBytes: formBytes,
    syntax: "form",
    credentialIn: ({ parameters }) => {
      if (isHandshake(parameters))
        return { kind: "handshake", time: parameters.get("t") ?? "", digest: parameters.get("a") ?? "" }
      const text = parameters.get("s")
      return text === undefined ? undefined : { kind: "handshake_session", text }
    },
    answer: (request, scrobbler) => {
      const { parameters } = request
      if (isHandshake(parameters)) return handshake(parameters, request, scrobbler)
      if (!parameters.has("s"))
        return Effect.succeed(plain("FAILED shake hands first: ?hs=true&p=1.2.1&c=&v=&u=&t=&a="))
      if (scrobbler === null) return Effect.succeed(plain("BADSESSION"))
      if (/^np/.test(request.path.at(-1) ?? "")) return play(parameters, scrobbler)
      return [...parameters.keys()].some((name) => name.includes("["))
        ? submit(parameters, request, scrobbler)
        : Effect.succeed(plain("FAILED there is no listen: send a[0], t[0] and i[0]"))
    },
    refuse: (_, refusal) => plain(`FAILED ${refusalTexts[refusal]}`)
  } satisfies Protocol
})
