import { Corrections, type NewCorrection } from "@daybook/core/corrections"
import {
  DeclaredRecords,
  DeclaredStore,
  type RecordRef,
  type Values,
  declaredRules,
  declaredWriter,
  facetsOf,
  recordPage,
  recordsOf
} from "@daybook/core/domain"
import { DataVersions } from "@daybook/core/sync"
import { SqlClient } from "@effect/sql"
import type { PgClient } from "@effect/sql-pg"
import { expect, layer } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer } from "effect"
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
import { refOf, sample } from "./model/declared.js"

const sources = ["alpha", "beta"] as const
type Source = (typeof sources)[number]

const codes = ["one", "Two", "it's"]
const places = ["Sea", "Hill"]
const firstDay = Date.UTC(2024, 1, 27, 20)

/** What a source says of an item or a visit. */
interface Report {
  readonly type: "item" | "visit"
  readonly source: Source
  readonly values: Values
}

const items: fc.Arbitrary<Report> = fc
  .record({
    source: fc.constantFrom(...sources),
    code: fc.constantFrom(...codes),
    part: fc.nat({ max: 1 }),
    a_1: fc.option(fc.constantFrom("a", "b")),
    constructor: fc.option(fc.nat({ max: 2 })),
    tags: fc.uniqueArray(fc.constantFrom("x", "y"), { maxLength: 2 }),
    on_day: fc.option(fc.constantFrom("2024-02-28", "2024-02-29", "2024-03-01"))
  })
  .map(({ source, ...values }) => ({
    ...{ type: "item" as const, source },
    values: { ...values, a1: null, values: false, trailing_: null, cover: null, time: null }
  }))

const visits: fc.Arbitrary<Report> = fc
  .record({
    source: fc.constantFrom(...sources),
    place: fc.constantFrom(...places),
    hours: fc.nat({ max: 60 }),
    minutes: fc.nat({ max: 9 })
  })
  .map(({ hours, minutes, place, source }) => ({
    ...{ type: "visit" as const, source },
    values: { place, at: firstDay + hours * 3_600_000, minutes }
  }))

/** The key of a record as the source and the store name it. */
const keyOf = ({ type, values }: Report): string =>
  JSON.stringify(type === "item" ? [values["code"], values["part"]] : [values["place"]])

const keys = [
  ...codes.flatMap((code) => [0, 1].map((part) => ["item", JSON.stringify([code, part])] as const)),
  ...places.map((place) => ["visit", JSON.stringify([place])] as const)
]

const named = ([type, key]: (typeof keys)[number]) => {
  const [first, part] = JSON.parse(key) as [string, number?]
  return type === "item" ? { code: first, part: String(part) } : { place: first }
}

const itemValues = ["a_1=c", "constructor=-3", "trailing_=it's", "on_day=2024-03-02", "values=true", "a1=0.5"]

const correction: fc.Arbitrary<NewCorrection> = fc
  .tuple(
    fc.constantFrom("same" as const, "same" as const, "different" as const, "set" as const, "hide" as const),
    fc.constantFrom(...keys),
    fc.constantFrom(...keys),
    fc.constantFrom(...itemValues)
  )
  .filter(([kind, [type, key], [otherType, other]]) =>
    kind === "same" || kind === "different" ? type === otherType && key !== other : true
  )
  .map(([kind, one, other, value]) => ({
    ...{ domain: "samples", type: one[0], kind, subject: named(one), reason: null },
    object: kind === "same" || kind === "different" ? named(other) : null,
    value: kind === "set" ? (one[0] === "item" ? value : "minutes=7") : null
  }))

const rules = declaredRules(sample)
const corrections = withoutConflict(rules, correction)

const writer = declaredWriter(sample)

/** Counts that reads keep are those of a version of the data. */
const bump = Effect.flatMap(DataVersions, (versions) => versions.bump("samples"))

