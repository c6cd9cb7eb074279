import * as NodeSink from "@effect/platform-node/NodeSink"
import type { SourceFailure } from "@daybook/core/sync"
import { Effect, type Scope, Stream } from "effect"
import type { Database, SQLiteValue } from "node-sqlite3-wasm"
import { createWriteStream } from "node:fs"
import { mkdtemp, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { badFile } from "../kit/exportFile/exportPages.js"
import type { Member } from "../kit/exportFile/members.js"

/** Bytes. Ten years of daily reading are about 30 MB. */
const defaultMaxBytes = 256 * 1_048_576

const magic = "SQLite format 3\0"
const headerBytes = 100

const again = "close the book in KOReader, then copy koreader/settings/statistics.sqlite3 from the device again"

export type Row = Readonly<Record<string, SQLiteValue>>

/** Reads the rows of a statement. Fails for a damaged file. */
export type Query = (
  sql: string,
  ...values: ReadonlyArray<SQLiteValue>
) => Effect.Effect<ReadonlyArray<Row>, SourceFailure>

/** Whether a file begins as a database with these tables. Their definitions are at its beginning. */
export const isDatabase = (head: string, tables: ReadonlyArray<string>): boolean =>
  head.startsWith(magic) && tables.every((table) => head.includes(table))

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "daybook-import-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

/** The bytes as a file on disk: SQLite reads pages in any order. */
const writeFile = (source: string, { bytes, name }: Member, path: string, maxBytes: number) =>
  Effect.suspend(() => {
    let size = 0
    const limited = Stream.tap(bytes, (part) => {
      size += part.length
      return size > maxBytes ? badFile(source, `${name} has more than ${maxBytes / 1_048_576} MB`, again) : Effect.void
    })
    const unwritable = () => badFile(source, `${name} cannot be unpacked to ${path}`, "free some space on its disk")
    return Effect.map(
      Stream.run(
        limited,
        NodeSink.fromWritable(() => createWriteStream(path), unwritable)
      ),
      () => size
    )
  })

/** What is wrong with a header of a file with `size` bytes; null for nothing. SQLite reads missing pages as zeros. */
const mistakeIn = (header: Buffer, size: number): string | null => {
  if (header.toString("latin1", 0, magic.length) !== magic) return "is no SQLite database"
  const field = header.readUInt16BE(16)
  const pageSize = field === 1 ? 65_536 : field
  // Programs before 2010 do not write the number of pages.
  const hasCount = header.readUInt32BE(24) === header.readUInt32BE(92)
  return size % pageSize !== 0 || (hasCount && header.readUInt32BE(28) * pageSize > size) ? "is cut short" : null
}

/**
 * Checks the header, and marks the file as one without a write-ahead log. KOReader uses one, and SQLite could read such
 * a file only with shared memory, which WebAssembly lacks. A closed database has all its rows in the file.
 */
const prepare = (source: string, name: string, path: string, size: number) =>
  Effect.gen(function* () {
    const file = yield* Effect.acquireRelease(
      Effect.promise(() => open(path, "r+")),
      (opened) => Effect.promise(() => opened.close())
    )
    const header = Buffer.alloc(headerBytes)
    yield* Effect.promise(() => file.read(header, 0, headerBytes, 0))
    const mistake = mistakeIn(header, size)
    if (mistake !== null) return yield* badFile(source, `${name} ${mistake}`, again)
    yield* Effect.promise(() => file.write(Buffer.from([1, 1]), 0, 2, 18))
  })

const attempt = <A>(source: string, name: string, read: () => A) =>
  Effect.try({
    try: read,
    catch: (cause) =>
      badFile(source, `${name} is damaged: ${cause instanceof Error ? cause.message : String(cause)}`, again)
  })

/** Opens a database of at most `maxBytes` for reading. A copy of it is on disk until the scope closes. */
export const openDatabase = (
  source: string,
  member: Member,
  maxBytes = defaultMaxBytes
): Effect.Effect<Query, SourceFailure, Scope.Scope> =>
  Effect.gen(function* () {
    const path = join(yield* temporaryFolder, "statistics.sqlite3")
    const size = yield* writeFile(source, member, path, maxBytes)
    yield* Effect.scoped(prepare(source, member.name, path, size))
    const { default: sqlite } = yield* Effect.promise(() => import("node-sqlite3-wasm"))
    const database = yield* Effect.acquireRelease(
      attempt(source, member.name, (): Database => new sqlite.Database(path, { readOnly: true })),
      (opened) => Effect.sync(() => opened.close())
    )
    return (sql, ...values) => attempt(source, member.name, () => database.all(sql, [...values]) as ReadonlyArray<Row>)
  })

/** Fails if a table lacks one of these columns. A view of that name does not count: it could be of any size. */
export const requireColumns = (
  source: string,
  { name }: Member,
  query: Query,
  tables: Readonly<Record<string, ReadonlyArray<string>>>
) =>
  Effect.forEach(
    Object.entries(tables),
    ([table, columns]) =>
      Effect.gen(function* () {
        const rows = yield* query(
          `SELECT column.name AS name FROM sqlite_schema AS item JOIN pragma_table_info(item.name) AS column
           WHERE item.type = 'table' AND item.name = ?`,
          table
        )
        const lacking = columns.find((column) => !rows.some((row) => row["name"] === column))
        if (lacking !== undefined)
          return yield* badFile(
            source,
            `${name} is no statistics.sqlite3 of KOReader: it has no ${table}.${lacking}`,
            "open a book in KOReader 2020.11 or later, which renews the file, then copy it from the device again"
          )
      }),
    { discard: true }
  )
