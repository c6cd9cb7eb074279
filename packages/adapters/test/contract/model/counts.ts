import type { LocalDate } from "@daybook/core/shared"
import { countsOf, grouped, type VisiblePlays, startOf, totals } from "./answers.js"

/** One line per row, sorted, with names instead of ids. Equal for databases with equal content. */
export type Dump = ReadonlyArray<string>

const kinds = ["artist", "album", "track"] as const
const ever = "1970-01-01"

/** The last weeks, from a day onward. */
export interface Window {
  readonly grain: string
  readonly bucket: LocalDate
}

const bucketsOf = (visiblePlays: VisiblePlays, windows: ReadonlyArray<Window>) => [
  ...Array.from(
    grouped(visiblePlays, (play) => startOf("year", play.day)),
    ([bucket, plays]) => ({ grain: "year", bucket, plays })
  ),
  { grain: "ever", bucket: ever, plays: visiblePlays },
  ...windows.map((window) => ({ ...window, plays: visiblePlays.filter((play) => play.day >= window.bucket) }))
]

/** The expected content of the count tables, computed from the plays alone. */
export const recount = (
  visiblePlays: VisiblePlays,
  genreOf: ReadonlyMap<number, string>,
  windows: ReadonlyArray<Window>
): Dump => {
  const lines: Array<string> = []
  for (const { bucket, grain, plays } of bucketsOf(visiblePlays, windows)) {
    for (const kind of kinds) {
      for (const subject of countsOf(kind, plays))
        lines.push(`${kind} ${grain} ${bucket} ${subject.id}: ${subject.plays}`)
    }
    const { albums, artists, plays: sum, tracks } = totals(plays)
    if (sum > 0) lines.push(`totals ${grain} ${bucket}: ${sum} ${artists} ${albums} ${tracks}`)
  }
  for (const [bucket, plays] of grouped(visiblePlays, (play) => startOf("month", play.day))) {
    const { albums, artists, tracks } = totals(plays)
    lines.push(`totals month ${bucket}: ${plays.length} ${artists} ${albums} ${tracks}`)
  }
  for (const [day, plays] of grouped(visiblePlays, (play) => play.day))
    lines.push(`totals day ${day}: ${plays.length} 0 0 0`)
  for (const grain of ["week", "month", "year"] as const) {
    const tagged = visiblePlays.filter((play) => genreOf.has(play.artistId))
    for (const [key, plays] of grouped(tagged, (play) => `${startOf(grain, play.day)} ${genreOf.get(play.artistId)}`)) {
      lines.push(`genre ${grain} ${key}: ${plays.length}`)
    }
  }
  return lines.sort()
}
