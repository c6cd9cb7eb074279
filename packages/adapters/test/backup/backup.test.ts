import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Either, FastCheck as fc } from "effect"
import { copyFileSync, existsSync, readFileSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeBackup, restoreBackup, verifyBackup } from "../../src/backup/index.js"
import { check } from "../../src/backup/load.js"
import { removeAll } from "../../src/backup/restoreBackup.js"
import { formerTables, passing, tables } from "../../src/backup/tables.js"
import { fileOriginals } from "../../src/images/fileOriginals.js"
import { upgrade } from "../../src/backup/upgrade.js"
import { withholdMessages } from "../../src/postgres/hooks/withhold.js"
import { applied, latest, migrate, migrateTo, table } from "../../src/postgres/migrate.js"
import { foreignServers, postgres } from "../support/database.js"
import { fill } from "../support/fill.js"
import {
  everything,
  embeddedInstance,
  emptyDatabase,
  fileIn,
  type Instance,
  instance,
  instanceOn,
  migratedInstance
} from "./support.js"

const patience = { timeout: 300_000 }

const replace = { replace: true }
const intoEmpty = { replace: false }

/** An instance with rows in every table, and a picture that they refer to. */
const filled = (rows = 12) =>
  Effect.gen(function* () {
    const one = yield* migratedInstance
    const original = yield* fileOriginals(join(one.dataDir, "images", "originals")).put(
      Buffer.from("the bytes of a picture")
    )
    const contents = yield* one.on(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* fill(rows)
        yield* sql`DELETE FROM hosts`
        yield* sql`DELETE FROM settings`
        yield* sql`UPDATE images SET original = NULL`
        yield* sql`UPDATE images SET original = ${original} WHERE entity_id < 4`
        // A restore withholds messages that are due; see `hooks.test.ts`.
        yield* withholdMessages(0)
        return yield* everything
      })
    )
    return { ...one, original, contents }
  })

const rowsOf = ({ on }: Instance) => on(everything)

const currentTables = tables.filter((name) => !formerTables.has(name))

