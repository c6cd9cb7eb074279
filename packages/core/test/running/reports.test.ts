import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { type ExistingReports, type Report, type Run, applyToReports, mergeReports } from "../../src/running/index.js"
import { measured } from "../../src/running/model.js"

const orNull = <A>(values: fc.Arbitrary<A>) => fc.option(values, { nil: null })

/** A run that does not report every measure; `name` distinguishes reports. */
const run: fc.Arbitrary<Run> = fc
  .record(
    {
      id: fc.integer({ min: 1, max: 3 }),
      name: fc.stringMatching(/^[a-z]{1,4}$/),
      heartrateAvg: orNull(fc.integer({ min: 60, max: 200 })),
      cadence: orNull(fc.integer({ min: 150, max: 190 })),
      city: orNull(fc.constantFrom("Velmora", "Osven"))
    },
    { requiredKeys: ["id", "name"] }
  )
  .map((values) => ({
    sport: "Run",
    startedAt: 0,
    localStart: null,
    distance: 5000,
    movingTime: 1500,
    elapsedTime: 1500,
    elevation: 0,
    workoutType: null,
    country: null,
    polyline: null,
    gear: null,
    ...values
  }))
const detail = fc.record({
  calories: orNull(fc.integer({ min: 1, max: 900 })),
  description: orNull(fc.constant("easy")),
  splits: fc.constant(null),
  efforts: fc.constant(null)
})

const report: fc.Arbitrary<Report> = fc.oneof(
  fc.record({ _tag: fc.constant("Listed" as const), run }),
  fc.record({ _tag: fc.constant("Detailed" as const), run, detail }),
  fc.record({ _tag: fc.constant("Archived" as const), run, detail })
)
const page = fc.array(report, { maxLength: 6 })

const nothing = { listed: null, detailed: null, archived: null }
const state = (deleted: ExistingReports["deleted"], times: Partial<ExistingReports> = {}): ExistingReports => ({
  reports: nothing,
  deleted,
  archivedAsOf: null,
  deletedAsOf: null,
  ...times
})
const all = (existing: ExistingReports) => new Map([1, 2, 3].map((id) => [id, existing]))
const isArchived = (report: Report) => report._tag === "Archived"
const idsOf = (reports: ReadonlyArray<Report>) =>
  new Set(reports.flatMap((report) => (report._tag === "Shoes" ? [] : [report.run.id])))

describe("reports of runs", () => {
  it("replace the earlier report of their origin", () => {
    fc.assert(
      fc.property(page, (reports) => {
        for (const { after, before, id } of applyToReports(reports, new Map(), null)) {
          const own = reports.filter((report) => report._tag !== "Shoes" && report.run.id === id)
          const last = (tags: ReadonlyArray<Report["_tag"]>) => own.findLast(({ _tag }) => tags.includes(_tag))
          const listed = last(["Listed", "Detailed"])
          const detailed = last(["Detailed"])
          const archived = last(["Archived"])
          expect(before).toEqual(nothing)
          expect(after).toEqual({
            listed: listed?._tag === "Listed" || listed?._tag === "Detailed" ? listed.run : null,
            detailed: detailed?._tag === "Detailed" ? detailed.detail : null,
            archived: archived?._tag === "Archived" ? { run: archived.run, detail: archived.detail } : null
          })
        }
      })
    )
  })

  it("never restore a run that was deleted by hand", () => {
    fc.assert(
      fc.property(page, (reports) => {
        expect(applyToReports(reports, all(state("by hand")), 9)).toEqual([])
      })
    )
  })

  it("of an archive restore only runs that an older archive lacked", () => {
    fc.assert(
      fc.property(page, fc.integer({ min: 1, max: 3 }), orNull(fc.constant(2)), (reports, asOf, deletedAsOf) => {
        const existing = all(state("by the provider", { deletedAsOf }))
        const isRestored = deletedAsOf !== null && asOf > deletedAsOf
        const changes = applyToReports(reports, existing, asOf)
        expect(new Set(changes.map(({ id }) => id))).toEqual(
          idsOf(reports.filter((report) => !isArchived(report) || isRestored))
        )
        expect(changes.every(({ wasDeleted }) => wasDeleted)).toBe(true)
      })
    )
  })

  it("of an older archive do not replace those of a newer one", () => {
    fc.assert(
      fc.property(page, fc.integer({ min: 1, max: 3 }), (reports, asOf) => {
        const changes = applyToReports(reports, all(state("no", { archivedAsOf: 2 })), asOf)
        expect(new Set(changes.map(({ id }) => id))).toEqual(
          idsOf(reports.filter((report) => !isArchived(report) || asOf >= 2))
        )
      })
    )
  })

  it("merge into a run whose every measure is the list's, else the archive's, else null", () => {
    fc.assert(
      fc.property(orNull(run), orNull(detail), orNull(fc.record({ run, detail })), (listed, detailed, archived) => {
        const merged = mergeReports({ listed, detailed, archived })
        expect(merged === null).toBe(listed === null && archived === null)
        if (merged === null) return
        for (const name of Object.keys(measured) as ReadonlyArray<keyof typeof measured>) {
          const from = (run: Run | undefined | null) => (name === "calories" ? null : (run?.[name] ?? null))
          const expected =
            name === "calories"
              ? (detailed?.calories ?? archived?.detail.calories ?? null)
              : (from(listed) ?? from(archived?.run))
          expect(merged[name]).toBe(expected)
        }
        expect(merged.name).toBe((listed ?? archived!.run).name)
      })
    )
  })
})
