import { Effect, Schema } from "effect"
import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import { BackupFailure } from "./BackupFailure.js"
import { tables } from "./rows/tables.js"

/** Names go into statements: nothing else than ours can be one. */
const Name = Schema.String.pipe(Schema.pattern(/^[a-z][a-z0-9_]{0,62}$/))

const known: ReadonlySet<string> = new Set(tables)

/** What is known before anything is read: the first file of a backup. */
export const Head = Schema.Struct({
  /** Of this file format; another one is not understood. */
  format: Schema.Literal(1),
  made_at: Schema.String,
  /** Number of the newest migration that the database had. */
  schema: Schema.Int.pipe(Schema.positive()),
  /** Tables in the order in which they can be filled, and what the values of a row are. */
  tables: Schema.Array(Schema.Struct({ name: Schema.String.pipe(Schema.filter((name) => known.has(name))), columns: Schema.Array(Name) })),
  /** Tells whether a secret is the one that logins are sealed with, and tells nothing of it. */
  secret_mark: Schema.NullOr(Schema.String),
  /** Signs the addresses of pictures, which are in here themselves. */
  picture_key: Schema.NullOr(Schema.String)
})
export type Head = typeof Head.Type

/** What was put in, to compare with: the last file of a backup. */
export const Contents = Schema.Struct({
  tables: Schema.Array(Schema.Struct({ name: Name, rows: Schema.Int, sum: Schema.String })),
  sequences: Schema.Array(Schema.Struct({ name: Name, value: Schema.NullOr(Schema.Int) })),
  pictures: Schema.Int,
  /** Pictures that the database knows and the store had not. */
  missing_pictures: Schema.Int
})
export type Contents = typeof Contents.Type

export const headName = "daybook.json"
export const contentsName = "contents.json"

export const encoded = <A, I>(schema: Schema.Schema<A, I>, value: A): Buffer => Buffer.from(`${JSON.stringify(Schema.encodeSync(schema)(value), null, 1)}\n`)

export const decoded = <A, I>(schema: Schema.Schema<A, I>, bytes: Buffer): Effect.Effect<A, BackupFailure> =>
  Schema.decodeUnknown(Schema.parseJson(schema))(bytes.toString()).pipe(
    Effect.mapError((cause) => new BackupFailure({ message: "the backup is of a form that this Daybook does not know: upgrade Daybook", cause }))
  )

/** `tables/listening_plays/000001.ndjson.gz` */
export const pieceName = (table: string, number: number) => `tables/${table}/${String(number).padStart(6, "0")}.ndjson.gz`
const piecePattern = /^tables\/([a-z_]+)\/\d+\.ndjson\.gz$/
/** The table that a file holds rows of. */
export const tableOf = (name: string): string | undefined => piecePattern.exec(name)?.[1]

const picturePattern = /^pictures\/([0-9a-f]{64})$/
export const pictureName = (original: string) => `pictures/${original}`
/** The original that a file holds. */
export const originalOf = (name: string): string | undefined => picturePattern.exec(name)?.[1]

/** Far more than a piece is ever about. */
const largestPiece = 512 * 1_048_576

export const pack = (lines: ReadonlyArray<string>): Effect.Effect<Buffer> =>
  Effect.promise(() => promisify(gzip)(`${lines.join("\n")}\n`, { level: 5 }))

export const unpack = (bytes: Buffer): Effect.Effect<ReadonlyArray<string>, BackupFailure> =>
  Effect.tryPromise({
    try: () => promisify(gunzip)(bytes, { maxOutputLength: largestPiece }),
    catch: (cause) => new BackupFailure({ message: "the backup is damaged (rows that cannot be unpacked): use another backup", cause })
  }).pipe(Effect.map((text) => text.toString().trimEnd().split("\n")))
