import { type RecordBatch, recordPage } from "@daybook/core/domain"
import { Chunk, Option, Stream } from "effect"
import { endedBy } from "./exportPages.js"
import type { Placed } from "./Format.js"
import type { ToPages } from "./importer.js"

/** A record of a declared domain with its time, or the reason why a row is none. */
export type RecordRow = { readonly values: object; readonly at: number | null } | string | null

/** A row of a table as a record. */
export const recordOf = (row: object | string): RecordRow => (typeof row === "string" ? row : { values: row, at: null })

/** The records of one type of a declared domain, in pages. */
export const recordPages =
  (record: string, perPage = 1_000): ToPages<RecordRow, RecordBatch> =>
  (rows, { file, source, tally }) => {
    const readable = ({ place, row }: Placed<RecordRow>) => {
      if (row === null) tally.leaveOut(place, `it is not a complete ${record}`)
      else if (typeof row === "string") tally.skip(row, place)
      else if (row.at === null) tally.read()
      else tally.readAt(row.at)
      return row === null || typeof row === "string" ? Option.none() : Option.some(row.values)
    }
    return rows.pipe(
      Stream.filterMap(readable),
      Stream.rechunk(perPage),
      Stream.chunks,
      Stream.filter(Chunk.isNonEmpty),
      Stream.map((chunk) => recordPage({ record, rows: Chunk.toReadonlyArray(chunk) })),
      endedBy(tally.tally, { source, file })
    )
  }
