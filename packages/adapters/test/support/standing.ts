import { Effect, Exit, Redacted, Scope } from "effect"
import pg from "pg"
import type { Address } from "../../src/postgres/Database.js"
import { table as migrations } from "../../src/postgres/migrate.js"

/** A database that outlives a test, with its original schema. */
interface Standing {
  readonly address: Address
  readonly shape: string
  readonly close: () => Promise<void>
}

// Stored globally, because every test file of a process has its own module instances.
const store = globalThis as unknown as { idleDatabases?: Array<Standing> }
const idle = (store.idleDatabases ??= [])

/** Each idle database holds memory, so only as many are kept as one test uses. */
const maxIdle = 2

const shapeOf = `
  SELECT md5(string_agg(line, ';' ORDER BY line)) AS shape FROM (
    SELECT c.relname || ' ' || c.relkind::text || ' ' || coalesce(a.attname::text, '') AS line
      FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 WHERE c.relnamespace = 'public'::regnamespace
    UNION ALL SELECT proname || prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT tgname || tgenabled::text || tgrelid::regclass::text FROM pg_trigger
    UNION ALL SELECT 'migrated ' || count(*) FROM ${migrations}) lines`

/** Ends other connections, as dropping a database would. */
const left =
  "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename = current_user"

// Truncation recreates the files of a table and its indexes, so it is for tables with rows alone. A table without pages
// has none, which is known without looking into each of them.
const emptied = `
  DO $$ DECLARE one record; held boolean; filled text[] := '{}'; BEGIN
    FOR one IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '${migrations}' AND pg_relation_size(oid) > 0 LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM %I)', one.relname) INTO held;
      IF held THEN filled := filled || quote_ident(one.relname); END IF;
    END LOOP;
    IF filled <> '{}' THEN EXECUTE 'TRUNCATE ' || array_to_string(filled, ', ') || ' CASCADE'; END IF;
    PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence WHERE pg_sequence_last_value(seqrelid) IS NOT NULL;
  END $$`

const runStatements = async (address: Address, ...statements: ReadonlyArray<string>) => {
  const client = new pg.Client(Redacted.value(address))
  await client.connect()
  try {
    let last: pg.QueryResult | undefined
    for (const statement of statements) last = await client.query(statement)
    return (last?.rows[0] as { readonly shape: string } | undefined)?.shape ?? ""
  } finally {
    await client.end()
  }
}

/** Runs in its own fiber with the live clock: a test's clock stands still. */
const begun = async (make: Effect.Effect<Address, unknown, Scope.Scope>): Promise<Standing> => {
  const scope = Effect.runSync(Scope.make())
  const address = await Effect.runPromise(Scope.extend(make, scope))
  return {
    address,
    shape: await runStatements(address, shapeOf),
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

/** Returns a database to the pool, or closes it if a test changed its schema. */
const putBack = async (one: Standing) => {
  const isAsNew =
    idle.length < maxIdle && (await runStatements(one.address, left, emptied, shapeOf).catch(() => "")) === one.shape
  if (isAsNew) idle.push(one)
  else await one.close()
}

/** An empty database from the pool, or a new one. It returns to the pool when the scope closes. */
export const standing = (
  make: Effect.Effect<Address, unknown, Scope.Scope>
): Effect.Effect<Address, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => idle.pop() ?? (await begun(make))),
      (one) => Effect.promise(() => putBack(one))
    ),
    ({ address }) => address
  )
