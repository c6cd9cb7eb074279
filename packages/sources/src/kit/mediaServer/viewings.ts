import { type Report, duplicateWindow } from "@daybook/core/watching"
import { watchedAt, watchedOnce } from "../watches/records.js"
import { type Session, type Stretch, believedLength, isFinished, maxPlayed, sessionsOf } from "../watches/sessions.js"
import { isPlausible } from "../watches/watchFile.js"
import type { WallClock } from "../WallClock.js"
import type { Activity, Item } from "./wire.js"

/** The part of a title that counts as all of it. */
const minShare = 0.8

/** A stretch with the text that names it at the server. */
interface NamedStretch extends Stretch {
  readonly started: string
  /** Nobody knows when it ended. */
  readonly isOpen: boolean
}

const stretchesOf = (
  plays: ReadonlyArray<Activity>,
  { length }: Item,
  clock: WallClock,
  now: number
): ReadonlyArray<NamedStretch> => {
  const distinct = new Map<string, Activity>()
  for (const play of plays)
    if ((play.played ?? -1) >= (distinct.get(play.started)?.played ?? -1)) distinct.set(play.started, play)
  return [...distinct.values()].flatMap(({ played, started, wall }) => {
    const start = clock.instantOf(wall)
    const end = start + believedLength(played ?? 0, length)
    return isPlausible(start, now) ? [{ started, start, end, position: 0, isOpen: played === null }] : []
  })
}

/**
 * The reports of one film or episode. A server itself knows only the newest play and whether the item is watched. The
 * plugin's table has every play, in stretches: of them a viewing is finished if they cover 80 percent of the length, or
 * if the server calls the item watched and its newest play is one of them. Without a length, see `isFinished`. A
 * stretch whose end nobody knows counts if the server calls the item watched.
 */
export const reportsOf = (
  item: Item,
  plays: ReadonlyArray<Activity>,
  clock: WallClock,
  now: number
): ReadonlyArray<Report> => {
  const kind = item.kind === "movie" ? "movie" : "episode"
  const { length } = item
  const isOver = (session: Session): boolean => length !== null && session.watched >= minShare * length
  const isEnough = (session: Session): boolean => (length === null ? isFinished(kind, session) : isOver(session))
  const { isPlayed, lastPlayedAt } = item
  const last = isPlayed && lastPlayedAt !== null && isPlausible(lastPlayedAt, now) ? lastPlayedAt : null
  const stretches = stretchesOf(plays, item, clock, now)
  const isOpen = ({ end, start }: Session): boolean =>
    stretches.some((stretch) => stretch.isOpen && stretch.start >= start && stretch.start <= end)
  const hasLast = (session: Session): boolean => {
    const end = session.end + (isOpen(session) ? (length ?? maxPlayed) : 0)
    return last !== null && last >= session.start - duplicateWindow && last <= end + duplicateWindow
  }
  const names = new Map(stretches.map(({ start, started }) => [start, started]))
  const sessions = sessionsOf(stretches, isOver)
  const newest = sessions.findLast(hasLast)
  const viewings = sessions.filter(
    (session) => isEnough(session) || session === newest || (isPlayed && isOpen(session))
  )
  // Without the plugin the newest play is known by its time alone: its report becomes that of the viewing later.
  const alias = last === null ? null : `${item.id} ${last}`
  const reports = viewings.map((session) =>
    watchedAt(names.get(session.start) ?? String(session.start), session.start, {
      ...(isOpen(session) && !isEnough(session) ? {} : { endedAt: session.end }),
      alias: session === newest ? alias : null
    })
  )
  if (last !== null && newest === undefined) return [...reports, watchedAt(String(last), last, { alias })]
  return isPlayed && reports.length === 0 ? [watchedOnce("seen", null)] : reports
}
