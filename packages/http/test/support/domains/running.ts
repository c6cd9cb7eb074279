import { unknownOf } from "@daybook/core/kit"
import {
  distances,
  type Fact,
  measured,
  NamedPlaces,
  Running,
  type RunMerge,
  RunningAdmin,
  RunningStore,
  type Split
} from "@daybook/core/running"
import { type NamedPlace, addDays, NoData, paginationOf } from "@daybook/core/shared"
import { Effect, Layer, Option } from "effect"
import { sampleNow } from "../library.js"

const day = 86_400_000

export interface SampleRun extends Fact.RunFact {
  /** The local date. */
  readonly date: string
}

const cities = ["Velmora", "Oskeln", "Velmora"]
const types = ["default", "race", "long_run", "workout"] as const
/** Days before today. Two streaks: the current one of three days and an older one of four; two runs on one day. */
const daysAgo = [0, 1, 2, 9, 10, 10, 11, 12, 80, 300, 430, 431, 460, 800]

export const sampleSplits: ReadonlyArray<Split> = [
  { number: 1, distance: 1609.344, movingTime: 478, elapsedTime: 480, elevation: -3.2, heartrate: null },
  { number: 2, distance: 802.1, movingTime: 251, elapsedTime: 251, elevation: 4.06, heartrate: 150 }
]

/** Runs with provider ids, newest first. Each differs in every number; one has no distance. */
export const sampleRuns: ReadonlyArray<SampleRun> = daysAgo.map((ago, index) => {
  const startedAt = sampleNow - ago * day - index * 3_700_000
  const localStart = startedAt + 3_600_000
  return {
    id: index === 0 ? 1 : 16_500_000_000 - index,
    name: `Run ${index}`,
    startedAt,
    localStart,
    distance: index === 3 ? 0 : 3_100 + index * 1_733.7,
    movingTime: 1_160 + index * 547,
    elevation: 12.34 * index,
    ...unknownOf(measured),
    heartrateAvg: index % 2 === 0 ? 151.2 : null,
    heartrateMax: index % 3 === 0 ? 177 : null,
    cadence: 168.2,
    calories: 400 + index,
    sufferScore: index % 4 === 0 ? index : null,
    city: index === 13 ? null : cities[index % 3]!,
    polyline: index === 1 ? "_p~iF~ps|U" : null,
    splitCount: index === 0 ? sampleSplits.length : 0,
    workoutType: types[index % 4]!,
    date: new Date(localStart).toISOString().slice(0, 10)
  }
})

export const sampleGear: ReadonlyArray<Fact.GearFact> = [
  { id: "g1", name: "Blue pair", brand: "Ostra", model: "Tideline 4", distance: 123_456, retired: false, runs: 10 },
  { id: "g2", name: "Old pair", brand: null, model: null, distance: 98_765, retired: true, runs: 4 }
]

/** Every third run has no shoes. */
export const sampleShoes = (id: number) => {
  const pair = sampleGear[id % 3]
  return pair === undefined ? null : { id: pair.id, name: pair.name }
}

export const sampleRecords: ReadonlyArray<Fact.Record> = distances
  .slice(0, 3)
  .map(({ key }, index) => ({
    distance: key,
    elapsedTime: 419 + index * 231,
    runId: sampleRuns[index]!.id,
    runName: sampleRuns[index]!.name,
    localStart: sampleRuns[index]!.localStart
  }))

type LocalRange = Parameters<RunningStore["Type"]["summary"]>[0]
type Range = LocalRange["local"]

const holds = ({ from, to }: Range, at: number) => (from === null || at >= from) && (to === null || at < to)
const inRange = ({ instant, local }: LocalRange) =>
  sampleRuns.filter((run) => holds(local, run.localStart) && holds(instant, run.startedAt))
const within = ({ from, to }: { readonly from: number | null; readonly to: number | null }, distance: number) =>
  (from === null || distance >= from) && (to === null || distance <= to)
const inYear = (year: number | null) =>
  sampleRuns.filter(({ date }) => year === null || date.startsWith(`${String(year).padStart(4, "0")}-`))
