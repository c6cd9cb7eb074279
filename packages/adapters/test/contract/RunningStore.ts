import {
  distances,
  everywhen,
  type Fact,
  ofYear,
  RunningRecords,
  RunningStore,
  type RunQuery
} from "@daybook/core/running"
import { depth } from "../support/depth.js"
import { Calendar } from "@daybook/core/shared"
import type { PgClient } from "@effect/sql-pg"
import { SqlClient } from "@effect/sql"
import { expect, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import * as Records from "../../src/postgres/running/RunningRecords.js"
import * as Gazetteer from "../../src/places/Gazetteer.js"
import * as sourceRanks from "../../src/setup/sourceRanks.js"
import * as Store from "../../src/postgres/running/RunningStore.js"
import { forEvery } from "../support/property.js"
import { histories, type Step } from "./running/histories.js"
import {
  after,
  daysOf,
  empty,
  type Expected,
  factOf,
  gearOf,
  groups,
  runsOf,
  daySpans,
  totalsOf
} from "./running/Model.js"

const stores = Layer.mergeAll(Records.layer, Store.layer).pipe(
  Layer.provideMerge(
    Layer.merge(
      Calendar.layer(DateTime.zoneUnsafeMakeNamed("America/Los_Angeles")),
      Layer.merge(sourceRanks.layer, Gazetteer.layer)
    )
  )
)

const near = (value: number) => Math.round(value * 1e4) / 1e4
const rounded = <A extends object>(row: A): A =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === "number" ? near(value) : value])
  ) as A

const perform = (step: Step) =>
  Effect.gen(function* () {
    const records = yield* RunningRecords
    switch (step._tag) {
      case "Put":
        return yield* records.put("strava", step.reports, null)
      case "Remove":
        return yield* records.remove("strava", step.ids.map(String))
      case "Discard":
        return yield* records.discard(step.id)
      case "Recompute":
        return yield* records.recompute
    }
  })

const all: RunQuery = {
  page: { page: 1, limit: 100 },
  range: everywhen,
  type: null,
  city: null,
  gear: null,
  distance: { from: null, to: null },
  sort: "date",
  order: "desc"
}

const agreeOnRuns = Effect.fn("agreeOnRuns")(function* (runs: ReadonlyArray<Expected>) {
  const store = yield* RunningStore
  expect((yield* store.runs(all)).rows).toStrictEqual(runs.map(factOf))
  for (const sort of ["distance", "duration", "pace", "elevation"] as const) {
    for (const order of ["asc", "desc"] as const) {
      const value = (run: Expected) =>
        sort === "distance"
          ? run.distance
          : sort === "duration"
            ? run.movingTime
            : sort === "elevation"
              ? run.elevation
              : run.distance > 0 && run.movingTime > 0
                ? run.movingTime / run.distance
                : order === "asc"
                  ? Infinity
                  : -Infinity
      const expected = [...runs]
        .sort((a, b) => (order === "asc" ? 1 : -1) * ((value(a) === value(b) ? 0 : value(a) - value(b)) || a.id - b.id))
        .map(({ id }) => id)
      expect(
        (yield* store.runs({ ...all, sort, order })).rows.map(({ id }) => id),
        `${sort} ${order}`
      ).toStrictEqual(expected)
    }
  }
  const races = yield* store.runs({
    ...all,
    range: ofYear(2024),
    type: "race",
    city: "Velmora",
    distance: { from: 1609.344, to: 20_000 },
    page: { page: 1, limit: 2 }
  })
  const expected = runs.filter(
    (run) =>
      run.date.startsWith("2024") &&
      run.workoutType === "race" &&
      run.city === "Velmora" &&
      run.distance >= 1609.344 &&
      run.distance <= 20_000
  )
  expect([races.rows.map(({ id }) => id), races.total]).toStrictEqual([
    expected.slice(0, 2).map(({ id }) => id),
    expected.length
  ])
  for (const run of runs) {
    expect(yield* store.run(run.id)).toStrictEqual(Option.some(factOf(run)))
    expect(yield* store.splits(run.id)).toStrictEqual(Option.some(run.splits ?? []))
  }
  expect(yield* store.splits(5)).toStrictEqual(Option.none())
})

