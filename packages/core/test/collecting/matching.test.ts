import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import {
  type Care,
  type Copy,
  type Credit,
  type ExistingCopy,
  type FiledCopy,
  type Release,
  byAddition,
  creditNames,
  isSameFilm,
  matchFiled,
  matchListed,
  matchTypeOf
} from "../../src/collecting/index.js"

const orNull = <A>(values: fc.Arbitrary<A>) => fc.option(values, { nil: null })
const release = (id: number): Release => ({
  ...{ id, title: "Violet Chalk", year: null, artists: [], format: null, formatDetail: [], labels: [] },
  ...{ genres: [], styles: [], picture: null }
})
const care = (addedAt: number | null): Care => ({
  ...{ addedAt, rating: 0, mediaCondition: null, sleeveCondition: null, notes: null }
})
const time = orNull(fc.integer({ min: 1, max: 9 }))
const releaseId = fc.constantFrom(1, 2)

const existing: fc.Arbitrary<ReadonlyArray<ExistingCopy>> = fc
  .uniqueArray(fc.record({ instance: orNull(fc.integer({ min: 1, max: 6 })), releaseId, addedAt: time }), {
    selector: ({ instance }) => instance ?? {},
    maxLength: 8
  })
  .map((copies) => copies.map((copy, index) => ({ ...copy, id: index + 1 })))

const listed: fc.Arbitrary<ReadonlyArray<Copy>> = fc
  .uniqueArray(fc.record({ instance: fc.integer({ min: 1, max: 9 }), releaseId, addedAt: time }), {
    selector: ({ instance }) => instance,
    maxLength: 8
  })
  .map((copies) =>
    copies.map(({ addedAt, instance, releaseId }) => ({
      ...{ _tag: "Copy", instance, release: release(releaseId), care: care(addedAt) }
    }))
  )

const filed: fc.Arbitrary<ReadonlyArray<FiledCopy>> = fc
  .array(fc.record({ releaseId, addedAt: time }), { maxLength: 6 })
  .map((copies) =>
    copies.map(({ addedAt, releaseId }, index) => ({
      ...{ _tag: "FiledCopy", release: release(releaseId), care: care(addedAt) },
      place: copies.slice(0, index).filter((copy) => copy.releaseId === releaseId).length
    }))
  )

describe("listed copies", () => {
  it("match each stored copy at most once, by instance whenever that is stored", () => {
    fc.assert(
      fc.property(listed, existing, (copies, before) => {
        const rows = matchListed(copies, before)
        const ids = rows.flatMap(({ id }) => id ?? [])
        expect(new Set(ids).size).toBe(ids.length)
        rows.forEach(({ id, instance, releaseId }, index) => {
          const same = before.find((copy) => copy.instance === instance)
          const match = before.find((copy) => copy.id === id)
          expect(releaseId).toBe(copies[index]!.release.id)
          if (same !== undefined) expect(id).toBe(same.id)
          else if (match !== undefined) expect([match.instance, match.releaseId]).toEqual([null, releaseId])
        })
      })
    )
  })

  it("leave no copy without an instance unmatched while another copy of the release is new", () => {
    fc.assert(
      fc.property(listed, existing, (copies, before) => {
        const rows = matchListed(copies, before)
        const matched = new Set(rows.map(({ id }) => id))
        for (const copy of before.filter(({ id, instance }) => instance === null && !matched.has(id)))
          expect(rows.filter(({ id, releaseId }) => id === null && releaseId === copy.releaseId)).toEqual([])
      })
    )
  })
})

describe("filed copies", () => {
  it("are matched by place, never change a listed copy, and add none that a later list lacks", () => {
    fc.assert(
      fc.property(filed, existing, time, (copies, before, listedAt) => {
        const { present, rows } = matchFiled(copies, before, listedAt)
        expect(new Set(present).size).toBe(present.length)
        for (const { addedAt, id, instance } of rows) {
          expect(instance).toBeNull()
          if (id === null) expect(listedAt === null || (addedAt ?? 0) >= listedAt).toBe(true)
          else expect(before.find((copy) => copy.id === id)?.instance).toBeNull()
        }
        for (const { id } of rows) if (id !== null) expect(present).toContain(id)
      })
    )
  })
})

describe("the order of addition", () => {
  it("is by time, then by instance, with unknown values last", () => {
    const orLast = (value: number | null) => value ?? Infinity
    fc.assert(
      fc.property(listed, existing, (copies, before) => {
        const rows = [...matchListed(copies, before)].sort(byAddition)
        rows.slice(1).forEach((row, index) => {
          const last = rows[index]!
          expect(orLast(last.addedAt)).toBeLessThanOrEqual(orLast(row.addedAt))
          if (last.addedAt === row.addedAt) expect(orLast(last.instance)).toBeLessThanOrEqual(orLast(row.instance))
        })
      })
    )
  })
})

describe("a film", () => {
  const id = orNull(fc.constantFrom(1, 2))
  const ids = fc.record({ trakt: id, tmdb: id, imdb: orNull(fc.constantFrom("tt1", "tt2")) })

  it("is the same by Trakt's id alone if both have one, else by any other id", () => {
    fc.assert(
      fc.property(ids, ids, (a, b) => {
        const film = { id: 1, traktId: a.trakt, tmdbId: a.tmdb, imdbId: a.imdb }
        const isShared = (scheme: "tmdb" | "imdb") => a[scheme] !== null && a[scheme] === b[scheme]
        const expected =
          a.trakt !== null && b.trakt !== null ? a.trakt === b.trakt : isShared("tmdb") || isShared("imdb")
        expect(isSameFilm(film, b)).toBe(expected)
      })
    )
  })
})

describe("the names of credits", () => {
  const credit = (name: string, printed: string, join: string, id: number | null = null): Credit => ({
    ...{ id, name, shown: printed, join }
  })

  it("are both names of each artist and of the joint credit, without placeholders", () => {
    expect(
      creditNames([
        credit("Velmora Tide", "The Velmora Tide", "&"),
        credit("Various", "Various", ",", 194),
        credit("Ada Quill", "A. Quill", "")
      ])
    ).toEqual([
      "Velmora Tide",
      "The Velmora Tide",
      "Ada Quill",
      "A. Quill",
      "Velmora Tide & Ada Quill",
      "The Velmora Tide & A. Quill"
    ])
    expect(creditNames([credit("Unknown Artist", "?", "")])).toEqual([])
  })
})

describe("a match of a copy with plays", () => {
  it("is of the kind that its confidence says", () => {
    expect([1, 0.9, 0.7, 0.5, 0].map(matchTypeOf)).toEqual(["exact", "fuzzy", "fuzzy", "artist_only", "none"])
  })
})
