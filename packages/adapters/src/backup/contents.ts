import { Data, Effect, Schema } from "effect"
import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import { DeclaredName, DomainShape, tableOf as declaredTable } from "../postgres/declared/shape.js"
import { tables } from "./tables.js"

/** A backup cannot be made, verified or restored. `message` is one line: what happened, why, what to do next. */
export class BackupFailure extends Data.TaggedError("BackupFailure")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** Names become part of SQL statements, so only Daybook's own are valid. */
const Name = Schema.String.pipe(Schema.pattern(/^[a-z_][a-z0-9_$]{0,62}$/))

const tableNames: ReadonlySet<string> = new Set(tables)

/** The first file of a backup: what is known before rows are read. */
export const Head = Schema.Struct({
  /** Version of the file format. Other versions are refused. */
  format: Schema.Literal(1),
  made_at: Schema.String,
  /** Number of the database's newest migration. */
  schema: Schema.Int.pipe(Schema.positive()),
  /** Tables in the order in which they can be filled, with their columns. */
  tables: Schema.Array(Schema.Struct({ name: Name, columns: Schema.Array(Name) })),
  /** The domains from outside, whose tables are made from their declarations. */
  domains: Schema.optional(Schema.Array(Schema.Struct({ name: DeclaredName, records: DomainShape }))),
  /** Identifies the secret that encrypts logins, without revealing it. */
  secret_mark: Schema.NullOr(Schema.String),
  /** Signs the URLs of the pictures in this backup. */
  picture_key: Schema.NullOr(Schema.String)
}).pipe(
  Schema.filter(({ domains = [], tables }) => {
    const declared = new Set(
      domains.flatMap(({ name, records }) => records.map(([record]) => declaredTable(name, record)))
    )
    return tables.every(({ name }) => tableNames.has(name) || declared.has(name))
  })
)
export type Head = typeof Head.Type

/** The last file of a backup: what it contains, for comparison. */
export const Contents = Schema.Struct({
  tables: Schema.Array(Schema.Struct({ name: Name, rows: Schema.Int, sum: Schema.String })),
  sequences: Schema.Array(Schema.Struct({ name: Name, value: Schema.NullOr(Schema.Int) })),
  pictures: Schema.Int,
  /** Pictures in the database whose original was missing in the store. */
  missing_pictures: Schema.Int
})
export type Contents = typeof Contents.Type

export const headName = "daybook.json"
export const contentsName = "contents.json"

export const encoded = <A, I>(schema: Schema.Schema<A, I>, value: A): Buffer =>
  Buffer.from(`${JSON.stringify(Schema.encodeSync(schema)(value), null, 1)}\n`)

export const decoded = <A, I>(schema: Schema.Schema<A, I>, bytes: Buffer): Effect.Effect<A, BackupFailure> =>
  Schema.decodeUnknown(Schema.parseJson(schema))(bytes.toString()).pipe(
    Effect.mapError(
      (cause) =>
        new BackupFailure({
          message: "the backup is of a form that this Daybook does not know: upgrade Daybook",
          cause
        })
    )
  )

/** `tables/listening_plays/000001.ndjson.gz` */
export const pieceName = (table: string, number: number) =>
  `tables/${table}/${String(number).padStart(6, "0")}.ndjson.gz`
const piecePattern = /^tables\/([a-z0-9_]+)\/\d+\.ndjson\.gz$/
/** The table whose rows a file holds. */
export const tableOf = (name: string): string | undefined => piecePattern.exec(name)?.[1]

const picturePattern = /^pictures\/([0-9a-f]{64})$/
export const pictureName = (original: string) => `pictures/${original}`
/** The original that a file holds. */
export const originalOf = (name: string): string | undefined => picturePattern.exec(name)?.[1]

/** Far more than the size of any piece. */
const maxPieceBytes = 512 * 1_048_576

export const pack = (lines: ReadonlyArray<string>): Effect.Effect<Buffer> =>
  Effect.promise(() => promisify(gzip)(`${lines.join("\n")}\n`, { level: 5 }))

export const unpack = (bytes: Buffer): Effect.Effect<ReadonlyArray<string>, BackupFailure> =>
  Effect.tryPromise({
    try: () => promisify(gunzip)(bytes, { maxOutputLength: maxPieceBytes }),
    catch: (cause) =>
      new BackupFailure({ message: "the backup is damaged (rows that cannot be unpacked): use another backup", cause })
  }).pipe(Effect.map((text) => text.toString().trimEnd().split("\n")))

/** Receives the number of rows processed since the last call. */
export type Progress = (rows: number) => Effect.Effect<void>

export const silent: Progress = () => Effect.void
