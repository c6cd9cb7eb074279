import type { Play } from "@daybook/core/listening"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Clock, Effect, Stream } from "effect"
import { type CsvRow, csvRows } from "../archive/csv.js"
import { badFile, exportPages, makeTally } from "../archive/exportPages.js"
import { textOf } from "../archive/text.js"
import { repeated } from "../scrobbles/index.js"
import { type Layout, layoutOf, toPlay } from "./csvLayout.js"

/** Rows looked at for a sign that this is an export at all. */
const patience = 20

/** Programs whose clock runs ahead send plays from the near future. */
const clocksDiffer = 86_400_000

/**
 * A history as CSV, in either form that is in use:
 *
 *   uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid
 *   "1763700000","21 Nov 2025, 04:40","Hollow Lanterns","","Tin Roof Hours","","Ferry Song",""
 *
 * or, without a header and with times only to the minute (UTC):
 *
 *   Hollow Lanterns,Tin Roof Hours,Ferry Song,21 Nov 2025 04:40
 */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Play>, SourceFailure> =>
  Stream.unwrap(Effect.map(Clock.currentTimeMillis, (now) => {
    const reader = playReader(now + clocksDiffer)
    const plays = csvRows(textOf(file.stream), { layout: reader.layout }).pipe(
      Stream.mapChunksEffect((rows) => {
        const plays = Chunk.toReadonlyArray(rows).flatMap(reader.read)
        return reader.isHopeless() ? foreign(file) : Effect.succeed(Chunk.unsafeFromArray(plays))
      }),
      Stream.concat(Stream.suspend(() => reader.isKnown() ? Stream.empty : Stream.fail(foreign(file))))
    )
    return exportPages(repeated(plays), reader.tally, { source: "lastfm", file })
  }))

const foreign = (file: ImportFile): SourceFailure =>
  badFile(
    "lastfm",
    `${file.name} is not a Last.fm export`,
    "give a CSV file of scrobbles with the columns uts, artist, album, track, or artist, album, track, time"
  )

/** Finds the layout in the first row that shows one, and reads the rows from there on. */
const playReader = (latest: number) => {
  let layout: Layout | null = null
  const tally = makeTally()
  const read = ({ isCut, line, values }: CsvRow): ReadonlyArray<Play> => {
    const play = values === null || layout === null ? null : toPlay(layout, values, latest)
    if (isCut) tally.cutShort(`it ends within the row at line ${line}`)
    else if (play === null) tally.leaveOut(`line ${line}`)
    else tally.read()
    return play === null ? [] : [play]
  }
  return {
    layout: (values: ReadonlyArray<string>) => {
      layout = layoutOf(values)
      return layout === null ? null : { columns: layout.columns, isHeader: layout.header }
    },
    read,
    isHopeless: () => layout === null && tally.tally().broken >= patience,
    isKnown: () => layout !== null,
    tally: tally.tally
  }
}
