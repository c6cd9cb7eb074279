import { type Originals } from "@daybook/core/images"
import type { SqlError } from "@effect/sql/SqlError"
import { Clock, Effect, Option } from "effect"
import * as PictureKey from "../images/PictureKey.js"
import { text } from "../postgres/kit/columns.js"
import { sql } from "../postgres/kit/sql.js"
import { appliedDeclarations } from "../postgres/declared/declarations.js"
import { applied } from "../postgres/migrate.js"
import { Secret } from "../Secret.js"
import { writeArchive } from "./archive/writeArchive.js"
import {
  BackupFailure,
  Contents,
  Head,
  type Progress,
  contentsName,
  encoded,
  headName,
  pack,
  pictureName,
  pieceName
} from "./contents.js"
import { type TableShape, atOneMoment, digestOf, readRows, sequenceStates, shapes } from "./rows.js"

/** Figures of a finished backup. */
export interface Report {
  readonly file: string
  readonly schema: number
  readonly tables: number
  readonly rows: number
  readonly pictures: number
  readonly missingPictures: number
  readonly bytes: number
}

/** The parts of a backup's head that do not come from the database. */
type Marks = Pick<Head, "secret_mark" | "picture_key">

type Readable = Pick<typeof Originals.Service, "get">

/** For a backup of rows alone. */
const withoutPictures: Readable = { get: () => Effect.succeedNone }

type Archive = Effect.Effect.Success<ReturnType<typeof writeArchive>>

/** Writes a consistent snapshot of the database, and its pictures, into a file. */
export const dump = <R>(
  file: string,
  marks: Effect.Effect<Marks, SqlError, R>,
  progress: Progress,
  pictures: Readable | undefined
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const archive = yield* writeArchive(file, Math.floor(now / 1_000))
      const { originals, ...found } = yield* atOneMoment(
        Effect.gen(function* () {
          const schema = yield* applied
          if (schema === 0)
            return yield* new BackupFailure({
              message:
                "there is nothing to back up: the database is empty; check DAYBOOK_DATA_DIR and DAYBOOK_DATABASE_URL"
            })
          const all = yield* shapes
          const domains = (yield* appliedDeclarations).flatMap(({ name, shape }) =>
            shape === undefined ? [] : [{ name, records: shape }]
          )
          const head: Head = {
            format: 1,
            made_at: new Date(now).toISOString(),
            schema,
            tables: all,
            ...(domains.length === 0 ? {} : { domains }),
            ...(yield* marks)
          }
          yield* archive.add(headName, encoded(Head, head))
          const tables = yield* Effect.forEach(all, (shape) => addTable(archive, shape, progress))
          return {
            schema,
            tables,
            sequences: yield* sequenceStates,
            originals: pictures === undefined ? [] : yield* knownOriginals(all)
          }
        })
      )
      const presence = yield* Effect.forEach(originals, (original) =>
        addPicture(archive, pictures ?? withoutPictures, original)
      )
      const contents: Contents = {
        tables: found.tables,
        sequences: found.sequences,
        pictures: presence.filter((isThere) => isThere).length,
        missing_pictures: presence.filter((isThere) => !isThere).length
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
    })
  )

const addTable = (archive: Archive, shape: TableShape, progress: Progress) =>
  Effect.gen(function* () {
    const digest = digestOf()
    let pieces = 0
    yield* readRows(shape, (lines) =>
      Effect.gen(function* () {
        yield* digest.add(lines)
        yield* archive.add(pieceName(shape.name, ++pieces), yield* pack(lines))
        yield* progress(lines.length)
      })
    )
    return { name: shape.name, ...digest.digest() }
  })

/** Names of the originals that rows refer to. */
const knownOriginals = (all: ReadonlyArray<TableShape>) =>
  Effect.gen(function* () {
    if (!all.some(({ name }) => name === "images")) return []
    const rows = yield* sql({ original: text })`
      SELECT DISTINCT original FROM images WHERE original IS NOT NULL ORDER BY original`
    return rows.map(({ original }) => original)
  })

/** Returns whether the original exists. */
const addPicture = (archive: Archive, pictures: Readable, original: string) =>
  Effect.gen(function* () {
    const bytes = yield* pictures.get(original)
    if (Option.isNone(bytes)) return false
    yield* archive.add(pictureName(original), bytes.value)
    return true
  })

/** A fingerprint of the secret. */
export const secretMark = Effect.map(Secret, (secret) =>
  secret.keyFor("mark in backups").subarray(0, 12).toString("hex")
)

/** What a backup stores of the secret: a fingerprint, and the key that signs picture URLs. */
export const marks = Effect.gen(function* () {
  const key = yield* PictureKey.current
  const all: Marks = { secret_mark: yield* secretMark, picture_key: key.toString("base64url") }
  return all
})
