import { describe, expect, expectTypeOf, it } from "@effect/vitest"
import { FastCheck as fc, Schema } from "effect"
import * as record from "../../src/kit/record.js"
import { Text, Timestamp, field, withExample } from "../../src/shared/index.js"

const colours = ["red", "blue"] as const
const Size = Schema.Struct({ width: Schema.Number })

const fields = {
  id: record.bigint(),
  title: record.text({ description: "The title", example: "Tides" }),
  subTitle: record.text({ nullable: true, description: "The second title", example: "Of the north" }),
  seenAt: record.instant({ example: "2026-03-14T20:15:00.000Z" }),
  doneAt: record.instant({ nullable: true, as: "finished", description: "When it was done" }),
  colour: record.choice(colours)({ description: "The colour", example: "red" }),
  length: record.real({ nullable: true }),
  tags: record.texts({ description: "The tags", example: ["a"] }),
  isRead: record.boolean({ description: "Whether it was read" }),
  size: record.json(Size)({ nullable: true, description: "The size" })
}
type Row = record.RowOf<typeof fields>
const shownFields = record.viewOf(fields)

const orNull = <A>(values: fc.Arbitrary<A>) => fc.option(values, { nil: null })
const instants = fc.integer({ min: 0, max: 4_000_000_000_000 })
const row: fc.Arbitrary<Row> = fc.record({
  id: fc.maxSafeInteger(),
  title: fc.string(),
  subTitle: orNull(fc.string()),
  seenAt: instants,
  doneAt: orNull(instants),
  colour: fc.constantFrom(...colours),
  length: orNull(fc.integer()),
  tags: fc.array(fc.string(), { maxLength: 3 }),
  isRead: fc.boolean(),
  size: orNull(fc.record({ width: fc.integer() }))
})

describe("a record", () => {
  it("has rows whose types follow from its fields", () => {
    expectTypeOf<Row>().toEqualTypeOf<{
      readonly id: number
      readonly title: string
      readonly subTitle: string | null
      readonly seenAt: number
      readonly doneAt: number | null
      readonly colour: "red" | "blue"
      readonly length: number | null
      readonly tags: ReadonlyArray<string>
      readonly isRead: boolean
      readonly size: { readonly width: number } | null
    }>()
  })

  it("shows fields with a description or an example, in their order, under their wire names", () => {
    fc.assert(
      fc.property(row, (values) => {
        const answer = shownFields.of(values)
        expectTypeOf(answer).toEqualTypeOf<{
          readonly title: string
          readonly sub_title: string | null
          readonly seen_at: string
          readonly finished: string | null
          readonly colour: "red" | "blue"
          readonly tags: ReadonlyArray<string>
          readonly is_read: boolean
          readonly size: { readonly width: number } | null
        }>()
        expect(Object.entries(answer)).toEqual([
          ["title", values.title],
          ["sub_title", values.subTitle],
          ["seen_at", new Date(values.seenAt).toISOString()],
          ["finished", values.doneAt === null ? null : new Date(values.doneAt).toISOString()],
          ["colour", values.colour],
          ["tags", values.tags],
          ["is_read", values.isRead],
          ["size", values.size]
        ])
      })
    )
  })

  it("describes its answers as a schema that is written by hand", () => {
    const View = Schema.Struct(shownFields.schemas)
    const expected = Schema.Struct({
      title: field(Schema.String, "The title", "Tides"),
      sub_title: field(Text, "The second title", "Of the north"),
      seen_at: withExample(Timestamp, "2026-03-14T20:15:00.000Z"),
      finished: field(Schema.NullOr(Timestamp), "When it was done"),
      colour: field(Schema.Literal(...colours), "The colour", "red"),
      tags: field(Schema.Array(Schema.String), "The tags", ["a"]),
      is_read: field(Schema.Boolean, "Whether it was read"),
      size: field(Schema.NullOr(Size), "The size")
    })
    expectTypeOf<typeof View.Type>().toEqualTypeOf<typeof expected.Type>()
    expect(JSON.stringify(View.ast)).toBe(JSON.stringify(expected.ast))
    const isView = Schema.is(View)
    fc.assert(fc.property(row, (values) => isView(shownFields.of(values))))
  })

  it("knows which of its fields may be unknown", () => {
    const unknown = record.unknownOf(fields)
    expectTypeOf(unknown).toEqualTypeOf<{
      readonly subTitle: null
      readonly doneAt: null
      readonly length: null
      readonly size: null
    }>()
    expect(unknown).toStrictEqual({ subTitle: null, doneAt: null, length: null, size: null })
  })

  it("fills the gaps of one row from another, and keeps what the first one knows", () => {
    fc.assert(
      fc.property(row, row, (first, second) => {
        const merged = record.fillGaps(first, second)
        expectTypeOf(merged).toEqualTypeOf<Row>()
        expect(merged).toEqual(
          Object.fromEntries(
            (Object.keys(fields) as ReadonlyArray<keyof Row>).map((name) => [name, first[name] ?? second[name]])
          )
        )
        expect(record.fillGaps(merged, second)).toEqual(merged)
        expect(record.fillGaps(first, first)).toEqual(first)
      })
    )
  })

  it("fills the gap of an absent member, and never makes one known as unknown", () => {
    interface Part {
      readonly a?: number | null | undefined
      readonly b: string
    }
    const part: fc.Arbitrary<Part> = fc.record(
      { a: fc.option(orNull(fc.integer()), { nil: undefined }), b: fc.string() },
      { requiredKeys: ["b"] }
    )
    fc.assert(
      fc.property(part, part, (first, second) => {
        const merged = record.fillGaps(first, second)
        expect(merged.a ?? null).toBe(first.a ?? second.a ?? null)
        expect(merged.b).toBe(first.b)
      })
    )
  })
})
