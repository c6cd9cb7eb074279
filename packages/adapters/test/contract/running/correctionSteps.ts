import { SqlClient } from "@effect/sql"
import type { NewCorrection } from "@daybook/core/corrections"
import { type Report, RunningStore, applyReports, removeRuns, runningRules, runningWriter } from "@daybook/core/running"
import { Effect, FastCheck as fc } from "effect"
import { historiesOf, withoutConflict } from "../correctionProperties.js"
import { wipe } from "../model/database.js"
import { listedRun, recordedRun } from "./reports.js"

const noon = Date.parse("2025-03-14T12:00:00Z")
const day = 86_400_000

/** The sources, the most reliable first, and how many seconds after noon their reports start. */
export const sources = ["strava", "garmin", "polar"] as const
type Source = (typeof sources)[number]
const delays: Readonly<Record<Source, number>> = { strava: 0, garmin: 5, polar: 20 }

/** Run `n` is on day `n`. Strava lists it as `n`, other sources record it with the key `r<n>`. */
export interface Ran {
  readonly n: number
  readonly source: Source
}

export const ran: fc.Arbitrary<Ran> = fc.record({
  n: fc.integer({ min: 1, max: 3 }),
  source: fc.constantFrom(...sources)
})
const nameOf = ({ n, source }: Ran) => (source === "strava" ? `strava:${n}` : `${source}:r${n}`)
const startOf = (n: number) => noon + n * day

/** The shoes that Strava names for its runs, with the metres that it counts for the first pair. */
const shoes = [
  { id: "g1", name: "Blue pair", distance: 100_000 },
  { id: "g2", name: "Red pair", distance: null }
] as const
const shoesOf = ({ n, source }: Ran) => (source === "strava" ? shoes[n - 1] : undefined)

const reportOf = ({ n, source }: Ran): Report =>
  source === "strava"
    ? listedRun(n, startOf(n), {
        name: `Listed ${n}`,
        workoutType: n === 1 ? "race" : "default",
        gear: n === 3 ? null : { id: `g${n}` }
      })
    : recordedRun(source, `r${n}`, startOf(n) + delays[source] * 1_000, { run: { name: `Recorded ${n}` } })

const value: fc.Arbitrary<NewCorrection> = fc
  .tuple(ran, fc.constantFrom(null, null, "title=Ostra Loop", "workout_type=race", "workout_type=default"))
  .map(([one, value]) => ({
    ...{ domain: "running", type: "activity", kind: value === null ? "hide" : "set", value },
    ...{ subject: { report: nameOf(one) }, object: null, reason: null }
  }))
const pair: fc.Arbitrary<NewCorrection> = fc
  .tuple(ran, ran, fc.constantFrom("same" as const, "same" as const, "different" as const))
  .map(([one, other, kind]) => ({
    ...{ domain: "running", type: "activity", kind, value: null, reason: null },
    ...{ subject: { report: nameOf(one) }, object: { report: nameOf(other) } }
  }))
const gears = [{ gear: "Blue pair" }, { gear: "red Pair" }, { gear: "Green pair" }, { gear: "Any", gear_id: "g2" }]
const credit: fc.Arbitrary<NewCorrection> = fc
  .tuple(ran, fc.constantFrom(...gears))
  .map(([one, object]) => ({
    ...{ domain: "running", type: "activity", kind: "credit", value: null, reason: null },
    ...{ subject: { report: nameOf(one) }, object }
  }))
const correction = fc.oneof(value, pair, credit)
export const corrections = withoutConflict(runningRules, correction)

const put = Effect.fn(function* (ran: ReadonlyArray<Ran>) {
  for (const source of sources) yield* applyReports(source, ran.filter((one) => one.source === source).map(reportOf))
  yield* applyReports(
    "strava",
    shoes.map((one) => ({ _tag: "Shoes", shoe: { ...one, brand: null, model: null, retired: false } }))
  )
})

const remove = ({ n, source }: Ran) =>
  source === "strava" ? removeRuns("strava", [n]) : runningWriter.remove(source, [`r${n}`])

const empty = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.zipRight(
    wipe,
    sql`
      TRUNCATE running_activities, running_recorded, running_gear, running_deletions, running_sums,
        running_days CASCADE`
  )
)

export const { correct, histories, perform, performAll } = historiesOf({
  ...{ put, remove, empty, lost: ran, items: fc.array(ran, { minLength: 1, maxLength: 5 }) }
})

/** What answers are made of, without ids of rows. */
export const library = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ line: string }>`
    SELECT concat('run ', to_jsonb(run)) AS line FROM running_activities AS run
    UNION ALL SELECT concat('course ', to_jsonb(course)) FROM running_courses AS course
    UNION ALL SELECT concat('sum ', to_jsonb(sum)) FROM running_sums AS sum
    UNION ALL SELECT concat('gear ', to_jsonb(gear)) FROM running_gear AS gear
    UNION ALL SELECT concat('day ', to_jsonb(day)) FROM running_days AS day
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, entity_id, title, subtitle) FROM search_documents
    UNION ALL SELECT concat_ws(' | ', 'feed', event_type, title, date) FROM feed_items`
  return rows.map(({ line }) => line).sort()
})

const everywhen = { local: { from: null, to: null }, instant: { from: null, to: null } }
const anywhere = { type: null, city: null, gear: null, distance: { from: null, to: null } }

