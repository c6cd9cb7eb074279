import type { Play } from "@daybook/core/listening"
import type { Calendar } from "@daybook/core/shared"
import type { FileSample, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Stream } from "effect"
import { lines } from "../kit/exportFile/json.js"
import { type Member, baseName } from "../kit/exportFile/members.js"
import { decodeText } from "../kit/exportFile/text.js"
import { numberOf } from "../kit/jsonValues.js"
import { type PlacedRow, type PlayRow, earliestPlay, isPlausible, playPages } from "../kit/scrobbles/playFile.js"
import { cleanName, mbidOf, wholeNumber } from "../kit/values.js"
import { type WallClock, homeClock, utc } from "../kit/WallClock.js"

const source = "scrobbler-log"

const isMember = (name: string): boolean => /\.scrobbler(?:-timeless)?\.log$/.test(name)

/** Whether a file is the log of a portable player, or an archive with one. */
export const recogniseScrobblerLog = ({ entries, text }: FileSample): boolean =>
  (entries ?? []).some((name) => isMember(baseName(name))) || /^\ufeff?\s*#AUDIOSCROBBLER\/1\.\d/.test(text)

/** Values that players without a set clock write: 1970, and 2010 as the first year of some. */
const unsetYears = [2010]

/**
 * A line of the log: artist, album, title, track number, length in seconds, `L` or `S` for skipped, time. Version 1.1
 * has the track's MusicBrainz id. After `#TZ/UNKNOWN` the time is the player's wall clock as if it were UTC:
 *
 *   Hollow Lanterns	Tin Roof Hours	Ferry Song	3	214	L	1736935200	0d6f0a5e-0000-4000-8000-000000000002
 */
const readLine = (line: string, clock: WallClock, now: number): PlayRow => {
  const cells = line.split("\t")
  if (cells.length < 7) return null
  const [artistCell, albumCell, titleCell, , lengthCell, rating, timeCell, mbidCell] = cells
  const seconds = numberOf(timeCell)
  if (seconds === null) return null
  if (rating?.trim().toUpperCase() === "S") return "skipped"
  const wall = Math.floor(seconds) * 1_000
  if (wall < earliestPlay || isUnset(wall)) return "without a clock"
  const at = clock.instantOf(wall)
  if (!isPlausible(at, now)) return "without a clock"
  const [artist, album, title] = [artistCell, albumCell, titleCell].map((cell) =>
    cell?.trim() === "<Untagged>" ? null : cleanName(cell)
  )
  if (title == null) return "no title"
  if (artist == null) return "no artist"
  const length = numberOf(lengthCell)
  const duration = length === null || length <= 0 ? null : wholeNumber(length * 1_000)
  return {
    playedAt: at,
    precision: "second",
    artist: { name: artist, mbid: null, url: null },
    track: { name: title, mbid: mbidOf(mbidCell), url: null },
    album: album == null ? null : { name: album, mbid: null, url: null },
    ...(duration === null ? {} : { duration })
  }
}

/** The first day of a year from which unset clocks count. */
const isUnset = (wall: number): boolean =>
  unsetYears.some((year) => wall >= Date.UTC(year, 0, 1) && wall < Date.UTC(year, 0, 2))

const rowsOf = (member: Member, home: WallClock, now: number): Stream.Stream<PlacedRow, SourceFailure> =>
  Stream.suspend(() => {
    let clock = home
    return lines(decodeText(member.bytes)).pipe(
      Stream.zipWithIndex,
      Stream.filter(([line]) => {
        if (/^\s*#TZ\/UTC/i.test(line)) clock = utc
        else if (/^\s*#TZ\/UNKNOWN/i.test(line)) clock = home
        return line.trim() !== "" && !line.trimStart().startsWith("#")
      }),
      Stream.map(([line, index]) => ({ place: `${member.name}, line ${index + 1}`, row: readLine(line, clock, now) }))
    )
  })

/** `.scrobbler.log` of Rockbox and other portable players. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Play>, SourceFailure, Calendar> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const home = yield* homeClock
      return playPages(file, {
        source,
        title: "the log of a portable player",
        expected: "give the file .scrobbler.log from the player",
        recognise: recogniseScrobblerLog,
        isMember,
        rows: (members) => Stream.flatMap(members, (member) => rowsOf(member, home, now))
      })
    })
  )
