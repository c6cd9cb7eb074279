import {
  type Import,
  ImportStore,
  type ImportResult,
  importStates,
  receiptLifetime,
  recordLifetime
} from "@daybook/core/imports"
import { Effect, Option } from "effect"
import { type RowOf, bigint, boolean, instant, json, nullable, number, oneOf, text, toJson } from "./kit/columns.js"
import { sql } from "./kit/sql.js"
import { storeLayer } from "./kit/store.js"
import { table } from "./kit/table.js"

const imports = table("imports", {
  id: number,
  file: text,
  name: text,
  source: text,
  domain: text,
  state: oneOf(importStates),
  isDryRun: boolean,
  size: bigint,
  announced: nullable(bigint),
  bytesRead: bigint,
  pages: number,
  rows: bigint,
  rowsBefore: bigint,
  added: number,
  changed: number,
  removed: number,
  present: number,
  firstAt: nullable(instant),
  lastAt: nullable(instant),
  run: nullable(number),
  checkResult: nullable(json<ImportResult>()),
  result: nullable(json<ImportResult>()),
  failure: nullable(json<NonNullable<Import["failure"]>>()),
  createdAt: instant,
  startedAt: nullable(instant),
  changedAt: instant,
  finishedAt: nullable(instant)
})

const toImport = ({ checkResult, ...row }: RowOf<typeof imports.columns>): Import => ({ ...row, check: checkResult })

const selectImports = sql`SELECT ${imports.select("imports")} FROM imports`

const at = (time: number) => new Date(time)
const atOrNull = (time: number | null) => (time === null ? null : at(time))
const isAny = (rows: ReadonlyArray<unknown>) => rows.length > 0

/** Tables with fewer rows that a rollback left are not slow. */
const fewDeadRows = 500

/** More imports than these are not listed. */
const maxListed = 200

