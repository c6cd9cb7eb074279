import { distances, everywhen, type Fact, ofYear, RunningRecords, RunningStore, type RunsOf } from "@daybook/core/running"
import { Calendar } from "@daybook/core/shared"
import type { PgClient } from "@effect/sql-pg"
import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import assert from "node:assert/strict"
import * as Records from "../../src/postgres/running/RunningRecords.js"
import * as Store from "../../src/postgres/running/RunningStore.js"
import { forEvery } from "../support/property.js"
import { histories, type Step } from "./running/histories.js"
import { after, daysOf, empty, type Expected, factOf, gearOf, groups, runsOf, daySpans, totalsOf } from "./running/Model.js"

const stores = Layer.mergeAll(Records.layer, Store.layer).pipe(Layer.provideMerge(Calendar.layer(DateTime.zoneUnsafeMakeNamed("America/Los_Angeles"))))

const near = (value: number) => Math.round(value * 1e4) / 1e4
const rounded = <A extends object>(row: A): A => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === "number" ? near(value) : value])) as A

const perform = (step: Step) =>
  Effect.gen(function*() {
    const records = yield* RunningRecords
    switch (step._tag) {
      case "Put": return yield* records.put("strava", step.reports, null)
      case "Remove": return yield* records.remove("strava", step.ids.map(String))
      case "Discard": return yield* records.discard(step.id)
      case "Recompute": return yield* records.recompute
    }
  })

const all: RunsOf = { page: { page: 1, limit: 100 }, range: everywhen, type: null, city: null, distance: { from: null, to: null }, sort: "date", order: "desc" }

const agreeOnRuns = Effect.fn("agreeOnRuns")(function*(runs: ReadonlyArray<Expected>) {
  const store = yield* RunningStore
  assert.deepEqual((yield* store.runs(all)).rows, runs.map(factOf))
  for (const sort of ["distance", "duration", "pace", "elevation"] as const) {
    for (const order of ["asc", "desc"] as const) {
      const value = (run: Expected) => sort === "distance" ? run.distance : sort === "duration" ? run.movingTime : sort === "elevation" ? run.elevation
        : run.distance > 0 && run.movingTime > 0 ? run.movingTime / run.distance : order === "asc" ? Infinity : -Infinity
      const expected = [...runs].sort((a, b) => (order === "asc" ? 1 : -1) * ((value(a) === value(b) ? 0 : value(a) - value(b)) || a.id - b.id)).map(({ id }) => id)
      assert.deepEqual((yield* store.runs({ ...all, sort, order })).rows.map(({ id }) => id), expected, `${sort} ${order}`)
    }
  }
  const races = yield* store.runs({ ...all, range: ofYear(2024), type: "race", city: "Velmora", distance: { from: 1609.344, to: 20_000 }, page: { page: 1, limit: 2 } })
  const expected = runs.filter((run) => run.date.startsWith("2024") && run.workoutType === "race" && run.city === "Velmora" && run.distance >= 1609.344 && run.distance <= 20_000)
  assert.deepEqual([races.rows.map(({ id }) => id), races.total], [expected.slice(0, 2).map(({ id }) => id), expected.length])
  for (const run of runs) {
    assert.deepEqual(yield* store.run(run.id), Option.some(factOf(run)))
    assert.deepEqual(yield* store.splits(run.id), Option.some(run.splits ?? []))
  }
  assert.deepEqual(yield* store.splits(5), Option.none())
})

