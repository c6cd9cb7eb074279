import { type ActivityReport, activities, activitiesWriter, activityRules } from "@daybook/core/activities"
import { Corrections, type NewCorrection } from "@daybook/core/corrections"
import { DeclaredStore, recordNamed, recordPage } from "@daybook/core/domain"
import { DataVersions } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer } from "effect"
import { explainDeclared } from "../../src/postgres/declared/explain.js"
import { openedDomains } from "../support/declared.js"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { listening } from "../support/stores.js"
import {
  correctionServices,
  followCorrections,
  historiesOf,
  type Step,
  withoutConflict
} from "./correctionProperties.js"
import { wipe } from "./model/database.js"

/** From the most to the least reliable. */
const services = ["strava", "garmin", "polar"] as const
type Service = (typeof services)[number]

/** What a service says of the ride with a number. */
interface Ridden {
  readonly service: Service
  readonly n: number
}

/** Seconds by which a service is late: two of them are nearer to each other than to the third. */
const delays = { strava: 0, garmin: 20, polar: 45 } as const
const numbers = [1, 2, 3] as const
const refOf = ({ n, service }: Ridden) => `${service}:${n}`
const startOf = ({ n, service }: Ridden) => Date.UTC(2025, 2, 14, 7 + 3 * n) + delays[service] * 1_000

const reportOf = (one: Ridden): Partial<ActivityReport> => ({
  service: one.service,
  report: String(one.n),
  origin: one.service === "strava" ? "api" : "file",
  kind: "ride",
  name: one.service === "polar" ? null : `${one.service} ${one.n}`,
  started_at: startOf(one),
  distance_m: 40_000,
  duration_s: 5_400,
  energy_kcal: one.service === "polar" ? 600 + one.n : null
})

const ridden: fc.Arbitrary<Ridden> = fc.record({
  service: fc.constantFrom(...services),
  n: fc.constantFrom(...numbers)
})

const values = ["name=Ostra Loop", "name=Tideline", "kind=walk", "energy_kcal=1"]

const correction: fc.Arbitrary<NewCorrection> = fc
  .tuple(
    fc.constantFrom("different" as const, "different" as const, "same" as const, "set" as const, "hide" as const),
    ridden,
    ridden,
    fc.constantFrom(...values)
  )
  .map(([kind, one, other, value]) => {
    // Most pairs are of one ride, and separate what the rules join.
    const second = kind === "different" && one.n !== 3 ? { ...other, n: one.n } : other
    return {
      ...{ domain: "activities", type: "activity", kind, subject: { activity: refOf(one) }, reason: null },
      object: kind === "same" || kind === "different" ? { activity: refOf(second) } : null,
      value: kind === "set" ? value : null
    }
  })

const corrections = withoutConflict(activityRules, correction)

/** Counts that reads keep are those of a version of the data. */
const bump = Effect.flatMap(DataVersions, (versions) => versions.bump("activities"))

const put = Effect.fn(function* (ridden: ReadonlyArray<Ridden>) {
  for (const service of services) {
    const rows = ridden.filter((one) => one.service === service).map(reportOf)
    yield* activitiesWriter.apply(service, recordPage({ record: "report", rows }))
  }
  yield* bump
})

const remove = (lost: Ridden) => {
  const { origin, report, service } = reportOf(lost)
  const key = `report:${JSON.stringify([service, report, origin])}`
  return Effect.zipRight(activitiesWriter.remove(lost.service, [key]), bump)
}

const empty = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.zipRight(
    wipe,
    sql`TRUNCATE activities_activity, activities_report, domain_deletions, domain_facets, domain_counts
      RESTART IDENTITY CASCADE`
  )
)

const { correct, histories, perform, performAll } = historiesOf({
  ...{ put, remove, empty, lost: ridden, items: fc.array(ridden, { minLength: 1, maxLength: 5 }) }
})

const activity = recordNamed(activities, "activity")!
const page = { page: 1, limit: 100 }

const visible = Effect.flatMap(DeclaredStore, (store) =>
  Effect.all({
    list: store.list(activity, { days: {}, equals: {}, sort: "started_at", order: "asc", page }),
    totals: store.totals(activity, {}),
    days: store.days(activity, "2025-01-01", "2026-01-01"),
    kinds: store.top(activity, "kind", {}, page)
  })
)

const lines = (rows: ReadonlyArray<{ readonly line: string }>) => rows.map(({ line }) => line).sort()

const published = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ line: string }>`
    SELECT concat('facet ', to_jsonb(facet)) AS line FROM domain_facets AS facet WHERE record = 'activity'
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, title, subtitle) FROM search_documents
    UNION ALL SELECT concat_ws(' | ', 'feed', event_type, title, date) FROM feed_items`
)

