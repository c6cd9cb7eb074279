import { SourceFailure } from "@daybook/core/sync"
import { describe, expect, it } from "@effect/vitest"
import { SqlClient } from "@effect/sql"
import { Effect, Either, Layer, TestClock } from "effect"
import { Fault, standardAllowance } from "@daybook/simulators"
import { newDatabase } from "../../../adapters/test/support/database.js"
import { atRest } from "../../../adapters/test/support/atRest.js"
import { inTime } from "../support/inTime.js"
import { stores, today, world } from "./world.js"
const database = stores.pipe(Layer.provideMerge(newDatabase()))

const test = <E>(name: string, check: Effect.Effect<void, E, Layer.Layer.Success<typeof database>>) =>
  it.effect(name, () => Effect.zipRight(TestClock.setTime(today), check).pipe(Effect.provide(Layer.fresh(database))))

const isRun = (type: string) => ["Run", "TrailRun", "VirtualRun"].includes(type)

const later = (days: number) =>
  Effect.gen(function* () {
    yield* TestClock.adjust(`${days} days`)
  })

describe("the Strava source", () => {
  const set = Effect.gen(function* () {
    const instance = yield* world()
    const sql = yield* SqlClient.SqlClient
    const ids = Effect.map(sql<{ id: number }>`SELECT id FROM running_activities ORDER BY id`, (rows) =>
      rows.map(({ id }) => id)
    )
    const activityIds = Effect.map(instance.control.activities, (all) =>
      all
        .filter(({ sportType }) => isRun(sportType))
        .map(({ id }) => id)
        .sort((a, b) => a - b)
    )
    const agree = Effect.gen(function* () {
      expect(yield* ids).toStrictEqual(yield* activityIds)
    })
    return { ...instance, sql, ids, activityIds, agree }
  })

  test(
    "follows uploads, edits, deletions, runs made private and shown again, and other shoes",
    Effect.gen(function* () {
      const { agree, clock, control, follow, ids, sql, sync } = yield* set
      yield* sync()
      yield* agree
      yield* follow()
      const all = yield* control.activities
      const last = all.slice(-6)

      yield* control.requests.clear
      const quiet = yield* sync()
      expect([quiet.added, quiet.changed, quiet.removed]).toStrictEqual([0, 0, 0])
      expect(yield* control.requests.count).toBe(1)

      yield* control.edit(last[0]!.id, { name: "Renamed", distance: last[0]!.distance + 100 })
      yield* control.edit(last[1]!.id, { sportType: "Ride" })
      yield* control.remove(last[2]!.id)
      yield* control.hide(last[3]!.id, true)
      yield* control.edit(last[4]!.id, { gearId: "g10000099" })
      yield* control.upload(last[5]!, { id: 17_000_000_000, at: last[5]!.at - 20 * 86_400, name: "From the drawer" })
      yield* clock.advance("1 hour")
      const report = yield* sync()
      expect([report.added, report.removed]).toStrictEqual([1, 3])
      yield* agree
      expect(yield* ids).not.toContain(last[1]!.id)
      yield* control.requests.clear
      yield* follow()
      const paths = (yield* control.requests.all).map(({ path }) => path)
      expect(paths).toContain(`/api/v3/activities/${last[0]!.id}`)
      const [renamed] = yield* sql<{ title: string; distance: number }>`
      SELECT title, run.distance FROM feed_items JOIN running_activities AS run ON run.id = entity_id WHERE entity_id = ${last[0]!.id} AND domain = 'running'`
      expect(renamed).toStrictEqual({ title: "Renamed", distance: last[0]!.distance + 100 })
      expect(yield* sql`SELECT FROM feed_items WHERE entity_id = ${last[2]!.id}`).toHaveLength(0)

      yield* control.hide(last[3]!.id, false)
      yield* sync()
      yield* agree
    }).pipe(Effect.asVoid)
  )

  test(
    "reads what a clock that was never set dates before 1970",
    Effect.gen(function* () {
      const { agree, control, sync } = yield* set
      const [run] = yield* control.activities
      yield* control.upload(run!, { id: 17_000_000_002, at: -86_400, uploadedAt: today / 1000 - 60 })
      yield* sync()
      yield* agree
      expect((yield* sync()).removed).toBe(0)
    })
  )

  test(
    "asks for a run that the list lacks before it removes it",
    Effect.gen(function* () {
      const { control, ids, sync } = yield* set
      yield* sync()
      const [gone, still] = (yield* ids).slice(-2)
      yield* control.unlist(still!, true)
      yield* control.remove(gone!)
      expect((yield* sync()).removed).toBe(1)
      expect((yield* ids).slice(-1)).toStrictEqual([still])
    })
  )

  test(
    "reads old runs again after a week",
    Effect.gen(function* () {
      const { agree, clock, control, ids, activityIds, sync } = yield* set
      yield* sync()
      const oldest = (yield* control.activities)[3]!
      yield* control.upload(oldest, { id: 17_000_000_001, at: oldest.at + 5 })
      yield* control.remove(oldest.id)
      for (let more = 0; more < 220; more++)
        yield* control.upload((yield* control.activities).at(-1)!, {
          id: 18_000_000_000 + more,
          at: today / 1000 - 35 * 86_400 + more
        })
      yield* sync()
      expect(yield* ids).not.toEqual(yield* activityIds)
      yield* clock.advance("8 days")
      yield* later(8)
      yield* sync()
      yield* agree
    })
  )

  test(
    "keeps within the quota, the newest runs in full first, and goes on in the next quarter of an hour",
    Effect.gen(function* () {
      const { clock, control, follow, sql, sync } = yield* set
      yield* control.setAllowance({ ...standardAllowance, read: [20, 1000] })
      yield* sync()
      const walk = yield* Effect.fork(follow("3 hours"))
      const full = Effect.map(
        sql<{ id: number }>`SELECT activity_id AS id FROM running_reports WHERE road = 'detailed' ORDER BY 1 DESC`,
        (rows) => rows.map(({ id }) => id)
      )
      for (let turn = 0; turn < 3; turn++) {
        yield* atRest
        const usage = yield* control.usage
        expect(usage.quarter).toBeLessThanOrEqual(18)
        yield* clock.advance("15 minutes")
        yield* TestClock.adjust("15 minutes")
      }
      const runs = yield* full
      const newest = (yield* control.activities).map(({ id }) => id).sort((a, b) => b - a)
      expect(runs.length).toBeGreaterThanOrEqual(10)
      expect(newest.slice(0, runs.length + 3)).toEqual(expect.arrayContaining(runs.slice()))
      expect((yield* control.requests.all).length > 80).toBe(false)
      yield* Effect.asVoid(Effect.fork(walk.interruptAsFork(walk.id())))
    })
  )

  const recovers = (name: string, ...faults: ReadonlyArray<Fault>) =>
    test(
      `recovers from ${name}`,
      Effect.gen(function* () {
        const { agree, control, sync } = yield* set
        yield* control.faults.when(({ path }) => path === "/api/v3/athlete/activities", faults[0]!, 1)
        if (faults[1] !== undefined)
          yield* control.faults.when(({ path }) => path === "/api/v3/athlete/activities", faults[1], 1)
        const { exit } = yield* inTime(sync())
        expect(exit._tag, String(exit)).toBe("Success")
        yield* agree
        yield* control.faults.when(({ path }) => path === "/api/v3/athlete/activities", faults[0]!, 1)
        const again = yield* inTime(sync({ full: true }))
        expect(again.exit._tag, String(again.exit)).toBe("Success")
        yield* agree
      })
    )
  recovers("429 with Retry-After", Fault.Status({ status: 429, retryAfter: 20 }))
  recovers("429 without", Fault.Status({ status: 429 }))
  recovers("error pages", Fault.Status({ status: 500 }), Fault.Status({ status: 503 }))
  recovers("a page where JSON should be, and an answer cut short", Fault.Html({}), Fault.Truncated())
  recovers("an answer that never comes", Fault.Hanging())
  recovers("an empty answer where there is something", Fault.Empty())

  test(
    "does not lose its login when tokens rotate and expire",
    Effect.gen(function* () {
      const { agree, clock, control, sync } = yield* set
      yield* sync()
      yield* control.expireAccess
      yield* sync({ full: true })
      yield* clock.advance("7 hours")
      yield* TestClock.adjust("7 hours")
      yield* sync({ full: true })
      yield* agree
    })
  )

  const stops = (name: string, fault: Fault, state: SourceFailure["state"]) =>
    test(
      `stops at ${name}, and removes nothing`,
      Effect.gen(function* () {
        const { control, ids, activityIds, sync } = yield* set
        yield* sync()
        const before = yield* activityIds
        yield* control.faults.when(({ path }) => path.startsWith("/api/"), fault)
        const { exit, seconds } = yield* inTime(Effect.either(sync({ full: true })))
        expect(
          exit._tag === "Success" &&
            Either.isLeft(exit.value) &&
            exit.value.left instanceof SourceFailure &&
            exit.value.left.state === state,
          String(exit)
        ).toBe(true)
        expect(seconds).toBeLessThanOrEqual(200)
        expect(yield* ids).toStrictEqual(before)
      })
    )
  stops("an account that is suddenly empty", Fault.Empty(), "mass_removal")
  stops("lasting errors", Fault.Status({ status: 503 }), "unavailable")
  stops("lasting web pages", Fault.Html({}), "bad_answer")
  stops("a limit that lasts", Fault.Status({ status: 429 }), "rate_limited")
  stops("a subscription that ended", Fault.Body({ json: { message: "Payment Required" }, status: 402 }), "forbidden")

  test(
    "stops when the athlete takes the login back",
    Effect.gen(function* () {
      const { control, sync } = yield* set
      yield* sync()
      yield* control.revokeLogin
      const failure = yield* Effect.flip(sync())
      expect(
        failure instanceof SourceFailure &&
          failure.state === "unauthorized" &&
          failure.next.includes("daybook connect strava"),
        String(failure)
      ).toBe(true)
    })
  )
})
