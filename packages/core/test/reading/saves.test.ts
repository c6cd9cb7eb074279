import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck as fc } from "effect"
import {
  type SavedArticle,
  type StoredSave,
  foldPassage,
  groupSaves,
  hiddenPassages,
  mergeArticle,
  mergeSaves,
  readingRank,
  readingSourcesIn,
  resolveArticles
} from "../../src/reading/index.js"
import { rankedSource } from "../../src/ranks/index.js"
import { fromZoneName } from "../../src/shared/index.js"
import { readingSources } from "./sources.js"

const calendar = Either.getOrThrow(fromZoneName("UTC"))

const plain: SavedArticle = {
  sourceId: null,
  url: "https://example.com/tides",
  title: "Tides",
  description: null,
  folder: null,
  archived: false,
  starred: false,
  progress: 0,
  progressAt: null,
  savedAt: 1000,
  tags: []
}

const storedSave = (id: number, source: string, values: Partial<SavedArticle>): StoredSave => ({
  ...mergeArticle({ ...plain, ...values }, undefined, calendar),
  id,
  source,
  articleId: null
})

const saves = fc
  .array(
    fc.record({
      source: fc.constantFrom("instapaper", "pocket", "readeck", "raindrop"),
      values: fc.record({
        url: fc.constantFrom("https://example.com/tides", "http://www.example.com/tides/", "https://example.com/ebb"),
        title: fc.constantFrom("", "Tides"),
        folder: fc.constantFrom(null, "Sea"),
        archived: fc.boolean(),
        starred: fc.boolean(),
        progress: fc.constantFrom(0, 0.4, 1),
        progressAt: fc.constantFrom(null, 5000, 7000),
        savedAt: fc.constantFrom(1000, 2000, 9000),
        tags: fc.uniqueArray(fc.constantFrom("sea", "ebb")),
        isArchiveRead: fc.boolean(),
        isStateUnknown: fc.boolean()
      })
    }),
    { minLength: 1, maxLength: 6 }
  )
  .map((all) =>
    all.map(({ source, values }, index) => storedSave(index + 1, source, { ...values, sourceId: `s${index}` }))
  )

const shuffled = saves.chain((all) =>
  fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }))
)

describe("saves of one article", () => {
  it("alone are the article", () => {
    fc.assert(
      fc.property(saves, ([save]) => {
        const { articleId: _, id: _id, ...state } = save!
        expect(mergeSaves(readingSources, [save!])).toEqual(state)
      })
    )
  })

  it("make the same article in any order", () => {
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        const of = (all: ReadonlyArray<StoredSave>) =>
          groupSaves(all).map(([first, ...rest]) => mergeSaves(readingSources, [first!, ...rest]))
        expect(of(other)).toEqual(of(one))
      })
    )
  })

  it("are one article for each address, unless a source lists it twice", () => {
    fc.assert(
      fc.property(saves, (all) => {
        const groups = groupSaves(all)
        expect(groups.flat().map(({ id }) => id)).toHaveLength(all.length)
        for (const group of groups) {
          expect(new Set(group.map(({ address }) => address)).size).toBe(1)
          expect(new Set(group.map(({ source }) => source)).size).toBe(group.length)
        }
        for (const address of new Set(all.map((save) => save.address))) {
          const sources = all.filter((save) => save.address === address).map(({ source }) => source)
          const most = Math.max(...sources.map((source) => sources.filter((one) => one === source).length))
          expect(groups.filter(([save]) => save!.address === address)).toHaveLength(most)
        }
      })
    )
  })

  it("have the earliest time of saving, the furthest progress, the latest archive and all tags", () => {
    const merged = mergeSaves(readingSources, [
      storedSave(1, "pocket", { savedAt: 1000, tags: ["sea"], title: "", archived: true, isArchiveRead: true }),
      storedSave(2, "omnivore", { savedAt: 3000, progress: 0.5, progressAt: 4000, tags: ["ebb"], starred: true }),
      storedSave(3, "readeck", { savedAt: 5000, progress: 0.93, progressAt: 6000, title: "On tides" })
    ])
    expect(merged).toMatchObject({
      source: "readeck",
      title: "On tides",
      savedAt: 1000,
      startedAt: 4000,
      finishedAt: 6000,
      progress: 0.93,
      archived: false,
      starred: true,
      status: "finished",
      statusInferred: false,
      tags: ["ebb", "sea"]
    })
  })

  it("take the title of a source from outside that says a lower rank", () => {
    const sources = readingSourcesIn([
      rankedSource("almanac", readingRank({ rank: 5 })),
      rankedSource("instapaper", readingRank({ rank: 10 }))
    ])
    const both = [
      storedSave(1, "instapaper", { title: "Tides" }),
      storedSave(2, "almanac", { title: "On tides" })
    ] as const
    expect(mergeSaves(sources, both)).toMatchObject({ source: "almanac", title: "On tides" })
    expect(mergeSaves(readingSources, both)).toMatchObject({ source: "instapaper", title: "Tides" })
  })

  it("finish without a time when they were first saved", () => {
    const merged = mergeSaves(readingSources, [
      storedSave(1, "pocket", { savedAt: 3000, archived: true, isArchiveRead: true }),
      storedSave(2, "omnivore", { savedAt: 1000 })
    ])
    expect(merged).toMatchObject({ status: "finished", statusInferred: true, savedAt: 1000, finishedAt: 1000 })
  })

  it("without a state take that of another source", () => {
    const bookmark = storedSave(1, "raindrop", { savedAt: 9000, isStateUnknown: true })
    expect(mergeSaves(readingSources, [bookmark]).status).toBe("saved")
    expect(mergeSaves(readingSources, [bookmark, storedSave(2, "instapaper", { archived: true })]).status).toBe(
      "skipped"
    )
  })

  it("continue the stored article of their address", () => {
    const moved = { ...storedSave(1, "instapaper", { url: "https://example.com/new" }), articleId: 5 }
    const rest = { ...storedSave(2, "pocket", {}), articleId: 5 }
    const standing = { ...mergeSaves(readingSources, [rest]), id: 5 }
    expect(
      resolveArticles(readingSources, [moved, rest], [standing]).map(({ id, saves }) => [saves[0]!.source, id])
    ).toEqual([
      ["instapaper", null],
      ["pocket", 5]
    ])
  })
})

