import { Effect, Exit, Redacted, Scope } from "effect"
import pg from "pg"
import type { Address } from "../../src/postgres/Database.js"
import { table as migrations } from "../../src/postgres/migrate.js"
import { clientOf } from "../embedded/support/database.js"

/** A database that outlives a test, with what it looked like when it was new. */
interface Standing {
  readonly address: Address
  readonly shape: string
  readonly close: () => Promise<void>
}

// Kept beside the modules, of which every test file of a process has its own.
const store = globalThis as unknown as { idleDatabases?: Record<Address["_tag"], Array<Standing>> }
const idle = (store.idleDatabases ??= { Host: [], Url: [] })

/** Each idle one holds its memory: more than a test uses at once need not wait for the next. */
const most = 2

const shapeOf = `
  SELECT md5(string_agg(line, ';' ORDER BY line)) AS shape FROM (
    SELECT c.relname || ' ' || c.relkind::text || ' ' || coalesce(a.attname::text, '') AS line
      FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 WHERE c.relnamespace = 'public'::regnamespace
    UNION ALL SELECT proname || prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT tgname || tgenabled::text || tgrelid::regclass::text FROM pg_trigger
    UNION ALL SELECT 'migrated ' || count(*) FROM ${migrations}) lines`

/** As a database that is dropped does to who still has it open. */
const left = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename = current_user"

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

const asked = async (address: Address, ...statements: ReadonlyArray<string>) => {
  const client = address._tag === "Url" ? new pg.Client(Redacted.value(address.url)) : clientOf(address)
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
const begun = async (make: Effect.Effect<Address, unknown, Scope.Scope>): Promise<Standing> => {
  const scope = Effect.runSync(Scope.make())
  const address = await Effect.runPromise(Scope.extend(make, scope))
  return { address, shape: await asked(address, shapeOf), close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/** Ready for another test, or ended where a test left more behind than rows. */
const putBack = async (one: Standing) => {
  const those = idle[one.address._tag]
  const leave = one.address._tag === "Url" ? [left] : []
  const isAsNew = those.length < most && (await asked(one.address, ...leave, emptied, shapeOf).catch(() => "")) === one.shape
  if (isAsNew) those.push(one)
  else await one.close()
}

/** A new database of a kind as it is made, which is emptied and kept for the next test when the scope ends. */
export const standing = (kind: Address["_tag"], make: Effect.Effect<Address, unknown, Scope.Scope>): Effect.Effect<Address, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => idle[kind].pop() ?? await begun(make)),
      (one) => Effect.promise(() => putBack(one))
    ),
    ({ address }) => address
  )
