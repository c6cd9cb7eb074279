// `node packages/cli/sample/record.mjs [DATA]`, after `npm run build`: records what the published package's demo
// restores. It syncs the simulators into the folder DATA, or a temporary one. sample.daybook is next to this file.
import { database } from "@daybook/adapters"
import { ConfigProvider, Context, Effect, Layer } from "effect"
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"

const here = import.meta.dirname
const data = process.argv[2] ?? mkdtempSync(join(tmpdir(), "daybook-sample-"))

const daybook = (...args) => {
  const env = { ...process.env, DAYBOOK_DATA_DIR: data }
  const { status } = spawnSync(process.execPath, [join(here, "../dist/main.js"), ...args], { env, stdio: "inherit" })
  if (status !== 0) throw new Error(`daybook ${args.join(" ")} ended with ${status}`)
}

/** Each time drains the enrichment queues for half a minute. */
const rounds = 4
/** Pictures of each kind, the first ones that were fetched. Each is at most this many pixels wide and high. */
const picturesOfKind = 40
const pixels = 400

const SqlClient = Context.GenericTag("@effect/sql/SqlClient")

/** State of one instance: keys, logins, cursors, and what its queues wait for. */
const ownState = [
  "api_keys",
  "provider_tokens",
  "provider_token_leases",
  "webhook_events",
  "sync_runs",
  "sync_slots",
  "sync_cursors",
  "sync_lists",
  "sync_removals",
  "enrichment_tasks",
  "hosts"
]

/** The simulators' addresses lead nowhere later. */
const withoutAddresses = (sql) =>
  Effect.gen(function* () {
    const columns = yield* sql`
      SELECT attrelid::regclass::text AS table, attname::text AS column, format_type(atttypid, atttypmod) AS type
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND attnum > 0 AND NOT attisdropped
        AND attgenerated = '' AND atttypid = ANY('{text,text[],jsonb}'::regtype[])`
    for (const { column, table, type } of columns)
      yield* sql`
        UPDATE ${sql.literal(table)} SET ${sql(column)} = regexp_replace(
          ${sql(column)}::text, 'http://127\\.0\\.0\\.1:[0-9]+', 'https://sample.invalid', 'g')::${sql.literal(type)}
        WHERE ${sql(column)}::text LIKE '%http://127.0.0.1:%'`
  })

const fileOf = (name) => join(data, "images", "originals", name.slice(0, 2), name)

/** Stores a smaller form of a picture. */
const shrink = async (original) => {
  const { data: bytes, info } = await sharp(readFileSync(fileOf(original)))
    .resize(pixels, pixels, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 60, effort: 6 })
    .toBuffer({ resolveWithObject: true })
  const name = createHash("sha256").update(bytes).digest("hex")
  mkdirSync(join(fileOf(name), ".."), { recursive: true })
  writeFileSync(fileOf(name), bytes)
  return { name, width: info.width, height: info.height }
}

const somePictures = (sql) =>
  Effect.gen(function* () {
    yield* sql`
      UPDATE images SET due_at = NULL, original = CASE WHEN place <= ${picturesOfKind} THEN images.original END
      FROM (
        SELECT ctid AS id, row_number() OVER (PARTITION BY entity_type, original IS NULL ORDER BY entity_id) AS place
        FROM images
      ) AS ranked WHERE images.ctid = ranked.id`
    yield* sql`
      UPDATE images SET width = NULL, height = NULL, thumbhash = NULL, dominant_color = NULL, accent_color = NULL,
        source = NULL, source_url = NULL
      WHERE original IS NULL`
    const originals = yield* sql`SELECT DISTINCT original FROM images WHERE original IS NOT NULL`
    for (const { original } of originals) {
      const { height, name, width } = yield* Effect.promise(() => shrink(original))
      yield* sql`UPDATE images SET original = ${name}, width = ${width}, height = ${height} WHERE original = ${original}`
    }
  })

const tidied = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const table of ownState) yield* sql`DELETE FROM ${sql(table)}`
  yield* withoutAddresses(sql)
  yield* somePictures(sql)
})

const settings = Layer.setConfigProvider(ConfigProvider.fromMap(new Map([["DAYBOOK_DATA_DIR", data]])))

for (let round = 0; round < rounds; round++) daybook("demo", "--no-serve", "--data", data)
await Effect.runPromise(tidied.pipe(Effect.provide(database), Effect.provide(settings)))
daybook("backup", join(here, "sample.daybook"))
if (process.argv[2] === undefined) rmSync(data, { recursive: true })