describe("passages of several sources", () => {
  const text = fc.constantFrom(
    "Slow water keeps.",
    "slow  water KEEPS.",
    "Slow water keeps",
    "Another one",
    "“Quoted”",
    '"quoted"'
  )
  const passages = fc
    .array(fc.record({ source: fc.constantFrom("readwise", "instapaper", "karakeep"), text }), { maxLength: 8 })
    .map((all) => all.map((one, index) => ({ ...one, id: index + 1, position: null, createdAt: 0 })))

  it("are the same without differences of space, quotation marks and case", () => {
    expect(foldPassage("“Slow\n water”  keeps")).toBe(foldPassage('"slow water" Keeps'))
    const twins = [
      { id: 1, source: "readwise", text: "Slow water keeps.", position: null, createdAt: 1 },
      { id: 2, source: "karakeep", text: "slow water  keeps", position: null, createdAt: 2 }
    ]
    expect([...hiddenPassages(readingSources, twins)]).toEqual([1])
  })

  it("that a source from outside collects give way to those of the service of origin", () => {
    const sources = readingSourcesIn([rankedSource("almanac", readingRank({ rank: 5, collectsHighlights: true }))])
    const twins = ["almanac", "karakeep"].map((source, index) => ({
      ...{ id: index + 1, source, text: "Slow water keeps.", position: null, createdAt: 1 }
    }))
    expect([...hiddenPassages(sources, twins)]).toEqual([1])
    expect([...hiddenPassages(readingSources, twins)]).toEqual([2])
  })

  it("hide none of a source alone, and leave one of each text", () => {
    fc.assert(
      fc.property(passages, (all) => {
        const hidden = hiddenPassages(readingSources, all)
        for (const source of new Set(all.map((one) => one.source)))
          expect(
            hiddenPassages(
              readingSources,
              all.filter((one) => one.source === source)
            ).size
          ).toBe(0)
        const left = new Set(all.filter(({ id }) => !hidden.has(id)).map((one) => foldPassage(one.text)))
        for (const one of all) {
          const folded = foldPassage(one.text)
          expect([...left].some((other) => other.includes(folded) || folded.includes(other))).toBe(true)
        }
      })
    )
  })

  it("hide the same texts in any order", () => {
    fc.assert(
      fc.property(passages, fc.nat(), (all, seed) => {
        const other = all.toSorted((a, b) => ((a.id * 7 + seed) % 11) - ((b.id * 7 + seed) % 11))
        const left = (list: typeof all) => {
          const hidden = hiddenPassages(readingSources, list)
          return list
            .filter(({ id }) => !hidden.has(id))
            .map(({ source, text }) => `${source} ${foldPassage(text)}`)
            .sort()
        }
        expect(left(other)).toEqual(left(all))
      })
    )
  })
})