const put = Effect.fn(function* (reports: ReadonlyArray<Report>) {
  for (const source of sources)
    for (const type of ["item", "visit"] as const) {
      const rows = reports.flatMap((one) => (one.source === source && one.type === type ? [one.values] : []))
      yield* writer.apply(source, recordPage({ record: type, rows }))
    }
  yield* bump
})

/** What a source reports no longer. */
interface Lost {
  readonly source: Source
  readonly type: Report["type"]
  readonly key: string
}

const remove = ({ key, source, type }: Lost) => Effect.zipRight(writer.remove(source, [`${type}:${key}`]), bump)

const empty = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.zipRight(
    wipe,
    sql`TRUNCATE samples_item, samples_visit, samples_word, domain_deletions, domain_facets, domain_counts
      RESTART IDENTITY CASCADE`
  )
)

const { correct, histories, perform, performAll } = historiesOf({
  ...{ put, remove, empty },
  items: fc.array(fc.oneof({ weight: 3, arbitrary: items }, { weight: 1, arbitrary: visits }), {
    minLength: 1,
    maxLength: 5
  }),
  lost: fc
    .tuple(fc.constantFrom(...sources), fc.constantFrom(...keys))
    .map(([source, [type, key]]): Lost => ({ source, type, key }))
})

const page = { page: 1, limit: 100 }

const recordsOfType = (of: RecordRef) =>
  Effect.flatMap(DeclaredStore, (store) =>
    Effect.map(store.list(of, { days: {}, equals: {}, sort: "id", order: "asc", page }), ({ rows }) => rows)
  )

const visible = Effect.flatMap(DeclaredStore, (store) =>
  Effect.forEach(recordsOf(sample), (of) =>
    Effect.all([
      recordsOfType(of),
      store.totals(of, {}),
      store.totals(of, { from: "2024-02-28", to: "2024-03-01" }),
      store.months(of, {}),
      store.spans(of, "2024-03-04"),
      store.days(of, "2024-01-01", "2025-01-01"),
      Effect.forEach(facetsOf(of.record), (facet) =>
        Effect.all([store.top(of, facet, {}, page), store.top(of, facet, { from: "2024-02-28" }, page)])
      )
    ])
  )
)

const lines = (rows: ReadonlyArray<{ readonly line: string }>) => rows.map(({ line }) => line).sort()

/** What answers are made of, without ids. */
const library = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return lines(
    yield* sql<{ line: string }>`
      SELECT concat('item ', to_jsonb(item) - 'id') AS line FROM samples_item AS item
      UNION ALL SELECT concat('visit ', to_jsonb(visit) - 'id') FROM samples_visit AS visit
      UNION ALL SELECT concat('facet ', to_jsonb(facet)) FROM domain_facets AS facet
      UNION ALL SELECT concat_ws(' | ', 'document', entity_type, title, subtitle) FROM search_documents
      UNION ALL SELECT concat_ws(' | ', 'feed', event_type, source_id, title, date) FROM feed_items`
  )
})

/** Every row that answers are made of, with its ids, and the answers themselves. */
const answers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ line: string }>`
    SELECT concat('item ', to_jsonb(item)) AS line FROM samples_item AS item
    UNION ALL SELECT concat('visit ', to_jsonb(visit)) FROM samples_visit AS visit
    UNION ALL SELECT concat('facet ', to_jsonb(facet)) FROM domain_facets AS facet
    UNION ALL SELECT concat('feed ', to_jsonb(item)) FROM feed_items AS item
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, entity_id, title, subtitle) FROM search_documents`
  // As text: a field may be named `constructor`, by which assertions compare the types of objects.
  return [lines(rows), JSON.stringify(yield* visible)]
})

