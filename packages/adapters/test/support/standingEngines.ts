import { Effect, Exit, Scope } from "effect"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import type pg from "pg"
import { inject } from "vitest"
import { cloneTo } from "../../src/postgres/embedded/cloneTo.js"
import { type EmbeddedDatabase, open } from "../../src/postgres/embedded/Embedded.js"
import { table as migrations } from "../../src/postgres/migrate.js"
import { clientOf } from "../embedded/support/database.js"

/** An engine that outlives a test, with what its database looked like when it was new. */
interface Standing {
  readonly database: EmbeddedDatabase
  readonly shape: string
  readonly close: () => Promise<void>
}

// Kept beside the modules, of which every test file of a process has its own.
const store = globalThis as unknown as { idleEngines?: Array<Standing> }
const idle = (store.idleEngines ??= [])

/** Each idle one holds its memory: more than a test uses at once need not wait for the next. */
const most = 2

const shapeOf = `
  SELECT md5(string_agg(line, ';' ORDER BY line)) AS shape FROM (
    SELECT c.relname || ' ' || c.relkind::text || ' ' || coalesce(a.attname::text, '') AS line
      FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 WHERE c.relnamespace = 'public'::regnamespace
    UNION ALL SELECT proname || prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT tgname || tgenabled::text || tgrelid::regclass::text FROM pg_trigger
    UNION ALL SELECT 'migrated ' || count(*) FROM ${migrations}) lines`

// Only what holds rows: emptying every table makes all of their files and those of their indexes anew.
const emptied = `
  DO $$ DECLARE one record; held boolean; filled text[] := '{}'; BEGIN
    FOR one IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> '${migrations}' LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM %I)', one.relname) INTO held;
      IF held THEN filled := filled || quote_ident(one.relname); END IF;
    END LOOP;
    IF filled <> '{}' THEN EXECUTE 'TRUNCATE ' || array_to_string(filled, ', ') || ' CASCADE'; END IF;
    FOR one IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' LOOP
      EXECUTE 'ALTER SEQUENCE ' || quote_ident(one.relname) || ' RESTART';
    END LOOP;
  END $$`

const asked = async (database: EmbeddedDatabase, ...statements: ReadonlyArray<string>) => {
  const client = clientOf(database)
  await client.connect()
  try {
    let last: pg.QueryResult | undefined
    for (const statement of statements) last = await client.query(statement)
    return (last?.rows[0] as { readonly shape: string } | undefined)?.shape ?? ""
  } finally {
    await client.end()
  }
}

/** In a fiber and a time of its own: a test's clock stands still. */
const started = async (image: string): Promise<Standing> => {
  const scope = Effect.runSync(Scope.make())
  const dataDir = mkdtempSync(join(inject("runFolder"), "engine-"))
  const database = await Effect.runPromise(Effect.zipRight(cloneTo(image, dataDir), Scope.extend(open({ dataDir }), scope)))
  return { database, shape: await asked(database, shapeOf), close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/** Ready for another test, or ended where a test left more behind than rows. */
const putBack = async (one: Standing) => {
  const isAsNew = idle.length < most && (await asked(one.database, emptied, shapeOf).catch(() => "")) === one.shape
  if (isAsNew) idle.push(one)
  else await one.close()
}

/** An engine on a database as the image has it, which is emptied and kept for the next test when the scope ends. */
export const standing = (image: string): Effect.Effect<EmbeddedDatabase, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => idle.pop() ?? await started(image)),
      (one) => Effect.promise(() => putBack(one))
    ),
    ({ database }) => database
  )