/** What answers are made of, without ids. An activity is known by the report that came first. */
const library = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ line: string }>`
    SELECT concat('activity ', to_jsonb(item) - '{id,activity,_reports,_joined}'::text[], ' of ', ARRAY(
      SELECT concat(source, report - 'activity') FROM jsonb_each(item._reports) AS all_reports (source, report) ORDER BY source
    ), ' and ', ARRAY(
      SELECT concat(source, report - 'activity') FROM jsonb_each(item._joined) AS all_reports (source, report) ORDER BY source
    )) AS line FROM activities_activity AS item WHERE reports <> '{}'
    UNION ALL SELECT concat('report ', to_jsonb(item) - 'id') FROM activities_report AS item`
  return [lines(rows), lines(yield* published)]
})

/** Every row that answers are made of, with its ids, and the answers themselves. */
const answers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ line: string }>`
    SELECT concat('activity ', to_jsonb(item)) AS line FROM activities_activity AS item WHERE reports <> '{}'
    UNION ALL SELECT concat('report ', to_jsonb(item)) FROM activities_report AS item
    UNION ALL SELECT concat('feed ', to_jsonb(item)) FROM feed_items AS item`
  return [lines(rows), lines(yield* published), yield* visible]
})

/** What every service reports in the end. */
const reportedBy = (history: ReadonlyArray<Step<Ridden, Ridden>>): ReadonlyArray<Ridden> => {
  const all = new Map<string, Ridden>()
  for (const step of history) {
    if (step._tag === "Put") for (const one of step.items) all.set(refOf(one), one)
    if (step._tag === "Remove") all.delete(refOf(step.lost))
  }
  return numbers.flatMap((n) => services.flatMap((service) => all.get(refOf({ n, service })) ?? []))
}

/** Which reports are of one activity, by a computation of its own: the nearest starts first. */
const groupsOf = (reports: ReadonlyArray<Ridden>, some: ReadonlyArray<NewCorrection>) => {
  const pairs = reports
    .flatMap((one) => reports.map((other) => [one, other] as const))
    .filter(([one, other]) => one.n === other.n && services.indexOf(one.service) < services.indexOf(other.service))
    .sort(([a, b], [c, d]) => delays[b.service] - delays[a.service] - (delays[d.service] - delays[c.service]))
  const isApart = (one: Ridden, other: Ridden) =>
    some.some(
      ({ kind, object, subject }) =>
        kind === "different" &&
        [subject["activity"], object?.["activity"]].sort().join() === [refOf(one), refOf(other)].sort().join()
    )
  let groups = reports.map((one) => [one])
  for (const [one, other] of pairs) {
    const [first, second] = [one, other].map((member) => groups.find((group) => group.includes(member))!)
    if (first === second || first!.some((a) => second!.some((b) => isApart(a, b)))) continue
    groups = [...groups.filter((group) => group !== first && group !== second), [...first!, ...second!]]
  }
  return groups.map((group) =>
    group
      .map(refOf)
      .sort((a, b) => services.findIndex((one) => a.startsWith(one)) - services.findIndex((one) => b.startsWith(one)))
  )
}