/** What every source says in the end, by type and key. */
const reportsInTheEnd = (steps: ReadonlyArray<Step<Report, Lost>>) => {
  const reports = new Map<string, Map<Source, Values>>()
  for (const step of steps) {
    if (step._tag === "Put")
      for (const one of step.items) {
        const name = `${one.type} ${keyOf(one)}`
        reports.set(name, new Map([...(reports.get(name) ?? []), [one.source, one.values]]))
      }
    if (step._tag === "Remove") reports.get(`${step.lost.type} ${step.lost.key}`)?.delete(step.lost.source)
  }
  return new Map([...reports].filter(([, bySource]) => bySource.size > 0))
}

/** The records to be seen, from plain maps. */
const expectedOf = (history: ReadonlyArray<Step<Report, Lost>>, some: ReadonlyArray<NewCorrection>) => {
  const reports = reportsInTheEnd(history)
  const nameOf = (type: string, key: Readonly<Record<string, string>>) =>
    `${type} ${JSON.stringify(type === "item" ? [key["code"], Number(key["part"])] : [key["place"]])}`
  const endOf = (name: string): string => {
    const move = some.find(({ kind, subject, type }) => kind === "same" && nameOf(type, subject) === name)
    return move === undefined ? name : endOf(nameOf(move.type, move.object!))
  }
  return [...new Set([...reports.keys()].map(endOf))]
    .flatMap((end) => {
      const about = (kind: string) =>
        some.filter((one) => one.kind === kind && endOf(nameOf(one.type, one.subject)) === end)
      if (about("hide").length > 0) return []
      const members = [...reports.keys()].filter((name) => endOf(name) === end).sort()
      const lead = members.includes(end) ? end : members[0]!
      const order = [lead, ...members.filter((name) => name !== lead)]
      // The record that leads speaks first; of the others, one source after the other.
      const voicesOf = (names: ReadonlyArray<string>) =>
        sources.flatMap((source) =>
          names.flatMap((name): ReadonlyArray<Values> => {
            const values = reports.get(name)!.get(source)
            return values === undefined ? [] : [values]
          })
        )
      const voices = [...voicesOf([lead]), ...voicesOf(order.slice(1))]
      const values = new Map<string, unknown>()
      for (const voice of voices)
        for (const [name, value] of Object.entries(voice)) values.set(name, values.get(name) ?? value)
      for (const { value } of about("set")) {
        const [name, written] = value!.split("=") as [string, string]
        values.set(name, ["trailing_", "a_1", "on_day"].includes(name) ? written : JSON.parse(written))
      }
      const voiceSources = sources.filter((source) => order.some((name) => reports.get(name)!.has(source)))
      return [JSON.stringify([end.split(" ")[0], voiceSources, [...values].sort()])]
    })
    .sort()
}

