import type { LocalDate } from "@daybook/core/shared"
import { counted, grouped, type Shown, startOf, totals } from "./answers.js"

/** One row a line, names in place of ids, sorted: equal for databases that hold the same. */
export type Dump = ReadonlyArray<string>

const kinds = ["artist", "album", "track"] as const
const ever = "1970-01-01"

/** The last weeks, from a day on. */
export interface Window {
  readonly grain: string
  readonly bucket: LocalDate
}

const bucketsOf = (shown: Shown, windows: ReadonlyArray<Window>) => [
  ...Array.from(grouped(shown, (play) => startOf("year", play.day)), ([bucket, plays]) => ({ grain: "year", bucket, plays })),
  { grain: "ever", bucket: ever, plays: shown },
  ...windows.map((window) => ({ ...window, plays: shown.filter((play) => play.day >= window.bucket) }))
]

/** What the counts of a settled database must hold, counted from nothing but the plays. */
export const recount = (shown: Shown, genreOf: ReadonlyMap<number, string>, windows: ReadonlyArray<Window>): Dump => {
  const lines: Array<string> = []
  for (const { bucket, grain, plays } of bucketsOf(shown, windows)) {
    for (const kind of kinds) {
      for (const subject of counted(kind, plays)) lines.push(`${kind} ${grain} ${bucket} ${subject.id}: ${subject.plays}`)
    }
    const { albums, artists, plays: sum, tracks } = totals(plays)
    if (sum > 0) lines.push(`totals ${grain} ${bucket}: ${sum} ${artists} ${albums} ${tracks}`)
  }
  for (const [bucket, plays] of grouped(shown, (play) => startOf("month", play.day))) {
    const { albums, artists, tracks } = totals(plays)
    lines.push(`totals month ${bucket}: ${plays.length} ${artists} ${albums} ${tracks}`)
  }
  for (const [day, plays] of grouped(shown, (play) => play.day)) lines.push(`totals day ${day}: ${plays.length} 0 0 0`)
  for (const grain of ["week", "month", "year"] as const) {
    const known = shown.filter((play) => genreOf.has(play.artistId))
    for (const [key, plays] of grouped(known, (play) => `${startOf(grain, play.day)} ${genreOf.get(play.artistId)}`)) {
      lines.push(`genre ${grain} ${key}: ${plays.length}`)
    }
  }
  return lines.sort()
}