/** Contract: corrections of activities follow from the reports, by any of which they name an activity. */
export const activityCorrectionsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "10 minutes" })("corrections of activities", (it) => {
    const stores = Layer.provideMerge(listening, openedDomains([activities], "UTC"))
    const all = correctionServices(stores)
    const domain = { histories, corrections, correct, perform, performAll, library, answers, numRuns: 40 }

    followCorrections(it.effect, domain, Effect.provide(all))

    it.effect(
      "separate and hide what they name, and nothing else",
      () =>
        forEvery(
          fc.tuple(histories, corrections),
          ([history, mixed]) =>
            Effect.gen(function* () {
              const some = mixed.filter(({ kind }) => kind !== "same")
              yield* performAll([...some.map(correct), ...history])
              const hidden = some.flatMap(({ kind, subject }) => (kind === "hide" ? [subject["activity"]!] : []))
              const expected = groupsOf(reportedBy(history), some).filter(
                (refs) => !refs.some((ref) => hidden.includes(ref))
              )
              const { list, totals } = yield* visible
              expect(list.rows.map(({ values }) => values["reports"]).sort()).toEqual(expected.sort())
              expect(totals.count).toBe(expected.length)
            }),
          { numRuns: depth(60) }
        ).pipe(Effect.provide(all)),
      600_000
    )

    const correctionWith = (
      kind: NewCorrection["kind"],
      one: string,
      other: string | null = null,
      value: string | null = null
    ): NewCorrection => ({
      ...{ domain: "activities", type: "activity", kind, subject: { activity: one }, value, reason: null },
      object: other === null ? null : { activity: other }
    })
    const everything = numbers.flatMap((n) => services.map((service): Ridden => ({ n, service })))

    it.effect("restore the id of an activity that became a part of another one by a later correction", () =>
      Effect.gen(function* () {
        const { all: storedCorrections, remove: takeBack } = yield* Corrections
        const [strava, garmin, polar] = services.map((service): Ridden => ({ service, n: 2 }))
        yield* performAll([{ _tag: "Put", items: [strava!, garmin!, polar!] }])
        yield* perform(correct(correctionWith("different", "polar:2", "garmin:2")))
        const before = yield* answers
        yield* perform(correct(correctionWith("different", "strava:2", "garmin:2")))
        yield* takeBack((yield* storedCorrections).at(-1)!.id)
        expect(yield* answers).toStrictEqual(before)
        // Nothing of it stays when its report goes.
        yield* perform(correct(correctionWith("different", "strava:2", "garmin:2")))
        yield* perform({ _tag: "Remove", lost: polar! })
        const sql = yield* SqlClient.SqlClient
        const names = yield* sql<{ activity: string }>`SELECT activity FROM activities_activity ORDER BY activity`
        expect(names.map(({ activity }) => activity)).toEqual(["garmin:2", "strava:2"])
      }).pipe(Effect.provide(all))
    )

    it.effect("let go of what was joined by a report that is removed", () =>
      Effect.gen(function* () {
        const joined = correct(correctionWith("same", "polar:3", "polar:2"))
        const [garmin, polar] = (["garmin", "polar"] as const).map((service): Ridden => ({ service, n: 3 }))
        const history: ReadonlyArray<Parameters<typeof perform>[0]> = [
          { _tag: "Put", items: [garmin!, polar!, { service: "polar", n: 2 }] },
          { _tag: "Remove", lost: polar! }
        ]
        yield* performAll([...history, joined])
        const expected = yield* library
        yield* performAll([joined, ...history])
        expect(yield* library).toStrictEqual(expected)
      }).pipe(Effect.provide(all))
    )

    it.effect("are refused where others contradict them by another report of the activity, with both named", () =>
      Effect.gen(function* () {
        const { add, preview } = yield* Corrections
        const messageOf = (one: NewCorrection) => Effect.map(Effect.flip(add(one)), ({ message }) => message)
        yield* performAll([{ _tag: "Put", items: everything }])
        yield* add(correctionWith("set", "garmin:1", null, "name=Ostra Loop"))
        expect(yield* messageOf(correctionWith("set", "polar:1", null, "name=Tideline"))).toContain("Ostra Loop")
        yield* add(correctionWith("same", "garmin:1", "polar:2"))
        expect(yield* messageOf(correctionWith("different", "strava:1", "strava:2"))).toContain("contradicts")
        expect(yield* messageOf(correctionWith("different", "strava:1", "strava:9"))).toContain("names nothing")
        const { affected, after, before } = yield* preview(correctionWith("different", "polar:3", "strava:3"))
        expect([affected, before["activity"], after["activity"]]).toEqual([2, 2, 3])
      }).pipe(Effect.provide(all))
    )

    it.effect("separate for good, also after a wipe, and say so where they explain", () =>
      Effect.gen(function* () {
        const { add, all: corrections, remove } = yield* Corrections
        const sql = yield* SqlClient.SqlClient
        const refs = Effect.map(visible, ({ list }) => list.rows.map(({ values }) => values["reports"]))
        yield* performAll([{ _tag: "Put", items: [everything[0]!, everything[1]!] }])
        expect(yield* refs).toEqual([["strava:1", "garmin:1"]])
        yield* add(correctionWith("different", "garmin:1", "strava:1"))
        expect(yield* refs).toEqual([["strava:1"], ["garmin:1"]])
        const explain = (yield* explainDeclared).get("activities")!.records["activity"]!
        for (const { id } of (yield* visible).list.rows)
          expect(yield* explain(id)).toMatchObject({ value: { corrections: [{ says: "garmin:1 is not strava:1" }] } })
        yield* sql`TRUNCATE activities_activity, activities_report RESTART IDENTITY CASCADE`
        yield* perform({ _tag: "Put", items: [everything[1]!, everything[0]!] })
        expect(yield* refs).toEqual([["strava:1"], ["garmin:1"]])
        yield* remove((yield* corrections)[0]!.id)
        expect(yield* refs).toEqual([["strava:1", "garmin:1"]])
      }).pipe(Effect.provide(all))
    )
  })
