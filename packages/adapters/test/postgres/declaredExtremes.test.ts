import {
  DeclaredStore,
  DeclaredWrites,
  date,
  domain,
  number,
  record,
  recordsOf,
  stats,
  text
} from "@daybook/core/domain"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { newDatabase } from "../support/database.js"
import { asProcess } from "../support/declared.js"

const notes = domain({
  name: "notes",
  title: "Notes",
  records: {
    note: record({
      key: ["code"],
      fields: { code: text(), size: number({ nullable: true }), day: date({ nullable: true, occurs: true }) }
    })
  }
})

const ref = recordsOf(notes)[0]!

it.live("numbers have a finite sum, however large they are", () =>
  Effect.gen(function* () {
    const store = yield* DeclaredStore
    const writes = yield* DeclaredWrites
    const sizes = [1.7e308, 1e100, 1e100, -1e100, 5e-324, 1e300, -1.7e308]
    const codes = sizes.map((size, index) => ({ code: String(index), size }))
    const accepted = yield* Effect.filter(codes, (row) => Effect.isSuccess(writes.put(ref, [row])))
    expect(accepted.map(({ size }) => size)).toStrictEqual([1e100, 1e100, -1e100, 5e-324])
    for (const days of [{}, { to: "9999-12-31" }]) {
      const answer = stats("note", yield* store.totals(ref, days), 0)
      const { max, sum } = answer.data.numbers["size"]!
      expect([sum, max].every((one) => one === null || Number.isFinite(one))).toBe(true)
    }
    expect((yield* store.totals(ref, {})).numbers["size"]).toMatchObject({ sum: 1e100, known: 4 })
  }).pipe(asProcess(notes), Effect.provide(newDatabase()))
)

it.live("records at both ends of time have days, weeks, months and years", () =>
  Effect.gen(function* () {
    const store = yield* DeclaredStore
    const writes = yield* DeclaredWrites
    yield* writes.put(ref, [
      { code: "a", day: "0001-01-01" },
      { code: "b", day: "9999-12-31" }
    ])
    expect((yield* store.totals(ref, {})).last).toBe("9999-12-31")
    expect((yield* store.years(ref)).length).toBe(2)
    expect((yield* store.days(ref, "0001-01-01", "9999-12-31")).length).toBeGreaterThan(0)
    expect((yield* store.months(ref, {})).length).toBe(2)
    // Streaks end with today.
    expect((yield* store.spans(ref, "2024-01-01")).length).toBe(1)
  }).pipe(asProcess(notes), Effect.provide(newDatabase()))
)