const agreeOnSums = Effect.fn("agreeOnSums")(function* (runs: ReadonlyArray<Expected>) {
  const store = yield* RunningStore
  expect(rounded((yield* store.summary(everywhen)).totals)).toStrictEqual(totalsOf(runs))
  const years = groups(runs, ({ date }) => Number(date.slice(0, 4)))
  const expected = [...years].map(([year, of]) => ({ year, ...totalsOf(of) })).sort((a, b) => b.year - a.year)
  expect((yield* store.years(everywhen)).map(rounded)).toStrictEqual(expected)
  const late = { local: { from: Date.UTC(2024, 11, 31, 12), to: null }, instant: everywhen.instant }
  const since = groups(
    runs.filter(({ localStart }) => localStart >= Date.UTC(2024, 11, 31, 12)),
    ({ date }) => Number(date.slice(0, 4))
  )
  expect((yield* store.years(late)).map(rounded)).toStrictEqual(
    [...since].map(([year, of]) => ({ year, ...totalsOf(of) })).sort((a, b) => b.year - a.year)
  )
  for (const year of [2023, 2024, 2025]) {
    const of = years.get(year) ?? []
    const summary = yield* store.summary(ofYear(year))
    expect({ ...summary, totals: rounded(summary.totals) }).toStrictEqual({
      totals: totalsOf(of),
      yearsActive: Math.min(1, of.length),
      firstRun: of.at(-1)?.localStart ?? null,
      daysByMiles: yield* store.daysByMiles(ofYear(year))
    })
    expect(Option.map(yield* store.year(year), rounded)).toStrictEqual(
      of.length === 0 ? Option.none() : Option.some({ year, ...totalsOf(of) })
    )
    const months = [...groups(of, ({ date }) => Number(date.slice(5, 7)))]
      .map(([month, of]) => ({ month, ...totalsOf(of) }))
      .sort((a, b) => a.month - b.month)
    expect((yield* store.months(year)).map(rounded)).toStrictEqual(months)
    expect((yield* store.longest(year, 3)).map(({ id }) => id)).toStrictEqual(
      [...of]
        .sort((a, b) => b.distance - a.distance || b.id - a.id)
        .slice(0, 3)
        .map(({ id }) => id)
    )
    expect(yield* store.points(year)).toStrictEqual(
      of.map(({ date, distance, elevation }) => ({ date, distance, elevation })).reverse()
    )
    const paced = runs.filter(({ distance, movingTime }) => distance > 0 && movingTime > 0)
    expect(yield* store.pacePoints(ofYear(year))).toStrictEqual(
      paced
        .map(({ date, distance, movingTime }) => ({
          date,
          distance,
          movingTime,
          shown: Number(date.slice(0, 4)) === year
        }))
        .reverse()
    )
  }
  const { daysByMiles, firstRun, yearsActive } = yield* store.summary(everywhen)
  expect([yearsActive, firstRun]).toStrictEqual([years.size, runs.at(-1)?.localStart ?? null])
  expect(daysByMiles).toStrictEqual(yield* store.daysByMiles(everywhen))
  expect((yield* store.days("2023-01-01", "2026-01-01")).map(rounded)).toStrictEqual(daysOf(runs))
  for (const until of [
    "2100-01-01",
    ...daysOf(runs)
      .map(({ date }) => date)
      .slice(1, 4)
  ]) {
    expect(yield* store.daySpans(until)).toStrictEqual(daySpans(runs.filter(({ date }) => date <= until)))
  }
  for (const range of [everywhen, { local: { from: 0, to: 4e12 }, instant: everywhen.instant }]) {
    const miles = new Map<number, number>()
    for (const { distance } of daysOf(runs)) {
      const whole = Math.floor(near(distance / 1609.344))
      if (whole >= 1) miles.set(whole, (miles.get(whole) ?? 0) + 1)
    }
    expect(yield* store.daysByMiles(range)).toStrictEqual(
      [...miles].map(([miles, days]) => ({ miles, days })).sort((a, b) => a.miles - b.miles)
    )
  }
  const hours = [...groups(runs, ({ localStart }) => new Date(localStart).getUTCHours())]
    .map(([hour, of]) => ({ hour, runs: of.length }))
    .sort((a, b) => a.hour - b.hour)
  expect(yield* store.hours(null)).toStrictEqual(hours)
})

const agreeOnBests = Effect.fn("agreeOnBests")(function* (runs: ReadonlyArray<Expected>) {
  const store = yield* RunningStore
  const records = distances.flatMap(({ key }): ReadonlyArray<Fact.Record> => {
    const efforts = runs.flatMap((run) =>
      (run.efforts ?? []).filter(({ distance }) => distance === key).map(({ elapsedTime }) => ({ elapsedTime, run }))
    )
    const [best] = efforts.sort(
      (a, b) => a.elapsedTime - b.elapsedTime || a.run.startedAt - b.run.startedAt || a.run.id - b.run.id
    )
    return best === undefined
      ? []
      : [
          {
            distance: key,
            elapsedTime: best.elapsedTime,
            runId: best.run.id,
            runName: best.run.name,
            localStart: best.run.localStart
          }
        ]
  })
  expect(yield* store.records).toStrictEqual(records)
  expect((yield* store.races({ from: null, to: null })).map(({ id }) => id)).toStrictEqual(
    runs.filter(({ workoutType }) => workoutType === "race").map(({ id }) => id)
  )
  const worn = new Map(
    (yield* store.gear).filter((pair) => pair.runs > 0).map((pair) => [pair.id, [pair.runs, near(pair.distance)]])
  )
  expect(worn).toStrictEqual(
    new Map(
      [...worn.keys()].map((id) => [id, [gearOf(runs).get(id)?.length, totalsOf(gearOf(runs).get(id) ?? []).distance]])
    )
  )
  expect(worn.size).toBe(gearOf(runs).size)
  for (const gear of worn.keys()) {
    const inThem = gearOf(runs)
      .get(gear)!
      .map(({ id }) => id)
    const page = yield* store.runs({ ...all, gear })
    expect([page.total, page.rows.map(({ id }) => id)]).toStrictEqual([inThem.length, inThem])
    for (const id of inThem) expect(Option.getOrNull(yield* store.gearOf(id))?.id).toBe(gear)
  }
  for (const { gear, id } of runs) if (gear === null) expect(yield* store.gearOf(id)).toStrictEqual(Option.none())
  const cities = groups(
    runs.filter(({ city }) => city !== null),
    ({ city, state }) => JSON.stringify([city, state])
  )
  expect(
    new Map((yield* store.cities).map(({ city, runs, state }) => [JSON.stringify([city, state]), runs]))
  ).toStrictEqual(new Map([...cities].map(([key, of]) => [key, of.length])))
})

const wipe = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`TRUNCATE running_activities, running_gear, running_deletions, enrichment_tasks, running_sums, running_days CASCADE`
)

const live = (steps: ReadonlyArray<Step>) =>
  Effect.gen(function* () {
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

/**
 * After any reports in any order, the store must answer the same as a computation over each run.
 */
export const runningStoreContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "5 minutes" })("RunningStore", (it) => {
    it.effect(
      "agrees with a computation over every run, after any history",
      () => forEvery(histories, live, { numRuns: depth(25) }),
      600_000
    )
  })
