import { distances, type Fact, measured, Running, RunningAdmin, RunningStore } from "@daybook/core/running"
import { unknownOf } from "@daybook/core/kit"
import { NoData } from "@daybook/core/shared"
import { Effect, Layer, Option } from "effect"

const day = 86_400_000

/** Ten runs, one per day, with provider ids, one without a distance. */
const runsUntil = (now: number): ReadonlyArray<Fact.RunFact> =>
  Array.from({ length: 10 }, (_, index) => ({
    id: index === 0 ? 1 : 16_500_000_000 + index,
    name: `Run ${index}`,
    startedAt: now - index * day,
    localStart: now - index * day + 3_600_000,
    distance: index === 3 ? 0 : 5000 + index * 700,
    movingTime: 1500 + index * 240,
    elevation: 12.3 * index,
    ...unknownOf(measured),
    heartrateAvg: index % 2 === 0 ? 151.2 : null,
    cadence: 168.2,
    calories: 400,
    city: "Velmora",
    polyline: null,
    workoutType: index === 5 ? "race" : "default"
  }))

const dateOf = ({ localStart }: Fact.RunFact) => new Date(localStart).toISOString().slice(0, 10)

const totalsOf = (runs: ReadonlyArray<Fact.RunFact>): Fact.Totals => ({
  runs: runs.length,
  distance: runs.reduce((sum, run) => sum + run.distance, 0),
  movingTime: runs.reduce((sum, run) => sum + run.movingTime, 0),
  elevation: runs.reduce((sum, run) => sum + run.elevation, 0),
  pacedDistance: runs.reduce((sum, run) => sum + run.distance, 0),
  pacedTime: runs.reduce((sum, run) => sum + (run.distance > 0 ? run.movingTime : 0), 0),
  longest: Math.max(0, ...runs.map(({ distance }) => distance)),
  races: runs.filter(({ workoutType }) => workoutType === "race").length
})

/** The running services over ten runs. */
export const running = (now: number) => {
  const runs = runsUntil(now)
  const year = new Date(now).getUTCFullYear()
  const totals = totalsOf(runs)
  const points = runs.toReversed().map((run) => ({ ...run, date: dateOf(run) }))
  const store = Layer.succeed(RunningStore, {
    runs: ({ page, type }) =>
      Effect.sync(() => {
        const all = runs.filter((run) => type === null || run.workoutType === type)
        return { rows: all.slice((page.page - 1) * page.limit, page.page * page.limit), total: all.length }
      }),
    run: (id) => Effect.succeed(Option.fromNullable(runs.find((run) => run.id === id))),
    splits: (id) =>
      Effect.succeed(
        id === 1
          ? Option.some([
              { number: 1, distance: 1609.3, movingTime: 478, elapsedTime: 480, elevation: -3.2, heartrate: null }
            ])
          : Option.none()
      ),
    totals: () => Effect.succeed(totals),
    yearsActive: () => Effect.succeed(1),
    firstRun: () => Effect.succeed(Option.some(runs.at(-1)!.localStart)),
    years: () => Effect.succeed([{ year, ...totals }]),
    year: (requestedYear) => Effect.succeed(requestedYear === year ? Option.some({ year, ...totals }) : Option.none()),
    months: () => Effect.succeed([{ month: 3, ...totals }]),
    days: (from, to) =>
      Effect.succeed(
        points
          .map(({ date, distance }) => ({ date, runs: 1, distance }))
          .filter(({ date }) => date >= from && date < to)
      ),
    daysByMiles: () =>
      Effect.succeed([
        { miles: 3, days: 6 },
        { miles: 5, days: 3 }
      ]),
    daySpans: () => Effect.succeed([{ start: points[0]!.date, end: points.at(-1)!.date }]),
    points: () => Effect.succeed(points),
    pacePoints: () =>
      Effect.succeed(
        points
          .filter(({ distance, movingTime }) => distance > 0 && movingTime > 0)
          .map((run) => ({ ...run, shown: true }))
      ),
    hours: () => Effect.succeed([{ hour: 7, runs: 10 }]),
    cities: Effect.succeed([{ city: "Velmora", state: null, country: null, runs: 10, distance: totals.distance }]),
    records: Effect.succeed(
      distances
        .slice(0, 3)
        .map(({ key }) => ({
          distance: key,
          elapsedTime: 419,
          runId: 1,
          runName: "Run 0",
          localStart: runs[0]!.localStart
        }))
    ),
    gear: Effect.succeed([
      { id: "g1", name: "Blue pair", brand: null, model: null, distance: 100_000, retired: false, runs: 10 }
    ]),
    races: () => Effect.succeed(runs.filter(({ workoutType }) => workoutType === "race")),
    longest: (_, limit) => Effect.succeed(runs.slice(0, limit))
  })
  const admin = Layer.mock(RunningAdmin, {
    _tag: "@daybook/core/RunningAdmin",
    delete: (id) => (runs.some((run) => run.id === id) ? Effect.void : new NoData({ what: `run ${id}` })),
    recompute: Effect.void
  })
  return Layer.merge(Running.Default.pipe(Layer.provide(store)), admin)
}
