import { type Originals } from "@daybook/core/images"
import { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Clock, Effect, Option } from "effect"
import { applied } from "../postgres/migrate.js"
import { writeArchive } from "./archive/writeArchive.js"
import { BackupFailure } from "./BackupFailure.js"
import { Contents, contentsName, encoded, Head, headName, pack, pictureName, pieceName } from "./contents.js"
import type { Progress } from "./Progress.js"
import { digestOf } from "./rows/digest.js"
import { atOneMoment, readRows, sequenceStates, shapes, type TableShape } from "./rows/readRows.js"

/** What a backup came to. */
export interface Report {
  readonly file: string
  readonly schema: number
  readonly tables: number
  readonly rows: number
  readonly pictures: number
  readonly missingPictures: number
  readonly bytes: number
}

/** What of a backup comes from beside the database. */
export type Marks = Pick<Head, "secret_mark" | "picture_key">

type Readable = Pick<typeof Originals.Service, "get">

/** Pictures of a backup that is about rows alone. */
const withoutPictures: Readable = { get: () => Effect.succeedNone }

type Archive = Effect.Effect.Success<ReturnType<typeof writeArchive>>

/** Writes all that the database holds at one moment, and the pictures that it knows, into a file. */
export const dump = <R>(file: string, marks: Effect.Effect<Marks, SqlError, R>, progress: Progress, pictures: Readable | undefined) =>
  Effect.scoped(Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const archive = yield* writeArchive(file, Math.floor(now / 1_000))
    const { originals, ...found } = yield* atOneMoment(Effect.gen(function*() {
      const schema = yield* applied
      if (schema === 0) return yield* new BackupFailure({ message: "there is nothing to back up: the database is empty; check DAYBOOK_DATA_DIR and DAYBOOK_DATABASE_URL" })
      const all = yield* shapes
      const head: Head = { format: 1, made_at: new Date(now).toISOString(), schema, tables: all, ...(yield* marks) }
      yield* archive.add(headName, encoded(Head, head))
      const tables = yield* Effect.forEach(all, (shape) => addTable(archive, shape, progress))
      return { schema, tables, sequences: yield* sequenceStates, originals: pictures === undefined ? [] : yield* knownOriginals(all) }
    }))
    const stored = yield* Effect.forEach(originals, (original) => addPicture(archive, pictures ?? withoutPictures, original))
    const contents: Contents = {
      tables: found.tables,
      sequences: found.sequences,
      pictures: stored.filter((isThere) => isThere).length,
      missing_pictures: stored.filter((isThere) => !isThere).length
    }
    yield* archive.add(contentsName, encoded(Contents, contents))
    const bytes = yield* archive.finish
    const report: Report = {
      file,
      schema: found.schema,
      tables: contents.tables.length,
      rows: contents.tables.reduce((sum, { rows }) => sum + rows, 0),
      pictures: contents.pictures,
      missingPictures: contents.missing_pictures,
      bytes
    }
    return report
  }))

const addTable = (archive: Archive, shape: TableShape, progress: Progress) =>
  Effect.gen(function*() {
    const digest = digestOf()
    let pieces = 0
    yield* readRows(shape, (lines) =>
      Effect.gen(function*() {
        digest.add(lines)
        yield* archive.add(pieceName(shape.name, ++pieces), yield* pack(lines))
        yield* progress(lines.length)
      }))
    return { name: shape.name, ...digest.digest() }
  })

/** Names of the originals that rows speak of. */
const knownOriginals = (all: ReadonlyArray<TableShape>) =>
  Effect.gen(function*() {
    if (!all.some(({ name }) => name === "images")) return []
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ original: string }>`SELECT DISTINCT original FROM images WHERE original IS NOT NULL ORDER BY original`
    return rows.map(({ original }) => original)
  })

/** Whether it was there. */
const addPicture = (archive: Archive, pictures: Readable, original: string) =>
  Effect.gen(function*() {
    const bytes = yield* pictures.get(original)
    if (Option.isNone(bytes)) return false
    yield* archive.add(pictureName(original), bytes.value)
    return true
  })