describe("backups", patience, () => {
  it.scopedLive("know every table, and remove Daybook's objects and nothing else", () =>
    Effect.gen(function* () {
      const { on } = yield* instance
      yield* on(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* migrate
          const existing = yield* sql<{
            name: string
          }>`SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`
          expect(existing.map(({ name }) => name).sort()).toEqual([...currentTables, ...passing, table].sort())
          yield* sql`CREATE TABLE of_somebody_else (id integer)`
          yield* sql.withTransaction(removeAll)
          const left = yield* sql<{ name: string }>`
          SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
          UNION ALL SELECT typname::text FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype <> 'b' AND typname <> 'of_somebody_else'
          UNION ALL SELECT proname::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace`
          expect(left.map(({ name }) => name)).toEqual(["of_somebody_else"])
          expect(yield* migrate).toBe(latest)
          yield* sql`DROP TABLE of_somebody_else`
        })
      )
    })
  )

  for (const other of [postgres, ...foreignServers]) {
    it.scopedLive(`restore every row, sequence and picture on ${other.name}`, () =>
      Effect.gen(function* () {
        const before = yield* filled()
        const file = fileIn(before.dataDir)
        const report = yield* before.as(makeBackup(file))
        expect(report).toMatchObject({
          tables: currentTables.length,
          pictures: 1,
          missingPictures: 0,
          bytes: statSync(file).size
        })
        expect(statSync(file).mode & 0o777).toBe(0o600)

        const after = yield* instanceOn(other === postgres ? emptyDatabase : other.address)
        const restored = yield* after.as(restoreBackup(file, intoEmpty))
        expect(restored).toMatchObject({ rows: report.rows, pictures: 1, lostLogins: 0, replacedRows: null })
        expect(yield* rowsOf(after)).toEqual(before.contents)
        expect(
          readFileSync(join(after.dataDir, "images", "originals", before.original.slice(0, 2), before.original), "utf8")
        ).toBe("the bytes of a picture")
        const next = Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`SELECT nextval('collecting_ids')::int AS copy, nextval('sync_runs_id_seq')::int AS run`
        )
        expect(yield* after.on(next)).toEqual(yield* before.on(next))
      })
    )
  }

  it.scopedLive("hold a consistent snapshot, and do not block writers", () =>
    Effect.gen(function* () {
      const before = yield* filled(3)
      const file = fileIn(before.dataDir)
      const both = Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ genres: number; filters: number }>`
        SELECT (SELECT count(*) FROM listening_genres)::int AS genres, (SELECT count(*) FROM listening_filters)::int AS filters`
      )
      const [seen] = yield* before.on(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          // One transaction writes to both tables.
          const write = sql.withTransaction(
            Effect.zipRight(
              sql`INSERT INTO listening_genres (name) VALUES (gen_random_uuid()::text)`,
              Effect.delay(
                sql`INSERT INTO listening_filters (type, scope, pattern) VALUES ('custom', 'artist', 'x')`,
                "5 millis"
              )
            )
          )
          const someWritten = Effect.repeat(Effect.delay(both, "20 millis"), { until: ([row]) => row!.genres > 10 })
          yield* Effect.raceFirst(
            Effect.forever(Effect.uninterruptible(write)),
            Effect.zipRight(someWritten, before.as(makeBackup(file)))
          )
          return yield* both
        })
      )
      const after = yield* instance
      yield* after.as(restoreBackup(file, intoEmpty))
      const [existing] = yield* after.on(both)
      expect(existing!.genres).toBeGreaterThan(3)
      expect(existing!.filters).toBe(existing!.genres)
      expect(seen!.genres).toBeGreaterThanOrEqual(existing!.genres)
    })
  )

  it.scopedLive("refuse an instance that holds data, unless it is to be replaced", () =>
    Effect.gen(function* () {
      const before = yield* filled(2)
      const file = fileIn(before.dataDir)
      yield* before.as(makeBackup(file))
      const other = yield* filled(5)
      expect(yield* Effect.flip(other.as(restoreBackup(file, intoEmpty)))).toMatchObject({
        message: expect.stringContaining("--replace")
      })
      const left = yield* other.on(
        Effect.zipLeft(
          everything,
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO hosts (name) VALUES ('alive')`)
        )
      )
      expect(left).toEqual(other.contents)
      expect(yield* Effect.flip(other.as(restoreBackup(file, replace)))).toMatchObject({
        message: expect.stringContaining("a host is running")
      })
      yield* other.on(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM hosts`))
      const { replacedRows } = yield* other.as(restoreBackup(file, replace))
      expect(yield* rowsOf(other)).toEqual(before.contents)
      // The rows of a server are its owner's to back up.
      expect(replacedRows).toBeNull()
    })
  )

  it.scopedLive("are restored completely or not at all", () =>
    Effect.gen(function* () {
      const before = yield* filled(2)
      const file = fileIn(before.dataDir)
      yield* before.as(makeBackup(file))
      const other = yield* filled(5)
      // The file passes the check, but changes before its last rows are read.
      let pieces = 0
      const spoil = () =>
        Effect.sync(() => {
          if (++pieces === 20) truncateSync(file, statSync(file).size - 4_096)
        })
      expect(yield* Effect.flip(other.as(restoreBackup(file, replace, spoil)))).toMatchObject({
        message: expect.stringContaining("damaged")
      })
      expect(pieces).toBeGreaterThan(20)
      expect(yield* rowsOf(other)).toEqual(other.contents)
    })
  )

  it.scopedLive("of earlier versions are migrated to this one", () =>
    Effect.gen(function* () {
      const before = yield* instance
      for (const version of [1, Math.ceil(latest / 2), latest - 1]) {
        yield* before.on(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(removeAll)))
        yield* before.on(Effect.zipRight(migrateTo(version), fill(4)))
        yield* before.on(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM settings`))
        // Early versions have no hooks.
        const noneDue = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM hook_messages WHERE state = 'due'`)
        const noneWait = Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`DELETE FROM hook_listens WHERE state = 'waiting'`
        )
        yield* before.on(Effect.zipRight(Effect.ignore(noneDue), Effect.ignore(noneWait)))
        const file = fileIn(before.dataDir, `${version}.daybook`)
        yield* before.as(makeBackup(file))
        // A restore forgets the failures of hooks.
        yield* before.on(Effect.zipRight(migrate, withholdMessages(0)))
        const after = yield* instance
        yield* after.as(restoreBackup(file, intoEmpty))
        expect(yield* rowsOf(after)).toEqual(yield* rowsOf(before))
      }
    })
  )

  it.scopedLive("contain no plain secret, and keep picture URLs valid under another one", () =>
    Effect.gen(function* () {
      const before = yield* filled(2)
      const file = fileIn(before.dataDir)
      yield* before.as(makeBackup(file))
      const after = yield* instance
      const { lostLogins } = yield* after.as(restoreBackup(file, intoEmpty), {
        DAYBOOK_SECRET: "another secret of sixteen or more"
      })
      expect(lostLogins).toBe(2)
      const again = fileIn(after.dataDir)
      yield* after.as(makeBackup(again), { DAYBOOK_SECRET: "another secret of sixteen or more" })
      const key = (of: string) => Effect.map(check(of), ({ head }) => head.picture_key)
      expect(yield* key(again)).toBe(yield* key(file))
    })
  )
})

