import { SharedLimits } from "@daybook/core/keys"
import { Calendar } from "@daybook/core/shared"
import { SyncStore } from "@daybook/core/sync"
import { TokenStore } from "@daybook/core/tokens"
import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Option, Redacted, Schedule } from "effect"
import { fork } from "node:child_process"
import { resolve } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { isServed } from "../../src/backup/restoreBackup.js"
import { type Address, layer as databaseLayer } from "../../src/postgres/Database.js"
import * as Home from "../../src/postgres/homeTimeZone.js"
import { rezone } from "../../src/postgres/home.js"
import { isHeld, layer as presenceLayer, Presence } from "../../src/postgres/Presence.js"
import * as SharedLimitsLayer from "../../src/postgres/SharedLimits.js"
import * as SyncStoreLayer from "../../src/postgres/SyncStore.js"
import * as TokenStoreLayer from "../../src/postgres/TokenStore.js"
import * as Versions from "../../src/postgres/Versions.js"
import { Secret } from "../../src/Secret.js"
import { builtProgram } from "../support/buildProgram.js"
import { postgres } from "../support/database.js"
import { noRules } from "../support/noRules.js"
import { home } from "../support/stores.js"

const program = builtProgram(resolve(import.meta.dirname, "presence/program.ts"), "presence")

beforeAll(program.make)
afterAll(program.remove)

const patience = { timeout: 120_000 }

/** A process that blocks its event loop after it has taken all locks. It is killed with the scope. */
const busyProcess = (address: Address) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = fork(program.file, [Redacted.value(address)], { execArgv: [], env: { PATH: process.env["PATH"] } })
      const first = await new Promise((done, fail) => {
        child.once("message", done)
        child.once("exit", () => fail(new Error("the process ended")))
      })
      expect(first).toBe("Claimed true")
      return child
    }),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )

const stores = Layer.mergeAll(SharedLimitsLayer.layer, SyncStoreLayer.layer, TokenStoreLayer.layer).pipe(
  Layer.provideMerge(Versions.layer),
  Layer.provideMerge(noRules),
  Layer.provide(Layer.succeed(Secret, { keyFor: () => Buffer.alloc(32, 1) }))
)

const run = { source: "busy", domain: "listening", syncType: "scrobbles", trigger: "schedule" } as const

/** Moves the last heartbeats to an hour ago and to another machine. */
const silence = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.all([
    sql`UPDATE hosts SET beat_at = now() - interval '1 hour'`,
    sql`UPDATE sync_runs SET beat_at = now() - interval '1 hour', holder = 'elsewhere:1'`,
    sql`UPDATE provider_token_leases SET until = now() - interval '1 hour', holder = 'elsewhere:1'`
  ])
)

const storedZone = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql`SELECT value FROM settings WHERE name = 'home_zone'`, ([row]) => row?.["value"])
)

const inZone = (zone: string) => home(zone, () => "2026-06-01")

const move = (zone: string) => rezone.pipe(Effect.provide(stores), Effect.provide(inZone(zone)))

/** The zone of a program that may not change the home time zone. */
const readerZone = Effect.map(Calendar, ({ zone }) => zone).pipe(
  Effect.provide(Home.layer),
  Effect.withConfigProvider(ConfigProvider.fromMap(new Map([["DAYBOOK_TIMEZONE", "UTC"]])))
)

const soon = <A>(look: Effect.Effect<A, unknown, SqlClient.SqlClient>, until: (value: A) => boolean) =>
  Effect.repeat(look, { until, schedule: Schedule.spaced("20 millis") }).pipe(Effect.timeout("20 seconds"))

it.live(
  "a process with a blocked event loop counts as alive until its connection ends",
  () =>
    Effect.gen(function* () {
      const address = yield* postgres.address
      yield* Effect.gen(function* () {
        yield* move("Europe/London")
        const child = yield* busyProcess(address)
        yield* silence
        yield* Effect.gen(function* () {
          const { claim, finish, endDeadRuns } = yield* SyncStore
          const { lease } = yield* TokenStore
          const limits = yield* SharedLimits
          expect(yield* readerZone).toBe("Europe/London")
          const refused = yield* Effect.flip(move("Europe/Berlin"))
          expect("message" in refused ? refused.message : "").toContain("home zone Europe/London")
          expect((yield* claim(run))._tag).toBe("Busy")
          expect(yield* endDeadRuns).toBe(0)
          expect(yield* lease("strava")).toStrictEqual(Option.none())
          expect(yield* isServed).toBe(true)
          yield* Effect.scoped(
            Effect.zipRight(
              limits.join(() => []),
              Effect.sync(() => expect(limits.isShared()).toBe(true))
            )
          )
          expect(yield* storedZone).toBe("Europe/London")

          child.kill("SIGKILL")
          yield* soon(isServed, (served) => !served)
          const claimed = yield* claim(run)
          expect(claimed._tag).toBe("Claimed")
          yield* finish(claimed.run, { added: 0, changed: 0, removed: 0 }, Option.none())
          expect(Option.isSome(yield* lease("strava"))).toBe(true)
        }).pipe(Effect.provide(stores), Effect.scoped)
        yield* move("Europe/Berlin")
        expect(yield* storedZone).toBe("Europe/Berlin")
      }).pipe(Effect.provide(databaseLayer(address)))
    }).pipe(Effect.scoped),
  patience
)

it.live(
  "a new connection replaces a lost one and takes its locks again",
  () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const locks = Effect.map(
        sql<{ run: boolean; lease: boolean }>`
        SELECT ${isHeld("run", sql`7`)} AS run, ${isHeld("lease", sql`-7`)} AS lease`,
        ([row]) => [row?.run, row?.lease]
      )
      yield* Effect.gen(function* () {
        const { hold, release } = yield* Presence
        yield* Effect.all([hold("run", 7), hold("lease", -7)], { concurrency: 2 })
        expect(yield* locks).toStrictEqual([true, true])
        const lost = yield* sql`
          SELECT pg_terminate_backend(pid, 5000) FROM pg_locks
          WHERE locktype = 'advisory' AND classid = 228700162 AND objid = 7
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
        expect(lost).toHaveLength(1)
        expect(yield* locks).toStrictEqual([false, false])
        yield* soon(locks, ([first, second]) => first === true && second === true)
        yield* release("run", 7)
        expect(yield* locks).toStrictEqual([false, true])
      }).pipe(Effect.provide(Layer.fresh(presenceLayer)))
      yield* soon(locks, ([, second]) => second === false)
    }).pipe(Effect.provide(Layer.unwrapScoped(Effect.map(postgres.address, databaseLayer))), Effect.scoped),
  patience
)