export const visible = Effect.gen(function* () {
  const store = yield* RunningStore
  return yield* Effect.all({
    runs: store.runs({ page: { page: 1, limit: 100 }, range: everywhen, ...anywhere, sort: "date", order: "asc" }),
    summary: store.summary(everywhen),
    years: store.years(everywhen),
    spans: store.daySpans("2025-12-31"),
    points: store.points(null),
    records: store.records,
    gear: store.gear,
    races: store.races({ from: null, to: null }),
    merges: store.merges({ page: 1, limit: 100 })
  })
})

/** Every row that answers are made of, with its ids, and the answers themselves. */
export const answers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ line: string }>`
    SELECT concat('report ', to_jsonb(report)) AS line FROM running_reports AS report
    UNION ALL SELECT concat('recorded ', to_jsonb(recorded)) FROM running_recorded AS recorded
    UNION ALL SELECT concat('feed ', to_jsonb(item)) FROM feed_items AS item`
  return { rows: rows.map(({ line }) => line).sort(), library: yield* library, visible: yield* visible }
})

/** The names that a chain of `same` connects with one. */
const chainOf = (name: string, some: ReadonlyArray<NewCorrection>) => {
  const chain = [name]
  for (const at of chain)
    for (const { kind, object, subject } of some) {
      const [one, other] = [subject["report"]!, object?.["report"] ?? ""]
      const next = kind !== "same" ? at : one === at ? other : other === at ? one : at
      if (!chain.includes(next)) chain.push(next)
    }
  return chain
}

/** Which reports are of one run, by a computation of its own: what the owner joined first, then the nearest starts. */
const groupsOf = (history: ReadonlyArray<Ran>, some: ReadonlyArray<NewCorrection>) => {
  const present = sources
    .flatMap((source) => [1, 2, 3].map((n): Ran => ({ n, source })))
    .filter((one) => history.some(({ n, source }) => n === one.n && source === one.source))
  const pairs = present
    .flatMap((one) => present.map((other) => ({ one, other, text: `${nameOf(one)}\n${nameOf(other)}` })))
    .filter(({ one, other }) => nameOf(one) < nameOf(other))
    .sort((one, other) => (one.text < other.text ? -1 : 1))
  const gapOf = ({ one, other }: (typeof pairs)[number]) => Math.abs(delays[one.source] - delays[other.source])
  const joined = pairs.filter(({ one, other }) => chainOf(nameOf(one), some).includes(nameOf(other)))
  const matching = pairs.filter(({ one, other }) => one.n === other.n).toSorted((a, b) => gapOf(a) - gapOf(b))
  const isApart = (one: Ran, other: Ran) =>
    (one.source === "strava" && other.source === "strava") ||
    some.some(
      ({ kind, object, subject }) =>
        kind === "different" &&
        [subject["report"], object?.["report"]].sort().join() === [nameOf(one), nameOf(other)].sort().join()
    )
  let groups = present.map((one) => [one])
  for (const { one, other } of [...joined, ...matching]) {
    const [first, second] = [one, other].map((member) => groups.find((group) => group.includes(member))!)
    if (first === second || first!.some((a) => second!.some((b) => isApart(a, b)))) continue
    groups = [...groups.filter((group) => group !== first && group !== second), [...first!, ...second!]]
  }
  return groups.map((group) =>
    group.toSorted((a, b) => sources.indexOf(a.source) - sources.indexOf(b.source) || a.n - b.n)
  )
}

/** The kinds that say something of one run. */
const alone: ReadonlyArray<NewCorrection["kind"]> = ["set", "hide", "credit"]

const nameOfShoes = (key: NonNullable<NewCorrection["object"]>) =>
  shoes.find(({ id, name }) => key["gear_id"] === id || key["gear"]!.toLowerCase() === name.toLowerCase())?.name ??
  key["gear"]!

/** The shoes, with five kilometres for each run: Strava's own sum changes by what corrections move. */
export const expectedShoesOf = (runs: ReturnType<typeof expectedOf>) =>
  [...shoes, { id: "name:Green pair", name: "Green pair", distance: null }]
    .map(({ distance, id, name }) => {
      const worn = runs.filter((one) => one.shoes === name).length
      const reported = runs.filter((one) => one.reported === name).length
      return { id, name, runs: worn, distance: distance === null ? worn * 5_000 : distance + (worn - reported) * 5_000 }
    })
    .filter(({ id, runs }) => runs > 0 || !id.startsWith("name:"))
    .sort((one, other) => (one.id < other.id ? -1 : 1))

/** The runs that are to be seen, by a computation of its own. */
export const expectedOf = (history: ReadonlyArray<Ran>, some: ReadonlyArray<NewCorrection>) =>
  groupsOf(history, some)
    .flatMap((group) => {
      const own = group
        .map(nameOf)
        .sort()
        .flatMap((name) => some.filter(({ kind, subject }) => alone.includes(kind) && subject["report"] === name))
      if (own.some(({ kind }) => kind === "hide")) return []
      const valueOf = (field: string) =>
        own.find(({ value }) => value?.startsWith(`${field}=`) === true)?.value?.slice(field.length + 1)
      const { n, source } = group[0]!
      const credited = own.find(({ kind }) => kind === "credit")?.object
      return [
        {
          reported: shoesOf(group[0]!)?.name ?? null,
          shoes: credited === undefined ? (shoesOf(group[0]!)?.name ?? null) : nameOfShoes(credited!),
          name: valueOf("title") ?? (source === "strava" ? `Listed ${n}` : `Recorded ${n}`),
          workoutType: valueOf("workout_type") ?? (source === "strava" && n === 1 ? "race" : "default"),
          startedAt: startOf(n) + delays[source] * 1_000
        }
      ]
    })
    .sort((one, other) => one.startedAt - other.startedAt)
