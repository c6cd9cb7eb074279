import { playRank } from "@daybook/core/listening"
import type { Calendar } from "@daybook/core/shared"
import { Effect, Stream } from "effect"
import { type OpenFile, eachFile } from "../kit/exportFile/Format.js"
import { lines } from "../kit/exportFile/json.js"
import type { Member } from "../kit/exportFile/members.js"
import { decodeText } from "../kit/exportFile/text.js"
import { numberOf } from "../kit/jsonValues.js"
import { type PlayRow, earliestPlay, isPlausible, playOf, plays } from "../kit/scrobbles/playFile.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { mbidOf } from "../kit/values.js"
import { type WallClock, homeClock, utc } from "../kit/WallClock.js"

interface LogLine {
  readonly line: string
  readonly clock: WallClock
}

/** Values that players without a set clock write: 1970, and 2010 as the first year of some. */
const unsetYears = [2010]

/** The first day of a year from which unset clocks count. */
const isUnset = (wall: number): boolean =>
  unsetYears.some((year) => wall >= Date.UTC(year, 0, 1) && wall < Date.UTC(year, 0, 2))

/**
 * A line of the log: artist, album, title, track number, length in seconds, `L` or `S` for skipped, time. Version 1.1
 * has the track's MusicBrainz id. After `#TZ/UNKNOWN` the time is the player's wall clock as if it were UTC:
 *
 *   Hollow Lanterns	Tin Roof Hours	Ferry Song	3	214	L	1736935200	0d6f0a5e-0000-4000-8000-000000000002
 */
const readLine = ({ clock, line }: LogLine, { now }: OpenFile): PlayRow => {
  const cells = line.split("\t")
  const [, , , , length, rating, time, mbid] = cells
  const seconds = numberOf(time)
  if (cells.length < 7 || seconds === null) return null
  if (rating?.trim().toUpperCase() === "S") return "skipped"
  const wall = Math.floor(seconds) * 1_000
  if (wall < earliestPlay || isUnset(wall)) return "without a clock"
  const at = clock.instantOf(wall)
  if (!isPlausible(at, now)) return "without a clock"
  const [artist, album, title] = cells.map((cell) => (cell.trim() === "<Untagged>" ? null : cell))
  return playOf({ at, artist, album, title, duration: (numberOf(length) ?? 0) * 1_000, mbids: { track: mbidOf(mbid) } })
}

const linesOf = (member: Member, home: WallClock) =>
  Stream.suspend(() => {
    let clock = home
    return lines(decodeText(member.bytes)).pipe(
      Stream.zipWithIndex,
      Stream.filter(([line]) => {
        if (/^\s*#TZ\/UTC/i.test(line)) clock = utc
        else if (/^\s*#TZ\/UNKNOWN/i.test(line)) clock = home
        return line.trim() !== "" && !line.trimStart().startsWith("#")
      }),
      Stream.map(([line, index]) => ({ place: `${member.name}, line ${index + 1}`, row: { line, clock } }))
    )
  })

/** Plays from the logs of Rockbox and other portable players. */
export const scrobblerLog = fileSource({
  id: "scrobbler-log",
  about: { title: "Portable players", brings: "Plays, from the logs of Rockbox and other players." },
  // The clock of a portable player may be wrong.
  rank: playRank({ rank: 70 }),
  ...plays,
  format: eachFile<LogLine, Calendar>({
    member: /\.scrobbler(?:-timeless)?\.log$/,
    begins: ({ text }) => /^\ufeff?\s*#AUDIOSCROBBLER\/1\.\d/.test(text),
    rows: (member) => Stream.unwrap(Effect.map(homeClock, (home) => linesOf(member, home)))
  }),
  read: readLine,
  fileTitle: "the log of a portable player",
  expected: "give the file .scrobbler.log from the player"
})
