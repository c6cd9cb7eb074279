import {
  type ListenProblem,
  type SubmittedPlay,
  type SubmittedPlaying,
  type SubmittedTrack,
  firstSecond,
  futureTolerance,
  playOf,
  playingTrackOf
} from "@daybook/core/listening"
import { Either, Option, Predicate, Schema } from "effect"

/**
 * The body of `POST /1/submit-listens` of ListenBrainz
 * (https://listenbrainz.readthedocs.io/en/latest/users/json.html). The limits are those of its server.
 */
const Submission = Schema.Struct({
  listen_type: Schema.Literal("single", "playing_now", "import"),
  payload: Schema.Array(Schema.Unknown)
})

const TrackMetadata = Schema.Struct({
  artist_name: Schema.String,
  track_name: Schema.String,
  release_name: Schema.optional(Schema.NullOr(Schema.String)),
  additional_info: Schema.optional(Schema.Unknown)
})

const Listen = Schema.Struct({ listened_at: Schema.optional(Schema.Unknown), track_metadata: TrackMetadata })

const maxListens = 1_000
const listenBytes = 10_240
const maxTags = 50
const maxTagLength = 64
/** 24 days, in milliseconds. */
const maxDuration = 2_073_600_000

/** Listens that a client submits, or what it reports as playing. */
export type Submitted = (
  | { readonly kind: "listens"; readonly plays: ReadonlyArray<SubmittedPlay>; readonly isSingle: boolean }
  | { readonly kind: "playing"; readonly track: SubmittedPlaying }
) & {
  /** The names of the first listen, for its id. */
  readonly names: ReadonlyArray<string>
  readonly client: string | null
}

type Info = Readonly<Record<string, unknown>>

/** The submission, or one line that says what is wrong with it. */
export const submissionOf = (body: string, now: number): Either.Either<Submitted, string> =>
  Either.flatMap(parsed(body), (value) => {
    const submission = Option.getOrNull(Schema.decodeUnknownOption(Submission)(value))
    if (submission === null)
      return Either.left("The document needs listen_type (single, playing_now or import) and payload, an array.")
    const { listen_type: type, payload } = submission
    if (payload.length === 0) return Either.left("The payload is empty.")
    if (type !== "import" && payload.length > 1) return Either.left(`The payload of ${type} must have one listen.`)
    if (payload.length > maxListens)
      return Either.left(`The payload has ${payload.length} listens; send at most ${maxListens} at a time.`)
    return Either.flatMap(
      Either.all(payload.map((item, place) => Either.mapLeft(listenOf(item), at(place)))),
      ([first, ...rest]) => submitted(type, [first!, ...rest], now)
    )
  })

const submitted = (
  type: typeof Submission.Type.listen_type,
  listens: readonly [ReadListen, ...ReadonlyArray<ReadListen>],
  now: number
): Either.Either<Submitted, string> => {
  const [{ info, track }] = listens
  const common = {
    names: [track.artist, track.track, track.album ?? ""].map((name) => name.trim()),
    client: clientOf(info)
  }
  if (type === "playing_now")
    return Either.mapBoth(playingTrackOf(track), {
      onLeft: (problem) => at(0)(problemTexts[problem]),
      onRight: (playing): Submitted => ({ kind: "playing", track: playing, ...common })
    })
  const plays = listens.map(({ listenedAt, track: one }, place) =>
    Either.mapLeft(playOf({ ...one, listenedAt }, now), (problem) => at(place)(problemTexts[problem]))
  )
  return Either.map(Either.all(plays), (all): Submitted => ({
    kind: "listens",
    plays: all,
    isSingle: type === "single",
    ...common
  }))
}

const at = (place: number) => (message: string) => `payload[${place}]: ${message}`

const problemTexts: Readonly<Record<ListenProblem, string>> = {
  no_artist: "artist_name is empty.",
  no_track: "track_name is empty.",
  no_time: "listened_at must be a time in seconds.",
  too_early: `listened_at must not be before ${firstSecond} (October 2002).`,
  in_the_future: `listened_at must not be more than ${futureTolerance} seconds in the future.`
}

