import type { NewCorrection } from "@daybook/core/corrections"
import {
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
import { Effect, FastCheck as fc } from "effect"
import { historiesOf, type Step, withoutConflict } from "../correctionProperties.js"
import { wipe } from "../model/database.js"
import { sample } from "../model/declared.js"

const sources = ["alpha", "beta"] as const
type Source = (typeof sources)[number]

const codes = ["one", "Two", "it's"]
const places = ["Sea", "Hill"]
export const firstDay = Date.UTC(2024, 1, 27, 20)

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
export const corrections = withoutConflict(rules, correction)

export const writer = declaredWriter(sample)

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

export const empty = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.zipRight(
    wipe,
    sql`TRUNCATE samples_item, samples_visit, samples_word, domain_deletions, domain_facets, domain_counts
      RESTART IDENTITY CASCADE`
  )
)

export const { correct, histories, perform, performAll } = historiesOf({
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

export const recordsOfType = (of: RecordRef) =>
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
export const library = Effect.gen(function* () {
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
export const answers = Effect.gen(function* () {
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
export const expectedOf = (history: ReadonlyArray<Step<Report, Lost>>, some: ReadonlyArray<NewCorrection>) => {
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
