import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import {
  type ExistingReport,
  type PlacedReport,
  type ReportChanges,
  distinctReports,
  idsOfKeys,
  listNames,
  listOfKey,
  mergeReport,
  reconcileReports,
  syncKey
} from "../../src/watching/index.js"

const orNull = <A>(values: fc.Arbitrary<A>) => fc.option(values, { nil: null })
const links = ["https://boxd.it/a", "https://letterboxd.com/ada/film/a/", "https://letterboxd.com/ada/film/b/"]

/** Few values of each kind, so that many reports are about the same viewing. */
const report: fc.Arbitrary<PlacedReport> = fc
  .record({
    titleId: fc.constantFrom(1, 2),
    episodeId: fc.constantFrom(null, null, 7),
    key: fc.constantFrom("1", "2"),
    day: fc.integer({ min: 1, max: 3 }),
    rating: orNull(fc.constantFrom(0.5, 4)),
    rewatch: orNull(fc.boolean()),
    review: orNull(fc.constantFrom("Good.", "Better.")),
    reviewUrl: orNull(fc.constantFrom(...links)),
    alias: orNull(fc.constantFrom("a", "b")),
    loggedAt: orNull(fc.constantFrom(1, 2)),
    address: orNull(fc.constantFrom("/a", "/b")),
    asOf: orNull(fc.integer({ min: 1, max: 3 })),
    isPartial: fc.boolean()
  })
  .map(({ day, ...rest }) => ({
    ...rest,
    at: day * 86_400_000,
    date: `1970-01-0${day + 1}`,
    dated: true,
    endedAt: null,
    marked: false,
    plays: null,
    namingId: null,
    unnumberedId: null
  }))

const page = fc.array(report, { maxLength: 6 }).map(distinctReports)
const pages = fc.array(page, { minLength: 1, maxLength: 4 })

const apply = (existing: ReadonlyArray<ExistingReport>, changes: ReportChanges): ReadonlyArray<ExistingReport> => {
  const next = new Map(existing.map((row) => [row.id, row]))
  for (const { id } of changes.twins) next.delete(id)
  for (const { next: row } of changes.updates) next.set(row.id, row)
  const last = Math.max(0, ...existing.map(({ id }) => id))
  changes.fresh.forEach(({ isPartial: _, ...row }, index) =>
    next.set(last + index + 1, { ...row, id: last + index + 1, edited: false, reviewEdited: false })
  )
  return [...next.values()]
}
const storedOf = (all: ReadonlyArray<ReadonlyArray<PlacedReport>>) =>
  all.reduce<ReadonlyArray<ExistingReport>>((existing, one) => apply(existing, reconcileReports(one, existing)), [])

describe("the reports of a page", () => {
  it("match each stored report at most once, and each is new or known", () => {
    fc.assert(
      fc.property(pages, page, (before, incoming) => {
        const { fresh, twins, updates } = reconcileReports(incoming, storedOf(before))
        expect(fresh.length + updates.length).toBe(incoming.length)
        const matched = [...updates.map(({ known }) => known.id), ...twins.map(({ id }) => id)]
        expect(new Set(matched).size).toBe(matched.length)
      })
    )
  })

  it("match the stored report with the same URL, whatever else differs", () => {
    fc.assert(
      fc.property(pages, page, (before, incoming) => {
        const existing = storedOf(before)
        const byAddress = new Map(existing.map((row) => [row.address, row.id]))
        for (const { known, next } of reconcileReports(incoming, existing).updates) {
          if (incoming.some(({ address }) => address !== null && address === next.address && byAddress.has(address)))
            expect(known.id).toBe(byAddress.get(next.address))
        }
      })
    )
  })

  it("change nothing when the page arrives again", () => {
    fc.assert(
      fc.property(page, (incoming) => {
        const existing = storedOf([incoming])
        const { fresh, twins, updates } = reconcileReports(incoming, existing)
        expect([fresh, twins, updates.filter(({ isChanged }) => isChanged)]).toEqual([[], [], []])
      })
    )
  })
})

describe("a merged report", () => {
  const row = fc
    .tuple(report, fc.boolean(), fc.boolean())
    .map(([{ isPartial: _, ...rest }, edited, reviewEdited]): ExistingReport => ({
      ...rest,
      id: 1,
      edited,
      reviewEdited
    }))

  it("keeps the id, and every name that the new report lacks", () => {
    fc.assert(
      fc.property(row, report, (before, incoming) => {
        const next = mergeReport(before, incoming)
        expect([next.id, next.edited, next.reviewEdited]).toEqual([before.id, before.edited, before.reviewEdited])
        expect(next.address).toBe(incoming.address ?? before.address)
        expect(next.alias).toBe(incoming.alias ?? before.alias)
        expect(next.asOf ?? 0).toBe(Math.max(before.asOf ?? 0, incoming.asOf ?? 0))
      })
    )
  })

  it("keeps everything else if the new report's list is older", () => {
    fc.assert(
      fc.property(row, report, fc.integer({ min: 1, max: 9 }), (before, incoming, age) => {
        const next = mergeReport({ ...before, asOf: 10 }, { ...incoming, asOf: 10 - age })
        const { address, alias, loggedAt } = next
        expect(next).toEqual({ ...before, asOf: 10, address, alias, loggedAt })
      })
    )
  })

  it("keeps a review that was edited by hand, even if it was deleted", () => {
    fc.assert(
      fc.property(row, report, (before, incoming) => {
        const { review, reviewUrl } = mergeReport({ ...before, reviewEdited: true }, incoming)
        expect([review, reviewUrl]).toEqual([before.review, before.reviewUrl])
      })
    )
  })

  it("keeps what was edited by hand", () => {
    fc.assert(
      fc.property(row, report, (before, incoming) => {
        const { at, date, rating, rewatch } = mergeReport({ ...before, edited: true }, incoming)
        expect({ at, date, rating, rewatch }).toEqual({
          at: before.at,
          date: before.date,
          rating: before.rating,
          rewatch: before.rewatch
        })
      })
    )
  })

  it("keeps rating, review and link that a partial report lacks", () => {
    fc.assert(
      fc.property(row, report, (before, incoming) => {
        const part = { ...incoming, isPartial: true, rating: null, review: null, asOf: before.asOf }
        const { rating, review, reviewUrl } = mergeReport(before, part)
        expect([rating, review, reviewUrl]).toEqual([before.rating, before.review, before.reviewUrl])
      })
    )
  })
})

describe("a sync key", () => {
  it("tells its list and its id", () => {
    fc.assert(
      fc.property(fc.constantFrom(...listNames), fc.nat(), (list, id) => {
        const key = syncKey(list, id)
        expect(listOfKey(key)).toBe(list)
        for (const other of listNames) expect(idsOfKeys([key], [other])).toEqual(other === list ? [id] : [])
      })
    )
  })
})