describe("a backup file", patience, () => {
  it.scopedLive("is damaged if any bit differs, or if it is too short or too long", () =>
    Effect.gen(function* () {
      const one = yield* filled(2)
      const file = fileIn(one.dataDir)
      yield* one.as(makeBackup(file))
      yield* check(file)
      const good = readFileSync(file)
      const copy = `${file}.copy`
      const refused = (bytes: Uint8Array) =>
        Effect.gen(function* () {
          writeFileSync(copy, bytes)
          return Either.isLeft(yield* Effect.either(check(copy)))
        })
      const flipped = (at: number, bit: number) => {
        const bytes = Buffer.from(good)
        bytes[at]! ^= 1 << bit
        return bytes
      }
      const anywhere = fc.sample(fc.integer({ min: 0, max: good.length - 1 }), { numRuns: 100, seed: 7 })
      // A checksum of the contents alone would miss headers, padding and the end.
      const edges = [
        ...Array.from({ length: 50 }, (_, index) => index * 11),
        ...Array.from({ length: 250 }, (_, index) => good.length - 1 - index * 11)
      ]
      for (const at of [...anywhere, ...edges])
        expect(yield* refused(flipped(at, at % 8)), `byte ${at} of ${good.length}`).toBe(true)
      for (const length of [0, 1, 511, 512, 1_024, good.length - 1_024, good.length - 1])
        expect(yield* refused(good.subarray(0, length)), `${length}`).toBe(true)
      expect(yield* refused(Buffer.concat([good, Buffer.alloc(1)]))).toBe(true)
      expect(yield* refused(good)).toBe(false)
    })
  )

  it.scopedLive("is verified by a restore that does not touch the instance", () =>
    Effect.gen(function* () {
      const one = yield* filled(3)
      const file = fileIn(one.dataDir)
      const { rows } = yield* one.as(makeBackup(file))
      expect(yield* verifyBackup(file)).toMatchObject({
        file,
        schema: latest,
        tables: currentTables.length,
        rows,
        pictures: 1
      })
      expect(yield* rowsOf(one)).toEqual(one.contents)
    })
  )

  it.scopedLive("is replaced only by a complete one", () =>
    Effect.gen(function* () {
      const one = yield* filled(2)
      const file = fileIn(one.dataDir)
      writeFileSync(file, "the last good one")
      const spoilt = yield* Effect.exit(one.as(makeBackup(file, () => Effect.die("in the middle"))))
      expect(spoilt._tag).toBe("Failure")
      expect(readFileSync(file, "utf8")).toBe("the last good one")
      expect(readdirSync(one.dataDir).filter((name) => name.includes(".part"))).toEqual([])
      yield* one.as(makeBackup(file))
      yield* check(file)
      expect(yield* Effect.flip(one.as(makeBackup(join(one.dataDir, "nowhere", "x"))))).toMatchObject({
        message: expect.stringContaining("make it first")
      })
    })
  )

  it.scopedLive("of another format is refused with the reason", () =>
    Effect.gen(function* () {
      const one = yield* instance
      const file = fileIn(one.dataDir)
      expect(yield* Effect.flip(check(file))).toMatchObject({ message: expect.stringContaining("cannot be read") })
      writeFileSync(file, Buffer.alloc(10_000, "x"))
      expect(yield* Effect.flip(check(file))).toMatchObject({
        message: expect.stringContaining("not what Daybook wrote")
      })
      copyFileSync(process.execPath, file)
      expect(yield* Effect.flip(verifyBackup(file))).toMatchObject({
        message: expect.stringContaining("not what Daybook wrote")
      })
      expect(existsSync(file)).toBe(true)
      yield* one.on(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(removeAll)))
      expect(yield* Effect.flip(one.as(makeBackup(file)))).toMatchObject({
        message: expect.stringContaining("nothing to back up")
      })
    })
  )
})

describe("an upgrade of the embedded database", patience, () => {
  it.scopedLive("backs up the rows first, and keeps the last three backups", () =>
    Effect.gen(function* () {
      const one = yield* embeddedInstance
      const folder = join(one.dataDir, "backups")
      yield* one.on(Effect.zipRight(migrateTo(latest - 1), fill(3)))
      const before = yield* rowsOf(one)
      expect(yield* one.on(one.as(upgrade))).toBe(1)
      const [file] = readdirSync(folder)
      expect(file).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT[\\d-]+Z-before-schema-${latest}\\.daybook$`))
      yield* check(join(folder, file!))
      expect(yield* one.on(one.as(upgrade))).toBe(0)
      expect(readdirSync(folder)).toHaveLength(1)

      for (let again = 0; again < 3; again++) {
        yield* one.on(
          Effect.flatMap(SqlClient.SqlClient, (sql) =>
            sql.withTransaction(Effect.zipRight(removeAll, migrateTo(latest - 1)))
          )
        )
        expect(yield* one.on(one.as(upgrade))).toBe(1)
      }
      expect(readdirSync(folder)).toHaveLength(3)
      expect(readdirSync(folder)).not.toContain(file)
      expect(Object.keys(before)).toContain("listening_plays")
    })
  )

  it.scopedLive("does not start if the backup fails", () =>
    Effect.gen(function* () {
      const one = yield* embeddedInstance
      yield* one.on(migrateTo(latest - 1))
      writeFileSync(join(one.dataDir, "backups"), "in the way")
      expect(yield* Effect.flip(one.on(one.as(upgrade)))).toMatchObject({
        message: expect.stringContaining("cannot be made")
      })
      expect(yield* one.on(applied)).toBe(latest - 1)
    })
  )
})
