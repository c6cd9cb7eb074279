import { Array } from "effect"
import type { Play } from "./model.js"

/** The largest rounding error of a time that is known to the minute, in milliseconds. */
export const minuteMillis = 59_000

/**
 * Minimum tolerance between two services' reports of one play, in milliseconds; the length of the track if that is
 * longer. Services report the start or the end. A time known to the minute may be any moment in it.
 */
export const leastTolerance = 120_000

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
  if (new Set(all.map((play) => play.playedAt)).size === all.length) return all
  return [...new Map(all.map((play) => [`${play.playedAt} ${minuteOf(play)}`, play])).values()]
}

/** A play that may be a report of the same play as others. */
export interface PlayReport {
  readonly id: number
  readonly source: string
  readonly playedAt: number
  readonly precise: boolean
  /** Normalized names, equal for services that spell a track slightly differently. */
  readonly matchName: string
  readonly artist: string
  readonly track: string
  readonly album: string | null
  /** The tolerance for this name, in milliseconds. */
  readonly tolerance: number
}

/**
 * The ids of the reports of plays that another service reported. Services are processed in alphabetical order. Each
 * pairs as many of its plays as possible with visible ones, in time order, so that a short track played twice counts
 * twice. The result does not depend on the order of the reports.
 */
export const twinsOf = (reports: ReadonlyArray<PlayReport>): ReadonlySet<number> => {
  const twins = new Set<number>()
  for (const alike of Object.values(Array.groupBy(reports, (report) => report.matchName))) {
    const services = Array.groupBy([...alike].sort(inOrder), (report) => report.source)
    let visible: ReadonlyArray<PlayReport> = []
    for (const source of Object.keys(services).sort()) {
      const own = services[source]!
      pair(visible, own, alike[0].tolerance).forEach((report) => twins.add(report.id))
      visible = [...visible, ...own.filter((report) => !twins.has(report.id))].sort(inOrder)
    }
  }
  return twins
}

/** By time, then by name. Never by id, which depends on the order of arrival. */
const inOrder = (a: PlayReport, b: PlayReport): number => a.playedAt - b.playedAt || (nameOf(a) < nameOf(b) ? -1 : 1)
const nameOf = ({ album, artist, source, track }: PlayReport) => [source, artist, track, album ?? ""].join("\n")

/** The latest moment that the reported time may mean. */
const endOf = ({ playedAt, precise }: PlayReport): number => (precise ? playedAt : playedAt + minuteMillis)

/**
 * The plays of `own` that report a visible one; each visible play is paired at most once. Both lists are in time order.
 */
const pair = (
  visible: ReadonlyArray<PlayReport>,
  own: ReadonlyArray<PlayReport>,
  tolerance: number
): ReadonlyArray<PlayReport> => {
  const paired: Array<PlayReport> = []
  let next = 0
  for (const report of own) {
    while (next < visible.length && endOf(visible[next]!) < report.playedAt - tolerance) next += 1
    if (next === visible.length || visible[next]!.playedAt > endOf(report) + tolerance) continue
    paired.push(report)
    next += 1
  }
  return paired
}
