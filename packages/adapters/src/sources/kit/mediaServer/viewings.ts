import { type Report, duplicateWindow } from "@daybook/core/watching"
import { watchedAt, watchedOnce } from "../watches/records.js"
import { type Session, type Stretch, believedLength, isFinished, sessionsOf } from "../watches/sessions.js"
import { isPlausible } from "../watches/watchFile.js"
import type { WallClock } from "../WallClock.js"
import type { Activity, Item } from "./wire.js"

/** The part of a title that counts as all of it. */
const mostOf = 0.8

/** A stretch with the text that names it at the server. */
interface NamedStretch extends Stretch {
  readonly started: string
}

const stretchesOf = (
  plays: ReadonlyArray<Activity>,
  { length }: Item,
  clock: WallClock,
  now: number
): ReadonlyArray<NamedStretch> => {
  const distinct = new Map<string, Activity>()
  for (const play of plays)
    if (play.played >= (distinct.get(play.started)?.played ?? 0)) distinct.set(play.started, play)
  return [...distinct.values()].flatMap(({ played, started, wall }) => {
    const start = clock.instantOf(wall)
    return isPlausible(start, now) ? [{ started, start, end: start + believedLength(played, length), position: 0 }] : []
  })
}

/**
 * The reports of one film or episode. A server itself knows only the newest play and whether the item is watched. The
 * plugin's table has every play, in stretches: of them a viewing is finished if they cover 80 percent of the length, or
 * if the server calls the item watched and its newest play is one of them. Without a length, see `isFinished`.
 */
export const reportsOf = (
  item: Item,
  plays: ReadonlyArray<Activity>,
  clock: WallClock,
  now: number
): ReadonlyArray<Report> => {
  const kind = item.kind === "movie" ? "movie" : "episode"
  const { length } = item
  const isOver = (session: Session): boolean => length !== null && session.watched >= mostOf * length
  const isEnough = (session: Session): boolean => (length === null ? isFinished(kind, session) : isOver(session))
  const { isPlayed, lastPlayedAt } = item
  const last = isPlayed && lastPlayedAt !== null && isPlausible(lastPlayedAt, now) ? lastPlayedAt : null
  const hasLast = ({ end, start }: Session): boolean =>
    last !== null && last >= start - duplicateWindow && last <= end + duplicateWindow
  const stretches = stretchesOf(plays, item, clock, now)
  const names = new Map(stretches.map(({ start, started }) => [start, started]))
  const sessions = sessionsOf(stretches, isOver)
  const newest = sessions.findLast(hasLast)
  const viewings = sessions.filter((session) => isEnough(session) || session === newest)
  // Without the plugin the newest play is known by its time alone: its report becomes that of the viewing later.
  const alias = last === null ? null : `${item.id} ${last}`
  const reports = viewings.map((session) =>
    watchedAt(names.get(session.start) ?? String(session.start), session.start, {
      endedAt: session.end,
      alias: session === newest ? alias : null
    })
  )
  if (last !== null && newest === undefined) return [...reports, watchedAt(String(last), last, { alias })]
  return isPlayed && reports.length === 0 ? [watchedOnce("seen", null)] : reports
}
