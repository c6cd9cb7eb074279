import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { newDatabase } from "../support/database.js"
import { depth } from "../support/depth.js"
import { forEvery } from "../support/property.js"
import { kinds, listed, type Kind } from "./lists.js"
import { label, putRecords, type Sample } from "./records.js"
import { dayAfter, daysFrom, type Home, type ReferenceDays, referenceDays, textOf } from "./reference.js"
import { livingAt } from "./services.js"
import { periodOf, sumsOf } from "./sums.js"

/** Both sides of the date line, halves of hours, DST changes at 00:00, 00:01 and by half an hour. */
const zones = [
  "Europe/Vienna",
  "America/Los_Angeles",
  "Asia/Tokyo",
  "Pacific/Honolulu",
  "Pacific/Kiritimati",
  "Pacific/Apia",
  "Pacific/Pago_Pago",
  "America/Havana",
  "America/St_Johns",
  "America/Sao_Paulo",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Etc/GMT+12"
]

/** First days of spans with DST changes of these zones, with the day that Samoa left out, and with ends of years. */
const spans = ["2010-10-25", "2011-12-20", "2018-10-25", "2020-02-24", "2020-12-22", "2023-10-22"]
const length = 22

/** Homes, with most moves and trips next to each other. */
const homeIn = (first: string): fc.Arbitrary<Home> => {
  const day = fc.integer({ min: 2, max: length - 3 }).map((more) => dayAfter(first, more))
  const zone = fc.constantFrom(...zones)
  const trip = fc
    .record({ from: day, days: fc.integer({ min: 0, max: 4 }), zone })
    .map(({ days, from, zone }) => ({ from, to: dayAfter(from, days), zone }))
  return fc.record({
    zone,
    moves: fc.uniqueArray(fc.record({ from: day, zone }), { maxLength: 3, selector: ({ from }) => from }),
    trips: fc
      .array(trip, { maxLength: 4 })
      .map((all) => all.filter((one, at) => all.slice(0, at).every(({ from, to }) => to < one.from || one.to < from)))
  })
}

/** Seconds from the start of a day: most at its edges. */
const second = fc.oneof(
  fc.constantFrom(0, -1, 1, 30, -30, 1_800, -1_800, -3_600),
  fc.integer({ min: -86_400, max: 86_400 })
)

const records = 8

/** Each case fills and walks two databases. */
const minutes = 10 * 60_000

const trial = fc.constantFrom(...spans).chain((first) => {
  const day = fc.integer({ min: 3, max: length - 4 }).map((more) => dayAfter(first, more))
  return fc.record({
    first: fc.constant(first),
    homes: fc.tuple(homeIn(first), homeIn(first)),
    moments: fc.array(fc.record({ day, second, home: fc.nat({ max: 1 }) }), { minLength: records, maxLength: records }),
    days: fc.array(day, { minLength: records, maxLength: records })
  })
})

type Trial = typeof trial extends fc.Arbitrary<infer A> ? A : never

const lastOf = (first: string) => dayAfter(first, length - 1)

const referencesOf = ({ first, homes }: Trial) =>
  homes.map((home) => referenceDays(home, dayAfter(first, -2), dayAfter(lastOf(first), 2)))

const sampleOf = ({ days, moments }: Trial, references: ReadonlyArray<ReferenceDays>): Sample => {
  const instants = [
    ...new Set(moments.map(({ day, home, second }) => references[home]!.startOf(day) + second * 1_000))
  ].sort((a, b) => a - b)
  return { instants, days: days.slice(0, instants.length) }
}

const names = Object.keys(kinds) as ReadonlyArray<Kind>

/** The day after a missing one: there, lists show diary entries of the missing day. */
const existing = (day: string, { startOf }: ReferenceDays): string => {
  let next = day
  while (startOf(next) === startOf(dayAfter(next))) next = dayAfter(next)
  return next
}

type Entry = readonly [label: string, day: string]