const agreeOnSums = Effect.fn("agreeOnSums")(function*(runs: ReadonlyArray<Expected>) {
  const store = yield* RunningStore
  assert.deepEqual(rounded(yield* store.totals(everywhen)), totalsOf(runs))
  const years = groups(runs, ({ date }) => Number(date.slice(0, 4)))
  const expected = [...years].map(([year, of]) => ({ year, ...totalsOf(of) })).sort((a, b) => b.year - a.year)
  assert.deepEqual((yield* store.years(everywhen)).map(rounded), expected)
  const late = { local: { from: Date.UTC(2024, 11, 31, 12), to: null }, instant: everywhen.instant }
  const since = groups(runs.filter(({ localStart }) => localStart >= Date.UTC(2024, 11, 31, 12)), ({ date }) => Number(date.slice(0, 4)))
  assert.deepEqual(
    (yield* store.years(late)).map(rounded),
    [...since].map(([year, of]) => ({ year, ...totalsOf(of) })).sort((a, b) => b.year - a.year)
  )
  for (const year of [2023, 2024, 2025]) {
    const of = years.get(year) ?? []
    assert.deepEqual(rounded(yield* store.totals(ofYear(year))), totalsOf(of))
    assert.deepEqual(Option.map(yield* store.year(year), rounded), of.length === 0 ? Option.none() : Option.some({ year, ...totalsOf(of) }))
    const months = [...groups(of, ({ date }) => Number(date.slice(5, 7)))].map(([month, of]) => ({ month, ...totalsOf(of) })).sort((a, b) => a.month - b.month)
    assert.deepEqual((yield* store.months(year)).map(rounded), months)
    assert.deepEqual((yield* store.longest(year, 3)).map(({ id }) => id), [...of].sort((a, b) => b.distance - a.distance || b.id - a.id).slice(0, 3).map(({ id }) => id))
    assert.deepEqual(yield* store.points(year), of.map(({ date, distance, elevation }) => ({ date, distance, elevation })).reverse())
    const paced = runs.filter(({ distance, movingTime }) => distance > 0 && movingTime > 0)
    assert.deepEqual(
      yield* store.pacePoints(ofYear(year)),
      paced.map(({ date, distance, movingTime }) => ({ date, distance, movingTime, shown: Number(date.slice(0, 4)) === year })).reverse()
    )
  }
  assert.equal(yield* store.yearsActive(everywhen), years.size)
  assert.deepEqual((yield* store.days("2023-01-01", "2026-01-01")).map(rounded), daysOf(runs))
  for (const until of ["2100-01-01", ...daysOf(runs).map(({ date }) => date).slice(1, 4)]) {
    assert.deepEqual(yield* store.daySpans(until), daySpans(runs.filter(({ date }) => date <= until)))
  }
  for (const range of [everywhen, { local: { from: 0, to: 4e12 }, instant: everywhen.instant }]) {
    const miles = new Map<number, number>()
    for (const { distance } of daysOf(runs)) {
      const whole = Math.floor(near(distance / 1609.344))
      if (whole >= 1) miles.set(whole, (miles.get(whole) ?? 0) + 1)
    }
    assert.deepEqual(yield* store.daysByMiles(range), [...miles].map(([miles, days]) => ({ miles, days })).sort((a, b) => a.miles - b.miles))
  }
  const hours = [...groups(runs, ({ localStart }) => new Date(localStart).getUTCHours())].map(([hour, of]) => ({ hour, runs: of.length })).sort((a, b) => a.hour - b.hour)
  assert.deepEqual(yield* store.hours(null), hours)
})

const agreeOnBests = Effect.fn("agreeOnBests")(function*(runs: ReadonlyArray<Expected>) {
  const store = yield* RunningStore
  const records = distances.flatMap(({ key }): ReadonlyArray<Fact.Record> => {
    const efforts = runs.flatMap((run) => (run.efforts ?? []).filter(({ distance }) => distance === key).map(({ elapsedTime }) => ({ elapsedTime, run })))
    const [best] = efforts.sort((a, b) => a.elapsedTime - b.elapsedTime || a.run.startedAt - b.run.startedAt || a.run.id - b.run.id)
    return best === undefined ? [] : [{ distance: key, elapsedTime: best.elapsedTime, runId: best.run.id, runName: best.run.name, localStart: best.run.localStart }]
  })
  assert.deepEqual(yield* store.records, records)
  assert.deepEqual((yield* store.races({ from: null, to: null })).map(({ id }) => id), runs.filter(({ workoutType }) => workoutType === "race").map(({ id }) => id))
  const worn = new Map((yield* store.gear).filter((pair) => pair.runs > 0).map((pair) => [pair.id, [pair.runs, near(pair.distance)]]))
  assert.deepEqual(worn, new Map([...worn.keys()].map((id) => [id, [gearOf(runs).get(id)?.length, totalsOf(gearOf(runs).get(id) ?? []).distance]])))
  assert.equal(worn.size, gearOf(runs).size)
  const cities = groups(runs.filter(({ city }) => city !== null), ({ city, state }) => JSON.stringify([city, state]))
  assert.deepEqual(
    new Map((yield* store.cities).map(({ city, runs, state }) => [JSON.stringify([city, state]), runs])),
    new Map([...cities].map(([key, of]) => [key, of.length]))
  )
})

const wipe = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`TRUNCATE running_activities, running_gear, running_deletions, running_lookups, running_sums, running_days CASCADE`)

const live = (steps: ReadonlyArray<Step>) =>
  Effect.gen(function*() {
    yield* wipe
    const calendar = yield* Calendar
    let model = empty
    for (const step of steps) {
      yield* perform(step)
      model = after(model, step)
    }
    const runs = runsOf(model, calendar)
    yield* agreeOnRuns(runs)
    yield* agreeOnSums(runs)
    yield* agreeOnBests(runs)
  }).pipe(Effect.provide(stores))

/** What every engine must answer, whatever was said of the runs and in which order: the same as a look at each of them. */
export const runningStoreContract = (name: string, database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })(`RunningStore: ${name}`, (it) => {
    it.effect("answers as a look at every run would, after any history", () => forEvery(histories, live, { numRuns: 25 }), 600_000)
  })