/** Contract: corrections of declared records follow from what the sources say. */
export const declaredCorrectionsContract = (database: Layer.Layer<SqlClient.SqlClient | PgClient.PgClient>) =>
  layer(database, { excludeTestServices: true, timeout: "10 minutes" })("corrections of declared domains", (it) => {
    const stores = Layer.provideMerge(listening, openedDomains([sample], "UTC"))
    const services = correctionServices(stores)

    const domain = { histories, corrections, correct, perform, performAll, library, answers, numRuns: 25 }

    followCorrections(it.effect, domain, Effect.provide(services))

    it.effect(
      "make of the reports what plain maps make of them",
      () =>
        forEvery(
          fc.tuple(histories, corrections),
          ([history, some]) =>
            Effect.gen(function* () {
              yield* performAll([...history, ...some.map(correct)])
              const records = yield* Effect.forEach(recordsOf(sample), (of) =>
                Effect.map(recordsOfType(of), (rows) =>
                  rows.map(({ sources, values }) =>
                    JSON.stringify([of.record.name, sources, Object.entries(values).sort()])
                  )
                )
              )
              expect(records.flat().sort()).toStrictEqual(expectedOf(history, some))
            }),
          { numRuns: depth(60) }
        ).pipe(Effect.provide(services)),
      600_000
    )

    it.effect("keep a record that the owner dates otherwise when its source lists only other days", () =>
      Effect.gen(function* () {
        yield* empty
        const of = refOf("item")
        const row = { code: "one", part: 0, on_day: "2024-02-28" }
        const span = { from: Date.parse("2024-03-01T00:00:00Z"), to: Date.parse("2024-03-03T00:00:00Z") }
        yield* writer.apply("alpha", recordPage({ record: "item", rows: [row] }))
        const { add, remove } = yield* Corrections
        const base = {
          domain: "samples",
          type: "item",
          subject: { code: "one", part: "0" },
          object: null,
          reason: null
        }
        const { correction } = yield* add({ ...base, kind: "set", value: "on_day=2024-03-02" })
        expect((yield* recordsOfType(of)).map(({ values }) => values["on_day"])).toEqual(["2024-03-02"])
        const listed = yield* writer.apply("alpha", recordPage({ record: "item", rows: [], cover: span }))
        expect(listed.missing).toEqual([])
        yield* remove(correction.id)
        expect((yield* recordsOfType(of)).map(({ values }) => values["on_day"])).toEqual(["2024-02-28"])
      }).pipe(Effect.provide(services))
    )

    it.effect("refuse what names nothing, what a field cannot hold, and contradictions, with both named", () =>
      Effect.gen(function* () {
        yield* empty
        yield* writer.apply(
          "alpha",
          recordPage({ record: "item", rows: [0, 1].map((part) => ({ code: "one", part })) })
        )
        const { add, all, preview } = yield* Corrections
        const item = (part: number) => ({ code: "one", part: String(part) })
        const base = { domain: "samples", type: "item", subject: item(0), object: null, value: null, reason: null }
        const refused = (correction: NewCorrection) =>
          Effect.map(Effect.flip(add(correction)), ({ _tag, message }) => `${_tag}: ${message}`)
        expect(yield* refused({ ...base, kind: "hide", subject: item(7) })).toMatch(
          /^BadInput: .*there is no item one, 7/
        )
        expect(yield* refused({ ...base, kind: "set", value: "constructor=9" })).toBe(
          "BadInput: constructor must be at least -5 and at most 5"
        )
        expect(yield* refused({ ...base, kind: "set", value: "on_day=2024-02-30" })).toBe(
          "BadInput: on_day must be a day as YYYY-MM-DD"
        )
        expect(yield* refused({ ...base, kind: "set", value: "code=two" })).toMatch(
          /^BadInput: value must be field=value/
        )
        expect(yield* refused({ ...base, kind: "name", value: "Two" })).toMatch(/^BadInput: name is not supported/)
        const same: NewCorrection = { ...base, kind: "same", object: item(1) }
        expect(yield* preview(same)).toMatchObject({ before: { item: 2 }, after: { item: 1 } })
        yield* add(same)
        expect(yield* refused({ ...same, kind: "different" })).toMatch(/^Conflict: .*one, 0.*one, 1/)
        expect(yield* refused({ ...same, subject: item(1), object: item(0) })).toMatch(/^Conflict: /)
        expect((yield* all).map(({ kind }) => kind)).toEqual(["same"])
      }).pipe(Effect.provide(services))
    )

    it.effect("hide a record from changes by hand", () =>
      Effect.gen(function* () {
        yield* empty
        const of = refOf("visit")
        const records = yield* DeclaredRecords
        yield* writer.apply("alpha", recordPage({ record: "visit", rows: [{ place: "Sea", at: firstDay }] }))
        const [row] = yield* recordsOfType(of)
        const { add } = yield* Corrections
        const base = { domain: "samples", type: "visit", object: null, value: null, reason: null }
        yield* add({ ...base, kind: "hide", subject: { place: "Sea" } })
        expect(yield* recordsOfType(of)).toEqual([])
        expect(yield* records.change(of, row!.id, { minutes: 1 })).toMatchObject({ _tag: "None" })
        expect((yield* records.remove(of, [row!.id])).deleted).toEqual([])
      }).pipe(Effect.provide(services))
    )
  })