const isPaced = ({ distance, movingTime }: SampleRun) => distance > 0 && movingTime > 0
const sumOf = <A>(rows: ReadonlyArray<A>, of: (row: A) => number) => rows.reduce((sum, row) => sum + of(row), 0)

const totalsOf = (runs: ReadonlyArray<SampleRun>): Fact.Totals => ({
  runs: runs.length,
  distance: sumOf(runs, (run) => run.distance),
  movingTime: sumOf(runs, (run) => run.movingTime),
  elevation: sumOf(runs, (run) => run.elevation),
  pacedDistance: sumOf(runs.filter(isPaced), (run) => run.distance),
  pacedTime: sumOf(runs.filter(isPaced), (run) => run.movingTime),
  longest: Math.max(0, ...runs.map(({ distance }) => distance)),
  races: runs.filter(({ workoutType }) => workoutType === "race").length
})

/** Groups by a key, in the order in which the keys appear. */
const groupsOf = <A, K>(rows: ReadonlyArray<A>, key: (row: A) => K): ReadonlyArray<readonly [K, ReadonlyArray<A>]> => {
  const groups = new Map<K, Array<A>>()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return Array.from(groups)
}

const daysOf = (runs: ReadonlyArray<SampleRun>): ReadonlyArray<Fact.DayTotals> =>
  groupsOf(runs.toReversed(), ({ date }) => date).map(([date, of]) => ({
    date,
    runs: of.length,
    distance: sumOf(of, ({ distance }) => distance)
  }))

const spansOf = (dates: ReadonlyArray<string>) =>
  dates.reduce<Array<{ start: string; end: string }>>((spans, date) => {
    const last = spans.at(-1)
    if (last !== undefined && addDays(last.end, 1) === date) last.end = date
    else spans.push({ start: date, end: date })
    return spans
  }, [])

const sortKeys: Readonly<Record<string, (run: SampleRun) => number>> = {
  date: ({ startedAt }) => startedAt,
  distance: ({ distance }) => distance,
  duration: ({ movingTime }) => movingTime,
  elevation: ({ elevation }) => elevation,
  pace: ({ distance, movingTime }) => movingTime / distance
}

const daysByMiles = (range: LocalRange) =>
  groupsOf(daysOf(inRange(range)), ({ distance }) => Math.floor(distance / 1609.344))
    .map(([miles, of]) => ({ miles, days: of.length }))
    .filter(({ miles }) => miles > 0)
    .toSorted((a, b) => a.miles - b.miles)

