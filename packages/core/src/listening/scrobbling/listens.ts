import { Either } from "effect"
import { cleanName, musicBrainzId } from "../../shared/names.js"
import type { Named, Play } from "../model.js"
import type { PlayingTrack } from "../nowPlaying.js"
import { musicBrainz } from "../spellings.js"

/** Why a listen is not stored, as the protocols distinguish it. */
export type ListenProblem = "no_artist" | "no_track" | "no_time" | "too_early" | "in_the_future"

/** A track as a client reports it. Identifiers may be any text. */
export interface SubmittedTrack {
  readonly artist: string
  readonly track: string
  readonly album?: string | undefined
  readonly artistMbid?: string | undefined
  readonly trackMbid?: string | undefined
  readonly albumMbid?: string | undefined
  /** Milliseconds. */
  readonly duration?: number | undefined
  /** The page that the track was played on. */
  readonly page?: string | undefined
  /** The service that it was played from or read at. */
  readonly service?: string | undefined
  /** The program that recorded it, with its version. */
  readonly client?: string | undefined
}

/** What a client says of a track besides its names: not stored with the play, but told where listens are passed on. */
export interface TrackOrigin {
  readonly service?: string
  readonly client?: string
}

export type SubmittedPlay = Play & TrackOrigin
export type SubmittedPlaying = PlayingTrack & TrackOrigin

export interface SubmittedListen extends SubmittedTrack {
  /** When the track began, epoch seconds. */
  readonly listenedAt: number | undefined
}

/** 2002-10-01: there was no scrobbling before. */
export const firstSecond = 1_033_430_400
/** Clocks of clients are off by so much at most, in seconds. */
export const futureTolerance = 3_600
/** Nothing lasts longer than a day. */
const maxDuration = 86_400_000
const maxPageLength = 2_000
const maxServiceLength = 200

/** Which names or times make it impossible to store a listen. `now` is in epoch milliseconds. */
export const playOf = (listen: SubmittedListen, now: number): Either.Either<SubmittedPlay, ListenProblem> =>
  Either.flatMap(playingTrackOf(listen), (names) => {
    const at = listen.listenedAt
    if (at === undefined || !Number.isFinite(at)) return Either.left("no_time")
    if (at < firstSecond) return Either.left("too_early")
    if (at > now / 1_000 + futureTolerance) return Either.left("in_the_future")
    return Either.right({ playedAt: Math.floor(at) * 1_000, precision: "second", ...names })
  })

export const playingTrackOf = (track: SubmittedTrack): Either.Either<SubmittedPlaying, "no_artist" | "no_track"> => {
  const [artist, title, album] = [cleanName(track.artist), cleanName(track.track), cleanName(track.album)]
  if (artist === null) return Either.left("no_artist")
  if (title === null) return Either.left("no_track")
  const recording = named("recording", title, track.trackMbid)
  return Either.right({
    artist: named("artist", artist, track.artistMbid),
    track: { ...recording, url: pageOf(track.page) ?? recording.url },
    album: album === null ? null : named("release", album, track.albumMbid),
    ...durationOf(track.duration),
    ...(track.service === undefined ? {} : { service: track.service.slice(0, maxServiceLength) }),
    ...(track.client === undefined ? {} : { client: track.client })
  })
}

const named = (kind: "artist" | "recording" | "release", name: string, id: string | undefined): Named => {
  const mbid = musicBrainzId(id)
  return { name, mbid, url: mbid === null ? null : `${musicBrainz}${kind}/${mbid}` }
}

const page = /^https?:\/\/[\w.:[\]-]+(?:[/?#][!-~]*)?$/i

/** Null for a text that is no web address, or that carries a login. */
const pageOf = (text: string | undefined): string | null =>
  text !== undefined && text.length <= maxPageLength && page.test(text) ? text : null

const durationOf = (millis: number | undefined): Pick<Play, "duration"> => {
  const duration = Math.round(millis ?? 0)
  return duration > 0 && duration <= maxDuration ? { duration } : {}
}
