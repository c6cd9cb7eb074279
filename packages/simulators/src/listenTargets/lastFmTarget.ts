import { createHash } from "node:crypto"
import { type ListenTarget, type TargetAnswer, type TargetBooks, type TargetRequest, startTarget } from "./target.js"

/**
 * The writing part of Last.fm's web service 2.0, by https://www.last.fm/api/show/track.scrobble,
 * https://www.last.fm/api/show/track.updateNowPlaying, https://www.last.fm/api/show/auth.getMobileSession and
 * https://www.last.fm/api/errorcodes.
 */
interface Options {
  readonly apiKey: string
  readonly sharedSecret: string
  readonly sessionKey: string
  /** Unix seconds. */
  readonly now: () => number
  /** Artists and tracks that its filters ignore. */
  readonly ignoredArtists?: ReadonlySet<string>
  readonly ignoredTracks?: ReadonlySet<string>
  /** Scrobbles that it takes on a day. */
  readonly dailyLimit?: number
  readonly login?: { readonly userName: string; readonly password: string }
}

const maxScrobbles = 50
const oldest = 14 * 86_400

const failure = (error: number, message: string): TargetAnswer => ({
  status: statuses[error] ?? 400,
  body: { error, message }
})

/** Some errors come with 200. */
const statuses: Readonly<Record<number, number>> = { 9: 403, 10: 403, 11: 200, 13: 403, 16: 500, 29: 429 }

type Form = ReadonlyMap<string, string>

const isSigned = (form: Form, secret: string): boolean => {
  const names = [...form.keys()].filter((name) => name !== "api_sig" && name !== "format" && name !== "callback").sort()
  const text = names.map((name) => name + (form.get(name) ?? "")).join("") + secret
  return createHash("md5").update(text, "utf8").digest("hex") === form.get("api_sig")
}

interface Sent {
  readonly artist: string
  readonly track: string
  readonly album: string
  readonly timestamp: string
}

/** Scrobbles with and without an index. */
const sentIn = (form: Form): ReadonlyArray<Sent> => {
  const suffixes = form.has("artist") ? [""] : Array.from({ length: 1_000 }, (_, place) => `[${place}]`)
  return suffixes
    .filter((suffix) => ["artist", "track", "timestamp"].some((name) => form.has(name + suffix)))
    .map((suffix) => {
      const text = (name: string) => form.get(name + suffix) ?? ""
      return { artist: text("artist"), track: text("track"), album: text("album"), timestamp: text("timestamp") }
    })
}

const corrected = (text: string) => ({ corrected: "0", "#text": text })

/** A server of Last.fm that takes scrobbles of one user. */
export const lastFmTarget = (options: Options): Promise<ListenTarget> => {
  const { dailyLimit = Number.POSITIVE_INFINITY, ignoredArtists, ignoredTracks } = options
  const days = new Map<number, number>()

  const codeOf = ({ artist, timestamp, track }: Sent): string => {
    const now = options.now()
    const at = Number(timestamp)
    if (ignoredArtists?.has(artist) === true) return "1"
    if (ignoredTracks?.has(track) === true) return "2"
    if (at < now - oldest) return "3"
    if (at > now + 3_600) return "4"
    const today = Math.floor(now / 86_400)
    const count = days.get(today) ?? 0
    if (count >= dailyLimit) return "5"
    days.set(today, count + 1)
    return "0"
  }

  const scrobble = (form: Form, { take }: TargetBooks): TargetAnswer => {
    const sent = sentIn(form)
    const isComplete = sent.every(
      ({ artist, timestamp, track }) => artist !== "" && track !== "" && /^\d+$/.test(timestamp)
    )
    if (sent.length === 0 || sent.length > maxScrobbles || !isComplete)
      return failure(6, "Invalid parameters - Your request is missing a required parameter")
    const codes = sent.map(codeOf)
    take(
      sent
        .filter((_, place) => codes[place] === "0")
        .map(({ album, artist, timestamp, track }) => ({
          at: Number(timestamp),
          artist,
          track,
          album: album === "" ? null : album
        }))
    )
    const all = sent.map(({ album, artist, timestamp, track }, place) => ({
      artist: corrected(artist),
      album: corrected(album),
      albumArtist: corrected(""),
      track: corrected(track),
      timestamp,
      ignoredMessage: { code: codes[place], "#text": "" }
    }))
    const accepted = codes.filter((code) => code === "0").length
    return {
      status: 200,
      body: {
        scrobbles: { "@attr": { accepted, ignored: sent.length - accepted }, scrobble: all.length === 1 ? all[0] : all }
      }
    }
  }

  const nowPlaying = (form: Form, { play }: TargetBooks): TargetAnswer => {
    const [artist = "", track = "", album = ""] = ["artist", "track", "album"].map((name) => form.get(name) ?? "")
    if (artist === "" || track === "") return failure(6, "Invalid parameters")
    play({ artist, track, album: album === "" ? null : album })
    return { status: 200, body: { nowplaying: { artist: corrected(artist), track: corrected(track) } } }
  }

  const session = (form: Form): TargetAnswer => {
    const { login } = options
    const isOwner = login?.userName === form.get("username") && login?.password === form.get("password")
    return isOwner
      ? { status: 200, body: { session: { subscriber: 0, name: login?.userName, key: options.sessionKey } } }
      : failure(4, "Authentication Failed - You do not have permissions to access the service")
  }

  const answer = ({ body, method, path }: TargetRequest, books: TargetBooks): TargetAnswer => {
    if (!path.startsWith("/2.0")) return { status: 404, body: {} }
    const form: Form = new Map(new URLSearchParams(body))
    if (form.get("api_key") !== options.apiKey) return failure(10, "Invalid API key")
    if (method !== "POST") return failure(3, "Invalid Method")
    if (!isSigned(form, options.sharedSecret)) return failure(13, "Invalid method signature supplied")
    if (form.get("method") === "auth.getMobileSession") return session(form)
    if (form.get("sk") !== options.sessionKey) return failure(9, "Invalid session key - Please re-authenticate")
    switch (form.get("method")) {
      case "track.scrobble":
        return scrobble(form, books)
      case "track.updateNowPlaying":
        return nowPlaying(form, books)
      case "user.getInfo":
        return { status: 200, body: { user: { name: "someone", playcount: "24271" } } }
      default:
        return failure(3, "Invalid Method - No method with that name in this package")
    }
  }

  return startTarget({
    answer,
    failing: (fault) =>
      fault === "limited"
        ? failure(29, "Rate limit exceeded - Your IP has made too many requests in a short period")
        : failure(
            days.size % 2 === 0 ? 11 : 16,
            "Service Offline - This service is temporarily offline. Try again later."
          )
  })
}
