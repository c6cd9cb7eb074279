import { type SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Stream } from "effect"
import { csvRows, placeOf } from "../../kit/exportFile/csv.js"
import { decodeText } from "../../kit/exportFile/text.js"

/** A table of the archive. Its layout depends on all of its rows, so it is held in memory. */
export interface ArchiveTable {
  /** Readable rows, the header first. */
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** Places of the rows that cannot be read. */
  readonly damage: ReadonlyArray<string>
  /** The place of the row within which the table ends; null for a complete table. */
  readonly cutAt: string | null
  /** Nothing speaks against the table being as the provider wrote it. */
  readonly isWhole: boolean
}

const noTable: ArchiveTable = { rows: [], damage: [], cutAt: null, isWhole: false }

/**
 * Reads a table, null for a missing one. Programs for tables omit empty values at the end of a row. So a short row is
 * damage only where the file ends in it.
 */
export const readTable = (
  bytes: Stream.Stream<Uint8Array, SourceFailure> | null
): Effect.Effect<ArchiveTable, SourceFailure> =>
  bytes === null
    ? Effect.succeed(noTable)
    : csvRows(decodeText(bytes), {
        layout: (values) => ({ columns: values.length, isHeader: false }),
        mayBeShort: true,
        endsEveryRow: true
      }).pipe(
        Stream.runCollect,
        Effect.map((chunk): ArchiveTable => {
          const all = Chunk.toReadonlyArray(chunk)
          const cut = all.find(({ isCut }) => isCut)
          const damage = all.filter(({ isCut, values }) => !isCut && values === null).map(placeOf)
          return {
            rows: all.flatMap(({ isCut, values }) => (isCut || values === null ? [] : [values])),
            damage,
            cutAt: cut === undefined ? null : placeOf(cut),
            isWhole: cut === undefined && damage.length === 0 && all.every(({ isUneven }) => isUneven !== true)
          }
        })
      )