export const layer = storeLayer(ImportStore, {
  create: ({ announced, file, isDryRun, name, now }) =>
    Effect.map(
      sql({ id: number })`
        INSERT INTO imports (file, name, is_dry_run, announced, created_at, changed_at)
        VALUES (${file}, ${name}, ${isDryRun}, ${announced}, ${at(now)}, ${at(now)}) RETURNING id`,
      ([row]) => row!.id
    ),
  received: (id, bytes, now) =>
    Effect.asVoid(
      sql`UPDATE imports SET size = ${bytes}, changed_at = ${at(now)} WHERE id = ${id} AND state = 'receiving'`
    ),
  enqueue: (id, { domain, now, size, source }) =>
    Effect.map(
      sql`UPDATE imports SET state = 'waiting', source = ${source}, domain = ${domain}, size = ${size}, changed_at = ${at(now)}
        WHERE id = ${id} AND state = 'receiving' RETURNING id`,
      isAny
    ),
  get: (id) =>
    Effect.map(sql(imports.columns)`${selectImports} WHERE id = ${id}`, ([row]) =>
      Option.map(Option.fromNullable(row), toImport)
    ),
  all: Effect.map(sql(imports.columns)`${selectImports} ORDER BY id DESC LIMIT ${maxListed}`, (rows) =>
    rows.map(toImport)
  ),
  begin: (id, now) =>
    Effect.map(
      // A dry run stores nothing, so it always begins at the start of the file.
      sql`UPDATE imports SET state = CASE WHEN is_dry_run THEN 'checking' ELSE 'importing' END,
          pages = CASE WHEN is_dry_run THEN 0 ELSE pages END, rows = CASE WHEN is_dry_run THEN 0 ELSE rows END,
          rows_before = CASE WHEN is_dry_run THEN 0 ELSE rows END, bytes_read = 0,
          started_at = ${at(now)}, changed_at = ${at(now)}
        WHERE id = ${id} AND state IN ('waiting', 'checking', 'importing') RETURNING id`,
      isAny
    ),
  defer: (id, now) =>
    Effect.map(
      sql`UPDATE imports SET state = 'waiting', changed_at = ${at(now)}
        WHERE id = ${id} AND state IN ('checking', 'importing') RETURNING id`,
      isAny
    ),
  claimed: (id, run) => Effect.asVoid(sql`UPDATE imports SET run = ${run} WHERE id = ${id}`),
  progress: (id, progress, now) =>
    Effect.map(
      sql`UPDATE imports SET pages = ${progress.pages}, rows = ${progress.rows}, bytes_read = ${progress.bytesRead},
          added = ${progress.added}, changed = ${progress.changed}, removed = ${progress.removed},
          present = ${progress.present}, first_at = ${atOrNull(progress.firstAt)}, last_at = ${atOrNull(progress.lastAt)},
          changed_at = ${at(now)}
        WHERE id = ${id} AND state IN ('checking', 'importing') RETURNING id`,
      isAny
    ),
  complete: (id, result, now) =>
    Effect.map(
      sql`UPDATE imports SET state = CASE WHEN is_dry_run THEN 'checked' ELSE 'completed' END,
          check_result = CASE WHEN is_dry_run THEN ${toJson(result)}::jsonb ELSE check_result END,
          result = CASE WHEN is_dry_run THEN NULL ELSE ${toJson(result)}::jsonb END,
          rows = ${result.rows}, failure = NULL, finished_at = ${at(now)}, changed_at = ${at(now)}
        WHERE id = ${id} AND state IN ('checking', 'importing') RETURNING id`,
      isAny
    ),
  fail: (id, failure, result, now) =>
    Effect.map(
      sql`UPDATE imports SET state = 'failed', failure = ${toJson(failure)}::jsonb,
          result = ${result === null ? null : toJson(result)}::jsonb,
          finished_at = ${at(now)}, changed_at = ${at(now)}
        WHERE id = ${id} AND state IN ('checking', 'importing') RETURNING id`,
      isAny
    ),
  tidy: Effect.gen(function* () {
    yield* sql`SELECT pg_stat_force_next_flush()`
    const tables = yield* sql({ name: text })`
      SELECT format('%I', relname) AS name FROM pg_stat_user_tables
      WHERE n_dead_tup > ${fewDeadRows} AND schemaname = current_schema()`
    if (tables.length > 0) yield* sql`VACUUM (ANALYZE) ${sql.literal(tables.map(({ name }) => name).join(", "))}`
  }),
  start: (id, now) =>
    Effect.map(
      // What a dry run counted is no progress of the import.
      sql`UPDATE imports SET state = 'waiting', is_dry_run = false, failure = NULL, result = NULL, finished_at = NULL,
          changed_at = ${at(now)}, bytes_read = 0,
          pages = CASE WHEN is_dry_run THEN 0 ELSE pages END, rows = CASE WHEN is_dry_run THEN 0 ELSE rows END,
          added = CASE WHEN is_dry_run THEN 0 ELSE added END, changed = CASE WHEN is_dry_run THEN 0 ELSE changed END,
          removed = CASE WHEN is_dry_run THEN 0 ELSE removed END,
          present = CASE WHEN is_dry_run THEN 0 ELSE present END,
          first_at = CASE WHEN is_dry_run THEN NULL ELSE first_at END,
          last_at = CASE WHEN is_dry_run THEN NULL ELSE last_at END
        WHERE id = ${id} AND state IN ('checked', 'failed', 'stopped') RETURNING id`,
      isAny
    ),
  stop: (id, now) =>
    Effect.map(
      sql`UPDATE imports SET state = 'stopped', finished_at = ${at(now)}, changed_at = ${at(now)}
        WHERE id = ${id} AND state IN ('waiting', 'checking', 'importing') RETURNING id`,
      isAny
    ),
  remove: (id) => Effect.map(sql`DELETE FROM imports WHERE id = ${id} RETURNING id`, isAny),
  purge: (now) =>
    Effect.asVoid(
      sql`DELETE FROM imports WHERE (state = 'receiving' AND changed_at <= ${at(now - receiptLifetime)})
        OR (state IN ('completed', 'waiting') AND changed_at <= ${at(now - recordLifetime)})`
    )
})
