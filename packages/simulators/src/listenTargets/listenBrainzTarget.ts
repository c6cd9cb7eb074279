import {
  type ListenTarget,
  type TakenListen,
  type TargetAnswer,
  type TargetBooks,
  type TargetRequest,
  startTarget
} from "./target.js"

/**
 * The writing part of ListenBrainz' API 1, by https://listenbrainz.readthedocs.io/en/latest/users/api/core.html and
 * https://listenbrainz.readthedocs.io/en/latest/users/json.html: `submit-listens` and `validate-token`.
 */
const earliest = 1_033_430_400
const maxListens = 1_000
const listenBytes = 10_240
const bodyBytes = maxListens * listenBytes

interface Options {
  readonly token: string
  /** Unix seconds. */
  readonly now: () => number
  /** Requests in a window, which is `seconds` long. */
  readonly rate?: { readonly calls: number; readonly seconds: number }
}

const failure = (code: number, error: string): TargetAnswer => ({ status: code, body: { code, error } })

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface SentListen {
  readonly listened_at?: unknown
  readonly track_metadata?: {
    readonly artist_name?: unknown
    readonly track_name?: unknown
    readonly release_name?: unknown
    readonly additional_info?: Readonly<Record<string, unknown>>
  }
}

/** What is wrong with a listen; null if nothing is. */
const problemOf = ({ listened_at: at, track_metadata: metadata = {} }: SentListen, type: string, now: number) => {
  const { additional_info: info = {}, artist_name: artist, release_name: release, track_name: track } = metadata
  if (type === "playing_now" && at !== undefined)
    return "JSON document must not contain listened_at while submitting playing_now."
  if (type !== "playing_now") {
    if (typeof at !== "number" || !Number.isInteger(at)) return "JSON document must contain the key listened_at."
    if (at < earliest) return "Value for key listened_at is too low."
    if (at > now + 3_600) return "Value for key listened_at is too high."
  }
  for (const name of [artist, track])
    if (typeof name !== "string" || name.trim() === "") return "required field is empty."
  if (release !== undefined && (typeof release !== "string" || release === "")) return "release_name must be a text."
  const { artist_mbids: artists = [], duration_ms: duration = 1, recording_mbid: recording, release_mbid: album } = info
  const ids = [...(artists as ReadonlyArray<unknown>), ...[recording, album].filter((id) => id !== undefined)]
  if (!ids.every((id) => typeof id === "string" && uuid.test(id))) return "an MBID format invalid."
  return typeof duration === "number" && Number.isInteger(duration) && duration > 0 && duration <= 2_073_600_000
    ? null
    : "Value for duration_ms is invalid."
}

const submit = (body: string, { now }: Options, { play, take }: TargetBooks): TargetAnswer => {
  if (Buffer.byteLength(body) > bodyBytes) return failure(413, "Payload too large.")
  let document: { readonly listen_type?: string; readonly payload?: ReadonlyArray<SentListen> }
  try {
    document = JSON.parse(body) as typeof document
  } catch {
    return failure(400, "Cannot parse JSON document.")
  }
  const { listen_type: type = "", payload = [] } = document
  if (!["single", "playing_now", "import"].includes(type))
    return failure(400, "JSON document requires a valid listen_type key.")
  if (payload.length === 0) return failure(400, "JSON document does not contain any listens.")
  if (type !== "import" && payload.length > 1)
    return failure(400, "JSON document contains more than listen for a single.")
  if (payload.length > maxListens) return failure(400, "Too many listens in one request.")
  if (payload.some((listen) => Buffer.byteLength(JSON.stringify(listen)) > listenBytes))
    return failure(400, "JSON document is too large.")
  const problem = payload.map((listen) => problemOf(listen, type, now())).find((text) => text !== null)
  if (problem !== undefined) return failure(400, problem)
  const tracks = payload.map(({ listened_at: at, track_metadata: metadata = {} }) => ({
    at: at as number,
    artist: String(metadata.artist_name),
    track: String(metadata.track_name),
    album: typeof metadata.release_name === "string" ? metadata.release_name : null
  }))
  if (type === "playing_now") play(playingOf(tracks[0]!))
  else take(tracks)
  return { status: 200, body: { status: "ok" } }
}

const playingOf = ({ album, artist, track }: TakenListen) => ({ album, artist, track })

/** A server of ListenBrainz that takes listens of one user. */
export const listenBrainzTarget = (options: Options): Promise<ListenTarget> => {
  const { calls, seconds } = options.rate ?? { calls: 1_000_000, seconds: 10 }
  let opened = Number.NEGATIVE_INFINITY
  let used = 0
  /** The headers that every answer has. */
  const window = () => {
    const now = options.now()
    if (now >= opened + seconds) [opened, used] = [now, 0]
    used += 1
    const resetIn = Math.max(1, Math.ceil(opened + seconds - now))
    const headers = {
      "x-ratelimit-limit": String(calls),
      "x-ratelimit-remaining": String(Math.max(0, calls - used)),
      "x-ratelimit-reset-in": String(resetIn),
      "x-ratelimit-reset": String(Math.ceil(now) + resetIn)
    }
    return { isOver: used > calls, headers }
  }
  const tooMany = failure(429, "You have exceeded your rate limit.")
  const route = ({ body, headers, method, path }: TargetRequest, books: TargetBooks): TargetAnswer => {
    const isKnown = headers.authorization === `Token ${options.token}`
    if (method === "GET" && path === "/1/validate-token")
      return isKnown
        ? { status: 200, body: { code: 200, message: "Token valid.", valid: true, user_name: "someone" } }
        : { status: 200, body: { code: 200, message: "Token invalid.", valid: false } }
    if (method !== "POST" || path !== "/1/submit-listens") return failure(404, "The requested URL was not found.")
    return isKnown ? submit(body, options, books) : failure(401, "Invalid authorization token.")
  }
  return startTarget({
    answer: (request, books) => {
      const { headers, isOver } = window()
      return { ...(isOver ? tooMany : route(request, books)), headers }
    },
    failing: (fault) =>
      fault === "limited"
        ? { ...tooMany, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset-in": "2" } }
        : failure(503, "Cannot submit listens to queue, please try again later.")
  })
}
