import type { FullListing } from "@daybook/core/sync"
import { type WatchingRecord, watchingWriter } from "@daybook/core/watching"
import { Chunk, Stream } from "effect"
import { type makeTally, exportPages } from "../exportFile/exportPages.js"
import type { OpenFile, Placed } from "../exportFile/Format.js"
import type { ToPages } from "../exportFile/importer.js"

/** Why a readable row is no viewing. Part of the summary of an import: `60 trailers`. */
type LeftOut =
  | "trailers"
  | "played by itself"
  | "short"
  | "other profiles"
  | "not watched"
  | "not a film or series"
  | "episodes without a number"
  | "ratings of episodes"
  | "joined"

/** The records of a row, the reason why it has none, null for a row that cannot be read, or none if it is counted. */
export type WatchRow = ReadonlyArray<WatchingRecord> | LeftOut | null

export type WatchTally = ReturnType<typeof makeTally>

export type PlacedWatch = Placed<WatchRow>

/** The first day of cinema. Earlier times are those of a clock that was never set. */
const earliest = Date.UTC(1900, 0, 1)
const maxClockSkew = 86_400_000

/** Whether an instant can be that of a viewing. */
export const isPlausible = (at: number, now: number): boolean => at >= earliest && at <= now + maxClockSkew

const countedWatches =
  (tally: WatchTally) =>
  <E, R>(rows: Stream.Stream<PlacedWatch, E, R>): Stream.Stream<WatchingRecord, E, R> =>
    Stream.mapChunks(rows, (chunk) =>
      Chunk.flatMap(chunk, ({ place, row }) => {
        if (row === null) {
          tally.leaveOut(place, "it is not a complete row of a viewing")
          return Chunk.empty()
        }
        if (typeof row === "string") {
          tally.skip(row, place)
          return Chunk.empty()
        }
        // Its reader has counted it as left out.
        if (row.length === 0) return Chunk.empty()
        const at = row.find(({ report }) => report?.at != null)?.report?.at ?? null
        if (at === null) tally.read()
        else tally.readAt(at)
        return Chunk.fromIterable(row)
      })
    )

/** The viewings of an export file, in pages. */
const watchPages: ToPages<WatchRow, WatchingRecord> = (rows, { file, source, tally }) =>
  exportPages(countedWatches(tally)(rows), tally.tally, { source, file })

/** The same of files of which an older one must not replace ratings of a newer one. `madeAt`: epoch milliseconds. */
export const watchPagesOf =
  (madeAt: (open: OpenFile) => number | undefined): ToPages<WatchRow, WatchingRecord> =>
  (rows, open) => {
    const asOf = madeAt(open)
    const pages = watchPages(rows, open)
    return asOf === undefined
      ? pages
      : Stream.map(pages, (page) => ({ ...page, fullListing: { asOf, completeLists: [] } satisfies FullListing }))
  }

/** What sources have in common whose files hold viewings. */
export const watches = { writer: watchingWriter, syncType: "viewings", toPages: watchPages }