const parsed = (body: string): Either.Either<unknown, string> =>
  Either.try({
    try: () => JSON.parse(body.replace(/^\uFEFF/, "")) as unknown,
    catch: () => "Cannot parse the body as JSON."
  })

interface ReadListen {
  readonly listenedAt: number | undefined
  readonly track: SubmittedTrack
  readonly info: Info
}

const listenOf = (item: unknown): Either.Either<ReadListen, string> => {
  if (!(bytesOf(item) <= listenBytes))
    return Either.left(`the listen is larger than ${listenBytes} bytes, or nested too deeply.`)
  const listen = Option.getOrNull(Schema.decodeUnknownOption(Listen)(item))
  if (listen === null) return Either.left("track_metadata needs artist_name and track_name, both texts.")
  const { listened_at: time, track_metadata: metadata } = listen
  // An empty list is how PHP writes an empty object.
  const info: Info = Predicate.isRecord(metadata.additional_info) ? metadata.additional_info : {}
  const names = [metadata.artist_name, metadata.track_name, metadata.release_name ?? ""]
  if (names.some((name) => name.includes("\0"))) return Either.left("names must not contain NUL.")
  const tags = info["tags"]
  if (Array.isArray(tags) && !areTags(tags))
    return Either.left(`there may be ${maxTags} tags of at most ${maxTagLength} characters.`)
  return Either.map(durationOf(info), (duration): ReadListen => ({
    listenedAt: numberOf(time),
    track: {
      artist: metadata.artist_name,
      track: metadata.track_name,
      album: metadata.release_name ?? undefined,
      artistMbid: onlyOf(info["artist_mbids"]),
      trackMbid: textOf(info["recording_mbid"]) ?? textOf(info["track_mbid"]),
      albumMbid: textOf(info["release_mbid"]),
      page: textOf(info["origin_url"]),
      client: clientOf(info) ?? undefined,
      service: textOf(info["music_service"]) ?? textOf(info["music_service_name"]),
      duration
    },
    info
  }))
}

/** NaN for a value that is nested some thousand levels deep: it exhausts the stack. */
const bytesOf = (item: unknown): number =>
  Option.getOrElse(Option.liftThrowable(() => Buffer.byteLength(JSON.stringify(item)))(), () => Number.NaN)

const areTags = (tags: ReadonlyArray<unknown>) =>
  tags.length <= maxTags && tags.every((tag) => typeof tag === "string" && tag.length <= maxTagLength)

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined

/** A joint name has an identifier for each of its artists, but none of its own. */
const onlyOf = (value: unknown): string | undefined =>
  Array.isArray(value) && value.length === 1 ? textOf(value[0]) : undefined

/** A number, or the text of one. */
const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return typeof number === "number" && Number.isFinite(number) ? number : undefined
}

/** Milliseconds. Zero, null and an empty text mean that the client does not know. */
const durationOf = (info: Info): Either.Either<number | undefined, string> => {
  const [seconds, millis] = [info["duration"], info["duration_ms"]].map((value) =>
    value === undefined || value === null || value === "" || Number(value) === 0 ? undefined : value
  )
  if (seconds !== undefined && millis !== undefined) return Either.left("send duration or duration_ms, not both.")
  if (seconds === undefined && millis === undefined) return Either.right(undefined)
  const number = numberOf(seconds ?? millis)
  const duration = number === undefined ? Number.NaN : seconds === undefined ? number : number * 1_000
  return duration > 0 && duration <= maxDuration
    ? Either.right(Math.round(duration))
    : Either.left("duration and duration_ms must be positive and at most 24 days.")
}

/** The program that submits: `navidrome 0.55.0`. */
const clientOf = (info: Info): string | null => {
  const name = textOf(info["submission_client"]) ?? textOf(info["media_player"])
  if (name === undefined) return null
  const version = textOf(info["submission_client_version"]) ?? textOf(info["media_player_version"])
  return version === undefined ? name : `${name} ${version}`
}
