import { Array } from "effect"
import type { Play } from "./model.js"

/** The largest rounding error of a time that is known to the minute, in milliseconds. */
export const minuteMillis = 59_000

/**
 * Minimum tolerance between two services' reports of one play, in milliseconds; the length of the track if that is
 * longer. Services report the start or the end. A time known to the minute may be any moment in it.
 */
export const minTolerance = 120_000

/** Whether a service lists the same play again. A time known to the minute matches every play in that minute. */
export const isListedAs = (
  existing: { readonly playedAt: number; readonly precise: boolean },
  listed: { readonly playedAt: number; readonly precision: "second" | "minute" }
): boolean =>
  listed.precision === "second"
    ? existing.precise && existing.playedAt === listed.playedAt
    : existing.playedAt >= listed.playedAt && existing.playedAt <= listed.playedAt + minuteMillis

/** The names of a play by their ids. */
export interface RecordingIds {
  readonly trackId: number
  readonly albumId: number | null
  readonly spellingId: number
}

const recordingOf = ({ albumId, spellingId, trackId }: RecordingIds) => `${trackId} ${albumId} ${spellingId}`

/**
 * The ids of the stored plays of the same service that each play lists again. `recording` tells the stored names of a
 * play by its index; null if one of them is not stored.
 */
export const storedPlaysOf = (
  plays: ReadonlyArray<Pick<Play, "playedAt" | "precision">>,
  recording: (index: number) => RecordingIds | null,
  storedPlays: ReadonlyArray<PlayIds & { readonly id: number; readonly precise: boolean }>
): ReadonlyArray<ReadonlyArray<number>> => {
  const byRecording: Partial<Record<string, typeof storedPlays>> = Array.groupBy(storedPlays, recordingOf)
  return plays.map((play, index) => {
    const ids = recording(index)
    const alike = ids === null ? [] : (byRecording[recordingOf(ids)] ?? [])
    return alike.filter((one) => isListedAs(one, play)).map(({ id }) => id)
  })
}

/** A play by its time and the ids of its names. */
export interface PlayIds extends RecordingIds {
  readonly playedAt: number
}

/** The key of a play known to the minute: minute, spelling, track and album. */
export const minuteOf = (play: PlayIds): string => `${Math.floor(play.playedAt / 60_000)} ${recordingOf(play)}`

/** Removes a page's duplicates, including a play that it reports both to the second and to the minute. */
export const distinctPlays = <A extends PlayIds & { readonly precise: boolean }>(
  plays: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const rounded = plays.filter((play) => !play.precise)
  const exact = new Set(rounded.length === 0 ? [] : plays.filter((play) => play.precise).map(minuteOf))
  const all = rounded.length === 0 ? plays : plays.filter((play) => play.precise || !exact.has(minuteOf(play)))
  const [times, repeated] = [new Set<number>(), new Set<number>()]
  for (const { playedAt } of all) (times.has(playedAt) ? repeated : times).add(playedAt)
  if (repeated.size === 0) return all
  const seen = new Set<string>()
  return all.filter((play) => {
    if (!repeated.has(play.playedAt)) return true
    const key = playKeyOf(play)
    return seen.size < seen.add(key).size
  })
}

/** The key of a play: time, spelling, track and album. */
export const playKeyOf = (play: PlayIds): string => `${play.playedAt} ${recordingOf(play)}`