const store = Layer.succeed(RunningStore, {
  runs: ({ city, distance, gear, order, page, range, sort, type }) =>
    Effect.sync(() => {
      const sign = order === "asc" ? 1 : -1
      const key = sortKeys[sort]!
      const all = inRange(range)
        .filter((run) => type === null || run.workoutType === type)
        .filter((run) => city === null || run.city === city)
        .filter((run) => gear === null || sampleShoes(run.id)?.id === gear)
        .filter((run) => within(distance, run.distance))
        .toSorted((a, b) =>
          sort === "pace" && isPaced(a) !== isPaced(b) ? (isPaced(a) ? -1 : 1) : sign * (key(a) - key(b))
        )
      return { rows: all.slice((page.page - 1) * page.limit, page.page * page.limit), total: all.length }
    }),
  run: (id) => Effect.succeed(Option.fromNullable(sampleRuns.find((run) => run.id === id))),
  gearOf: (id) => Effect.succeed(Option.fromNullable(sampleShoes(id))),
  splits: (id) =>
    Effect.succeed(sampleRuns.some((run) => run.id === id) ? Option.some(id === 1 ? sampleSplits : []) : Option.none()),
  summary: (range) =>
    Effect.sync(() => ({
      totals: totalsOf(inRange(range)),
      yearsActive: groupsOf(inRange(range), ({ date }) => date.slice(0, 4)).length,
      firstRun: inRange(range).at(-1)?.localStart ?? null,
      daysByMiles: daysByMiles(range)
    })),
  years: (range) =>
    Effect.sync(() =>
      groupsOf(inRange(range), ({ date }) => date.slice(0, 4)).map(([year, of]) => ({
        year: Number(year),
        ...totalsOf(of)
      }))
    ),
  year: (year) =>
    Effect.sync(() => (inYear(year).length === 0 ? Option.none() : Option.some({ year, ...totalsOf(inYear(year)) }))),
  months: (year) =>
    Effect.sync(() =>
      groupsOf(inYear(year).toReversed(), ({ date }) => date.slice(5, 7)).map(([month, of]) => ({
        month: Number(month),
        ...totalsOf(of)
      }))
    ),
  days: (from, to) => Effect.sync(() => daysOf(sampleRuns).filter(({ date }) => date >= from && date < to)),
  daysByMiles: (range) => Effect.sync(() => daysByMiles(range)),
  daySpans: (until) =>
    Effect.sync(() => spansOf(daysOf(sampleRuns).flatMap(({ date }) => (date <= until ? [date] : [])))),
  points: (year) => Effect.sync(() => inYear(year).toReversed()),
  pacePoints: (range) =>
    Effect.sync(() => {
      const requested = new Set(inRange(range))
      return sampleRuns
        .filter(isPaced)
        .toReversed()
        .map((run) => ({ ...run, shown: requested.has(run) }))
    }),
  hours: (year) =>
    Effect.sync(() =>
      groupsOf(inYear(year), ({ localStart }) => new Date(localStart).getUTCHours()).map(([hour, of]) => ({
        hour,
        runs: of.length
      }))
    ),
  cities: Effect.sync(() =>
    groupsOf(
      sampleRuns.filter(({ city }) => city !== null),
      ({ city }) => city!
    )
      .map(([city, of]) => ({
        city,
        state: null,
        country: null,
        runs: of.length,
        distance: sumOf(of, (run) => run.distance)
      }))
      .toSorted((a, b) => b.runs - a.runs)
  ),
  records: Effect.succeed(sampleRecords),
  gear: Effect.succeed(sampleGear),
  races: (distance) =>
    Effect.sync(() => sampleRuns.filter((run) => run.workoutType === "race" && within(distance, run.distance))),
  longest: (year, limit) =>
    Effect.sync(() =>
      inYear(year)
        .toSorted((a, b) => b.distance - a.distance)
        .slice(0, limit)
    ),
  merges: () => Effect.succeed({ rows: [], total: 0 })
})

const sampleMerge: RunMerge = {
  id: 1,
  run: {
    id: sampleRuns[0]!.id,
    source: "strava",
    name: "Lunch Run",
    started_at: "2026-03-14T15:05:00.000Z",
    distance_mi: 5.31
  },
  merged: { source: "garmin", name: "Running", started_at: "2026-03-14T15:05:04.000Z", distance_mi: 5.3 },
  reason: "Starts 4 s apart, distances differ by 16 m, 99 % of the time in common."
}

const admin = Layer.mock(RunningAdmin, {
  _tag: "@daybook/core/RunningAdmin",
  delete: (id) => (sampleRuns.some((run) => run.id === id) ? Effect.void : new NoData({ what: `run ${id}` })),
  recompute: Effect.void,
  merges: (page) => Effect.succeed({ data: page.page === 1 ? [sampleMerge] : [], pagination: paginationOf(page, 1) }),
  separate: (id) => (id === sampleMerge.id ? Effect.void : new NoData({ what: `merge ${id}` }))
})

/** Where the course of the second run starts, and a place that no map of it has room for. */
export const samplePlaces: ReadonlyArray<NamedPlace> = [
  { name: "Velmora", country: "Sweden", latitude: 38.501, longitude: -120.201, population: 90_000 },
  { name: "Oskeln", country: null, latitude: 60, longitude: 10, population: 1_000 }
]

const places = Layer.succeed(NamedPlaces, {
  around: ({ east, north, south, west }) =>
    Effect.succeed(
      samplePlaces.filter(
        ({ latitude, longitude }) => latitude >= south && latitude <= north && longitude >= west && longitude <= east
      )
    )
})

/** The running services over the sample runs. */
export const running = Layer.merge(Running.Default.pipe(Layer.provide([store, places])), admin)