/** The entries that one list has more often than the other, as text. */
const differenceOf = (actual: ReadonlyArray<Entry>, expected: ReadonlyArray<Entry>) => {
  const [all, wanted] = [actual, expected].map((entries) => entries.map((one) => one.join(": ")))
  const more = (these: ReadonlyArray<string>, those: ReadonlyArray<string>) => {
    const left = [...those]
    return these.filter((one) => {
      const at = left.indexOf(one)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  }
  const missing = more(wanted!, all!).map((one) => `missing ${one}`)
  return [...missing, ...more(all!, wanted!).map((one) => `unexpected ${one}`)].join("; ")
}

const expectLists = Effect.fn("expectLists")(function* (first: string, sample: Sample, reference: ReferenceDays) {
  const walked: Array<Entry> = []
  for (const [index, day] of daysFrom(first, lastOf(first)).entries()) {
    const labels = yield* listed(index % 2 === 0 ? { date: day } : { from: day, to: day })
    walked.push(...labels.map((label) => [label, day] as const))
  }
  const expected = names.flatMap((kind) =>
    kinds[kind](sample, reference).map(
      (day, index) => [label(kind, index), kind === "diary" ? existing(day, reference) : day] as const
    )
  )
  const difference = differenceOf(walked, expected)
  if (difference !== "") expect.fail(difference)
})

const expectSums = Effect.fn("expectSums")(function* (first: string, sample: Sample, reference: ReferenceDays) {
  const years = [...new Set([first, lastOf(first)].map((day) => Number(day.slice(0, 4))))]
  for (const { counts, grain, kinds: of } of yield* sumsOf(years)) {
    const expected = new Map<string, number>()
    for (const period of of.flatMap((kind) => kinds[kind](sample, reference)).map(periodOf[grain]))
      expected.set(period, (expected.get(period) ?? 0) + 1)
    expect([of, grain, Object.fromEntries(counts)]).toEqual([of, grain, Object.fromEntries(expected)])
  }
})

const expectDays = Effect.fn("expectDays")(function* (first: string, sample: Sample, reference: ReferenceDays) {
  yield* expectLists(first, sample, reference)
  yield* expectSums(first, sample, reference)
})

/** What is about times of writing, not about records. */
const passing =
  /^(changes|versions|settings|hosts|sync_|enrichment_|listening_buckets|schema_|search_starts|effect_sql)/

/** Ids depend on the order of records. So do digests and references, which contain them. */
const withoutIds = (name: string, value: unknown) =>
  /(^|_)(id|digest)$|^(created|updated|received|due)_at$/.test(name) ? undefined : value

/** All rows about records. */
const tablesOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    SELECT relname::text AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' ORDER BY 1`
  const rows: Record<string, ReadonlyArray<string>> = {}
  for (const { name } of tables.filter(({ name }) => !passing.test(name))) {
    const items = yield* sql<{ item: unknown }>`SELECT to_jsonb(whole_row) AS item FROM ${sql(name)} AS whole_row`
    rows[name] = items.map(({ item }) => JSON.stringify(item, withoutIds)).sort()
  }
  return rows
})

it.live(
  "every record of every domain is on one day: that of the zone where its owner was",
  () =>
    forEvery(
      trial,
      (one) =>
        Effect.gen(function* () {
          const references = referencesOf(one)
          const sample = sampleOf(one, references)
          const [before, after] = one.homes.map(textOf) as [string, string]
          const moved = yield* Effect.gen(function* () {
            yield* Effect.provide(
              Effect.zipRight(putRecords(sample), expectDays(one.first, sample, references[0]!)),
              livingAt(before)
            )
            yield* Effect.provide(expectDays(one.first, sample, references[1]!), livingAt(after))
            return yield* tablesOf
          }).pipe(Effect.provide(newDatabase()), Effect.scoped)
          const fresh = yield* Effect.zipRight(Effect.provide(putRecords(sample), livingAt(after)), tablesOf).pipe(
            Effect.provide(newDatabase()),
            Effect.scoped
          )
          for (const [name, rows] of Object.entries(moved)) {
            const difference = differenceOf(
              rows.map((row) => [name, row]),
              fresh[name]!.map((row) => [name, row])
            )
            if (difference !== "") expect.fail(difference)
          }
        }),
      { numRuns: depth(10) }
    ),
  minutes
)
