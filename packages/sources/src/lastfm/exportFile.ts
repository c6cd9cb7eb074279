import type { Play } from "@daybook/core/listening"
import { Effect, Stream } from "effect"
import { type CsvRow, csvRows, placeOf } from "../kit/exportFile/csv.js"
import { type OpenFile, files } from "../kit/exportFile/Format.js"
import type { Member } from "../kit/exportFile/members.js"
import { decodeText } from "../kit/exportFile/text.js"
import { cleanName, mbidOf } from "../kit/values.js"
import { jsonPlays, looksLikePages } from "./jsonPages.js"
import { type Column, type Layout, layoutOf, looksLikeLastexport, timeOf } from "./tableLayout.js"
import { linksOf } from "./wire.js"

/** The start of scrobbling: devices whose clock was never set send 1970 or 2001. */
const earliest = Date.UTC(2002, 9, 1)

/** Null for a row without artist, title or a plausible time. */
const toPlay = (layout: Layout, row: ReadonlyArray<string>, latest: number): Play | null => {
  const value = (column: Column): string | null => row[layout.places.get(column) ?? -1] ?? null
  const artist = cleanName(value("artist"))
  const track = cleanName(value("track"))
  const at = timeOf(value("seconds"), value("time"))
  if (artist === null || track === null || at === null || at.playedAt < earliest || at.playedAt > latest) return null
  const album = cleanName(value("album"))
  const links = linksOf({ artist, album, track }, null)
  return {
    ...at,
    artist: { name: artist, mbid: mbidOf(value("artistMbid")), url: links.artist },
    track: { name: track, mbid: mbidOf(value("trackMbid")), url: links.track },
    album: album === null ? null : { name: album, mbid: mbidOf(value("albumMbid")), url: links.album }
  }
}

/** Why a row is no play. */
const faultOf = (layout: Layout | null, row: ReadonlyArray<string> | null): string => {
  if (layout === null) return "it stands before the first play"
  if (row === null) return "it has another number of values than the columns"
  const value = (column: Column) => row[layout.places.get(column) ?? -1] ?? null
  if (cleanName(value("artist")) === null) return "it has no artist"
  if (cleanName(value("track")) === null) return "it has no title"
  return timeOf(value("seconds"), value("time")) === null
    ? "its time cannot be read"
    : "its time is before October 2002 or in the future"
}

/** The tables with tabs in an archive, in lower case. Last.fm's own holds others next to the scrobbles. */
const isTextTable = (name: string): boolean =>
  /^(?:scrobbles|exported_tracks|complete_timeline)[^/]*\.(?:tsv|txt)$/.test(name)

/** Devices with a fast clock send plays from the near future. */
const maxClockSkew = 86_400_000

/**
 * A history as JSON (see `jsonPlays`), as a table, or an archive of such files. A table with a header, in any order:
 *
 *   uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid
 *   "1763700000","21 Nov 2025, 04:40","Hollow Lanterns","","Tin Roof Hours","","Ferry Song",""
 *
 * Or without a header, with times in UTC rounded to the minute:
 *
 *   Hollow Lanterns,Tin Roof Hours,Ferry Song,21 Nov 2025 04:40
 *
 * Or without a header, with a tab after each value, where a comma stands here:
 *
 *   1763700000,Ferry Song,Hollow Lanterns,Tin Roof Hours,,65314b12-0e08-43fa-ba33-baaa7b874c15,
 */
export const format = files<Play>({
  member: (name) => /^recenttracks-.*\.(?:csv|json)$/.test(name) || isTextTable(name),
  candidate: /\.(?:csv|json)$/,
  begins: ({ rows, text }) => looksLikePages(text) || rows.some((row) => layoutOf(row) !== null),
  rows: (members, open) => {
    const plays = Stream.flatMap(members, (member) =>
      Stream.unwrap(
        Effect.map(member.beginning ?? Effect.succeed(open.sample), ({ text }) => {
          const of = { tally: open.tally, latest: open.now + maxClockSkew, isArchived: member.beginning !== undefined }
          return looksLikePages(text) ? jsonPlays(member, { ...of, earliest }) : csvPlays(member, of, text)
        })
      )
    )
    return Stream.map(separateRepeats(plays), (row) => ({ place: "", row }))
  }
})

interface Reading {
  readonly tally: OpenFile["tally"]
  readonly latest: number
  readonly isArchived: boolean
}

const csvPlays = ({ bytes, name }: Member, { isArchived, latest, tally }: Reading, start: string) =>
  Stream.suspend(() => {
    const reader = playReader(latest, tally, isArchived ? `${name}, ` : "")
    return Stream.mapConcat(
      csvRows(decodeText(bytes), { layout: reader.layout, isUnquoted: looksLikeLastexport(start) }),
      reader.read
    )
  })

/** Reads the layout from the first matching row, and the plays from there on. */
const playReader = (latest: number, tally: OpenFile["tally"], prefix: string) => {
  let layout: Layout | null = null
  const read = (placed: CsvRow): ReadonlyArray<Play> => {
    const { isCut, line, values } = placed
    const play = values === null || layout === null ? null : toPlay(layout, values, latest)
    if (isCut) tally.cutShort(`it ends within the row at ${prefix}line ${line}`)
    else if (play === null) tally.leaveOut(`${prefix}${placeOf(placed)}`, faultOf(layout, values))
    return play === null ? [] : [play]
  }
  return {
    layout: (values: ReadonlyArray<string>) => {
      layout = layoutOf(values)
      return layout === null ? null : { columns: layout.columns, isHeader: layout.header }
    },
    read
  }
}

/** The most plays, one second apart, that fit into a minute. */
const maxRepeats = 59

/**
 * Separates equal rows of a file whose times are rounded to the minute: a short track can be played twice in one
 * minute. Each repeat is moved one second later, so that reading the file again gives the same plays.
 */
const separateRepeats = <E, R>(plays: Stream.Stream<Play, E, R>): Stream.Stream<Play, E, R> =>
  Stream.mapAccum(plays, { minute: Number.NaN, seen: new Map<string, number>() }, (state, play) => {
    if (play.precision !== "minute") return [state, play]
    const { minute, seen } =
      state.minute === play.playedAt ? state : { minute: play.playedAt, seen: new Map<string, number>() }
    const key = JSON.stringify([play.artist.name, play.track.name, play.album?.name ?? null])
    const times = seen.get(key) ?? 0
    seen.set(key, Math.min(times + 1, maxRepeats))
    return [
      { minute, seen },
      { ...play, playedAt: play.playedAt + times * 1_000 }
    ]
  })
