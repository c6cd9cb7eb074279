import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Stream } from "effect"
import { nameOf } from "../images/fileOriginals.js"
import { sql } from "../postgres/kit/sql.js"
import { createTable, indexesOf } from "../postgres/declared/definitions.js"
import { tableOf as tableOfRecord } from "../postgres/declared/shape.js"
import { latest, migrateTo } from "../postgres/migrate.js"
import { mapInSlices } from "@daybook/sources/kit"
import { type Entry, readArchive } from "./archive/readArchive.js"
import {
  BackupFailure,
  Contents,
  Head,
  type Progress,
  contentsName,
  decoded,
  headName,
  originalOf,
  tableOf,
  unpack
} from "./contents.js"
import { type DateMove, moveDates } from "./moveDates.js"
import {
  type DigestOf,
  type TableShape,
  digestOf,
  plainTexts,
  withoutTriggers,
  writeRows,
  writeSequences
} from "./rows.js"

/** The head and contents of a file whose checksum was verified. */
export interface Checked {
  readonly head: Head
  readonly contents: Contents
}

const foreign = (file: string) =>
  new BackupFailure({ message: `${file} is no backup of Daybook: give a file that \`daybook backup\` made` })

/** Reads a whole backup and verifies its checksum. Fails if a single bit differs. */
export const check = Effect.fn("backup.check")(function* (file: string) {
  let head: Head | undefined
  let contents: Contents | undefined
  let pictures = 0
  yield* Stream.runForEach(readArchive(file), (entry) =>
    Effect.gen(function* () {
      if (head === undefined) {
        if (entry.name !== headName) return yield* foreign(file)
        head = yield* decoded(Head, entry.bytes)
      } else if (entry.name === contentsName) contents = yield* decoded(Contents, entry.bytes)
      else if (originalOf(entry.name) !== undefined) {
        pictures++
        if (nameOf(entry.bytes) !== originalOf(entry.name)) return yield* foreign(file)
      } else if (tableOf(entry.name) === undefined) return yield* foreign(file)
    })
  )
  if (head === undefined || contents?.pictures !== pictures) return yield* foreign(file)
  const { schema } = head as Head
  if (schema > latest) {
    return yield* new BackupFailure({
      message: `${file} was made by a newer Daybook (schema ${schema}, this one knows ${latest}): upgrade Daybook`
    })
  }
  const checked: Checked = { head, contents }
  return checked
})

/**
 * Creates the backup's schema in a database without Daybook's tables, and loads the rows. Run it in a transaction: a
 * file that changed since the check is detected only at the end.
 */
export const load = Effect.fn("backup.load")(function* (
  file: string,
  { contents, head }: Checked,
  progress: Progress,
  move?: DateMove
) {
  yield* migrateTo(head.schema)
  yield* createDeclared(head)
  yield* plainTexts
  // Tables of passing state, which no backup has, may refer to these.
  yield* sql`TRUNCATE ${sql.literal(head.tables.map(({ name }) => `"${name}"`).join(", "))} CASCADE`
  const digests = new Map(head.tables.map(({ name }) => [name, digestOf()]))
  yield* withoutTriggers(
    head.tables,
    Stream.runForEach(readArchive(file), (entry) => loadPiece(head, entry, digests, progress, move))
  )
  yield* writeSequences(contents.sequences)
  for (const { name, rows, sum } of contents.tables) {
    const digest = digests.get(name)?.digest()
    if (digest?.rows !== rows || digest.sum !== sum)
      return yield* new BackupFailure({ message: `${file} changed while it was read: try again` })
  }
})

/** Creates the tables of domains from outside, with the columns in the order that they had. */
const createDeclared = ({ domains = [], tables }: Head) =>
  Effect.forEach(domains, ({ name, records }) =>
    Effect.forEach(records, ([record, shape]) => {
      const table = tableOfRecord(name, record)
      const columns = tables.find((one) => one.name === table)?.columns.filter((column) => column !== "id")
      const statements = [createTable(table, shape, columns), ...indexesOf(table, shape).values()]
      return Effect.forEach(statements, (statement) => sql`${sql.literal(statement)}`)
    })
  )

const loadPiece = (
  head: Head,
  entry: Entry,
  digests: ReadonlyMap<string, DigestOf>,
  progress: Progress,
  move: DateMove | undefined
): Effect.Effect<void, BackupFailure | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const name = tableOf(entry.name)
    const shape: TableShape | undefined = head.tables.find((table) => table.name === name)
    if (shape === undefined) return
    const lines = yield* unpack(entry.bytes)
    yield* digests.get(shape.name)?.add(lines) ?? Effect.void
    yield* writeRows(shape, move === undefined ? lines : yield* mapInSlices(lines, (line) => moveDates(line, move)))
    yield* progress(lines.length)
  })
