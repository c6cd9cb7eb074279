import { mention } from "@daybook/core/attending"
import type { SavedArticle } from "@daybook/core/reading"
import { Chunk, Effect, FastCheck as fc, Layer, Option, Stream } from "effect"
import { describe, expect, it } from "vitest"
import { DocumentParser } from "../src/documents/DocumentParser.js"
import { makeSegments } from "../src/apple-music/segments.js"
import type { Feed } from "../src/calendar/feed.js"
import { pullFeeds } from "../src/calendar/pullFeeds.js"
import { readTables } from "../src/kit/exportFile/csvTables.js"
import { documentsOf, type Mark, markOf } from "../src/kit/highlights/documents.js"
import { mergeDuplicates } from "../src/kit/saves/duplicates.js"
import { saveOf } from "../src/kit/saves/saveFile.js"
import { forEachInSlices, mapInSlices, sortInSlices } from "../src/kit/slices.js"
import { longestPiece } from "../../adapters/test/support/longestPiece.js"
import { importFile } from "./support/importFile.js"

/** As many rows as a long life brings. */
const many = 10_000
/** Rows that may be handled before others have their turn: a few milliseconds of work. */
const maxRows = 250

const numbers = Array.from({ length: many }, (_, index) => (index * 7_919) % many)

describe("slices", () => {
  it("handle every value once, in order, and hold nobody up", async () => {
    const { longest, value } = await longestPiece((did) =>
      mapInSlices(numbers, (one) => {
        did()
        return one * 2
      })
    )
    expect(value).toStrictEqual(numbers.map((one) => one * 2))
    expect(longest).toBeLessThanOrEqual(maxRows)
    expect((await longestPiece((did) => forEachInSlices(numbers, did))).longest).toBeLessThanOrEqual(maxRows)
  })

  it("sort as the language does, equal values in their order", async () => {
    const rows = fc.array(fc.tuple(fc.nat({ max: 20 }), fc.nat()), { maxLength: 12_000, size: "max" })
    const compare = ([one]: readonly [number, number], [other]: readonly [number, number]) => one - other
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        expect(await Effect.runPromise(sortInSlices(all, compare))).toStrictEqual(all.toSorted(compare))
      }),
      { numRuns: 10 }
    )
  })

  it("compare few values in one piece", async () => {
    const { longest, value } = await longestPiece((did) =>
      sortInSlices(numbers, (one, other) => {
        did()
        return one - other
      })
    )
    expect(value).toStrictEqual(Array.from({ length: many }, (_, index) => index))
    // All of them at once need about n·log2(n), 133,000 comparisons.
    expect(longest).toBeLessThanOrEqual(25_000)
  })
})

const url = (index: number) => `https://site-${index % 700}.example.org/${index}`

/** The value, with a count of how often one of its members is read. */
const counting = <A extends object, Name extends keyof A>(value: A, name: Name, did: () => void): A => {
  const member = value[name]
  return Object.defineProperty({ ...value }, name, {
    enumerable: true,
    get: () => {
      did()
      return member
    }
  })
}

describe("files that are read to their end before they are stored hold nobody up:", () => {
  it("articles without ids", async () => {
    const article = (index: number) =>
      (
        saveOf({ url: url(index), title: `Article ${index}`, savedAt: 1_700_000_000_000 + index, progress: null }) as {
          readonly article: SavedArticle
        }
      ).article
    const { longest, value } = await longestPiece((did) =>
      mergeDuplicates(Array.from({ length: many }, (_, index) => counting(article(index), "url", did)))
    )
    expect(value).toHaveLength(many)
    expect(longest).toBeLessThanOrEqual(2 * maxRows)
  })

  it("highlights, of which those of one book stand apart", async () => {
    const mark = (index: number) =>
      markOf({
        document: { url: url(index % 700), title: `Book ${index % 700}` },
        text: `Passage ${index}`,
        createdAt: 1_700_000_000_000 + index * 1_000
      }) as Mark
    const { longest, value } = await longestPiece((did) =>
      documentsOf(Array.from({ length: many }, (_, index) => counting(mark(index), "document", did)))
    )
    expect(value).toHaveLength(700)
    // About four times for each mark, and those of ten books in a piece.
    expect(longest).toBeLessThanOrEqual(8 * maxRows)
  })

  it("tables of books, drinks and flights", async () => {
    const file = importFile("cups.csv", `cup\n${"red\n".repeat(many)}`, 65_536)
    const { longest, value } = await longestPiece((did) => {
      const read = () => {
        did()
        return "cup"
      }
      return readTables(file, "cupboard", [{ name: "Cups", columns: ["cup"], read }])
    })
    expect(value).toHaveLength(many)
    expect(longest).toBeLessThanOrEqual(maxRows)
  })

  it("a calendar feed", async () => {
    const event = (index: number) =>
      mention({ key: `${index}`, title: `Event ${index}`, date: "2025-01-01", saidAt: 0 })
    const summary = { broken: 0, leftOut: [], isCalendar: true, isWhole: true, isCut: false }
    const { longest, value } = await longestPiece((did) => {
      const file = {
        ...summary,
        mentions: Array.from({ length: many }, (_, index) => counting(event(index), "title", did))
      }
      const version = { etag: null, modified: null }
      const feed: Feed = { id: "feed", read: () => Effect.succeed({ file, version }) }
      return Stream.runCollect(pullFeeds([feed], { cursor: Option.none(), full: false })).pipe(
        Effect.provide(Layer.mock(DocumentParser, {}))
      )
    })
    expect(Chunk.toReadonlyArray(value).flatMap(({ records }) => records)).toHaveLength(many)
    // A few times for each event.
    expect(longest).toBeLessThanOrEqual(4 * maxRows)
  })

  it("the stretches of Apple Music's listens", async () => {
    const segments = makeSegments()
    const stretch = { device: 0, endedAt: 1, playTime: 1, length: null, from: null, to: null, isPaused: false }
    for (const song of numbers) segments.add({ ...stretch, song, startedAt: 0 })
    let turns = 0
    const count = () => {
      turns++
      immediate = setImmediate(count)
    }
    let immediate = setImmediate(count)
    const sorted = await Effect.runPromise(segments.sorted)
    clearImmediate(immediate)
    expect(Array.from(sorted, ({ song }) => song)).toStrictEqual(Array.from({ length: many }, (_, index) => index))
    expect(turns).toBeGreaterThanOrEqual(many / 2_500)
  })
})
