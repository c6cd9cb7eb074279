import type { Play } from "@daybook/core/listening"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Stream } from "effect"
import { csvRow, csvRows } from "../archive/csvRows.js"
import { badFile, exportPages } from "../archive/exportPages.js"
import { lines } from "../archive/lines.js"
import { repeated } from "../scrobbles/index.js"
import { type Layout, layoutOf, toPlay } from "./csvLayout.js"

/** Lines looked at for a sign that this is an export at all. */
const patience = 20

/**
 * A history as CSV, in either form that is about:
 *
 *   uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid
 *   "1763700000","21 Nov 2025, 04:40","Hollow Lanterns","","Tin Roof Hours","","Ferry Song",""
 *
 * or, without a header and with times only to the minute (UTC):
 *
 *   Hollow Lanterns,Tin Roof Hours,Ferry Song,21 Nov 2025 04:40
 */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Play>, SourceFailure> =>
  Stream.suspend(() => {
    const reader = csvReader()
    const plays = lines(file.stream).pipe(
      Stream.mapChunksEffect((chunk) => {
        const plays = Chunk.toReadonlyArray(chunk).flatMap(reader.feed)
        return reader.hopeless() ? foreign(file) : Effect.succeed(Chunk.unsafeFromArray(plays))
      }),
      Stream.concat(Stream.suspend(() => {
        const last = reader.end()
        return reader.known() ? Stream.fromIterable(last) : Stream.fail(foreign(file))
      }))
    )
    return exportPages(repeated(plays), reader.tally, { source: "lastfm", file })
  })

const foreign = (file: ImportFile): SourceFailure =>
  badFile(
    "lastfm",
    `${file.name} is not a Last.fm export`,
    "give a CSV file of scrobbles with the columns uts, artist, album, track, or artist, album, track, time"
  )

/** Finds out the layout from the first line that shows one, and reads the rows from there on. */
const csvReader = () => {
  let layout: Layout | null = null
  let rows = csvRows(0)
  let looked = 0
  const tally = { good: 0, broken: 0 }
  const take = (row: ReadonlyArray<string> | null): Array<Play> => {
    const play = row === null || layout === null ? null : toPlay(layout, row)
    if (play === null) tally.broken++
    else tally.good++
    return play === null ? [] : [play]
  }
  const feed = (line: string): Array<Play> => {
    if (layout !== null) return rows.feed(line).flatMap(take)
    if (line.trim() === "") return []
    const first = csvRow(line)
    layout = first === null ? null : layoutOf(first)
    if (layout === null) {
      looked++
      return []
    }
    tally.broken += looked
    rows = csvRows(layout.columns)
    return layout.header ? [] : feed(line)
  }
  return {
    feed,
    end: () => rows.end().flatMap(take),
    hopeless: () => layout === null && looked >= patience,
    known: () => layout !== null,
    tally: () => tally
  }
}
