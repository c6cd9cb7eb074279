import {
  type RecordRef,
  type Values,
  boolean,
  choice,
  date,
  domain,
  instant,
  integer,
  number,
  picture,
  record,
  recordNamed,
  text,
  texts
} from "@daybook/core/domain"
import { FastCheck as fc } from "effect"

/** A declared domain with every type of field: a day for one record, a time for the other. */
export const sample = domain({
  name: "samples",
  title: "Samples",
  records: {
    item: record({
      key: ["code", "part"],
      fields: {
        code: text({ search: "title" }),
        part: integer(),
        a_1: text({ nullable: true, facet: true, search: "subtitle" }),
        a1: number({ nullable: true }),
        constructor: integer({ nullable: true, min: -5, max: 5 }),
        values: boolean({ facet: true, default: false }),
        trailing_: choice(["x", "it's", 'a "b" \\ c'])({ facet: true, nullable: true }),
        tags: texts({ facet: true, default: [] }),
        cover: picture({ nullable: true }),
        time: instant({ nullable: true }),
        on_day: date({ nullable: true, occurs: true })
      },
      feed: { item_day: { when: "on_day", title: ({ code }) => `Item ${code}` } }
    }),
    visit: record({
      key: ["place"],
      fields: { place: text({ facet: true }), at: instant({ occurs: true }), minutes: integer({ default: 5 }) },
      feed: { visited: { when: "at", title: ({ place }) => `At ${place}` } }
    }),
    word: record({ key: ["position"], fields: { position: integer(), note: text({ nullable: true }) } })
  }
})

export const refOf = (name: "item" | "visit" | "word"): RecordRef => recordNamed(sample, name)!

const start = Date.UTC(2024, 1, 27, 20)
const days = fc
  .integer({ min: 0, max: 9 })
  .map((step) => new Date(start + step * 86_400_000).toISOString().slice(0, 10))
const words = fc.constantFrom("", "a", "b", "B", "zoë", "🎵", "it's", '"q"', "\\", "NULL", "{x}", "%_")

const items: fc.Arbitrary<Values> = fc.record({
  code: fc.constantFrom("one", "Two", 'dr"ei', "it's"),
  part: fc.integer({ min: 0, max: 1 }),
  a_1: fc.option(words),
  a1: fc.option(fc.constantFrom(0, 0.1, -2.5, 1e-7, 1e15)),
  constructor: fc.option(fc.integer({ min: -5, max: 5 })),
  values: fc.boolean(),
  trailing_: fc.option(fc.constantFrom("x", "it's", 'a "b" \\ c')),
  tags: fc.uniqueArray(words, { maxLength: 3 }),
  cover: fc.option(fc.constantFrom("https://a.example/1.png", "http://b.example/")),
  time: fc.option(fc.integer({ min: -9, max: 9 }).map((step) => step * 1_234_567_890)),
  on_day: fc.option(days)
})
const visits: fc.Arbitrary<Values> = fc.record({
  place: words.filter((word) => word !== ""),
  at: fc.integer({ min: 0, max: 60 }).map((step) => start + step * 5 * 3_600_000),
  minutes: fc.integer({ min: 0, max: 9 })
})
const notes: fc.Arbitrary<Values> = fc.record({ position: fc.integer({ min: -2, max: 2 }), note: fc.option(words) })

const sources = fc.constantFrom("alpha", "beta")
const batches = fc.oneof(
  fc.record({ name: fc.constant("item" as const), rows: fc.array(items, { maxLength: 6 }) }),
  fc.record({ name: fc.constant("visit" as const), rows: fc.array(visits, { maxLength: 6 }) }),
  fc.record({ name: fc.constant("word" as const), rows: fc.array(notes, { maxLength: 4 }) })
)

export const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ _tag: fc.constant("Put" as const), source: sources, batch: batches }) },
    { weight: 1, arbitrary: fc.record({ _tag: fc.constant("All" as const), source: sources, batch: batches }) },
    { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Create" as const), batch: batches }) },
    {
      weight: 2,
      arbitrary: fc.record({
        _tag: fc.constant("Change" as const),
        at: fc.nat({ max: 5 }),
        values: fc.record({ a_1: fc.option(words), values: fc.boolean() }, { requiredKeys: [] })
      })
    },
    {
      weight: 1,
      arbitrary: fc.record({
        _tag: fc.constant("Delete" as const),
        name: fc.constantFrom("item" as const, "visit" as const),
        at: fc.nat({ max: 5 })
      })
    }
  ),
  { maxLength: 12 }
)
export type Step = typeof steps extends fc.Arbitrary<ReadonlyArray<infer S>> ? S : never
