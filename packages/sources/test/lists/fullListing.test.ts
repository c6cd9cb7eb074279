import { describe, expect, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { type Part, wholeList } from "../../src/kit/fullListing.js"

interface Entry {
  readonly id: number
  readonly whole?: ReadonlyArray<string>
}

/** Reads a list with the given pages. Returns the final record and the requested pages. */
const readList = (
  pages: ReadonlyArray<ReadonlyArray<number>>,
  counts: Pick<Part, "pages" | "total">,
  beyond: ReadonlyArray<number> = []
) => {
  const requested: Array<number> = []
  return wholeList<Entry>({
    name: "the list",
    part: (page) =>
      Effect.sync(() => {
        requested.push(page)
        return { rows: pages[page - 1] ?? beyond, ...counts }
      }),
    read: (row) => ({ name: String(row), key: String(row), records: [{ id: Number(row) }] }),
    whole: (keys) => ({ id: 0, whole: keys })
  }).pipe(
    Stream.runCollect,
    Effect.map((parts) => {
      const records = Chunk.toReadonlyArray(parts).flatMap((part) => part.records)
      return {
        ids: [...new Set(records.flatMap(({ id }) => (id === 0 ? [] : [id])))],
        whole: records.find((one) => one.whole !== undefined)?.whole,
        requested
      }
    })
  )
}

describe("a full listing", () => {
  it.effect("continues past short and empty counted pages, and past the page count while rows are missing", () =>
    Effect.gen(function* () {
      const { ids, whole } = yield* readList([[1, 2], [3], [], [4, 5]], { pages: 4, total: 5 })
      expect([ids, whole]).toStrictEqual([
        [1, 2, 3, 4, 5],
        ["1", "2", "3", "4", "5"]
      ])
      expect((yield* readList([[1, 2], [3]], { pages: 1, total: 3 })).whole).toStrictEqual(["1", "2", "3"])
    })
  )

  it.effect("reports no deletions when rows and count differ, and stops after a few attempts", () =>
    Effect.gen(function* () {
      const { requested, ids, whole } = yield* readList([[1, 2]], { pages: 900, total: 1_800 })
      expect([ids, whole]).toStrictEqual([[1, 2], undefined])
      expect(requested.length).toBeLessThan(20)
    })
  )

  it.effect("ends when pages past its end bring nothing new", () =>
    Effect.gen(function* () {
      const { requested, ids, whole } = yield* readList([[1, 2], [3]], { pages: 2, total: 4 }, [3])
      expect([ids, whole]).toStrictEqual([[1, 2, 3], undefined])
      expect(requested.length).toBeLessThan(20)
    })
  )

  it.effect("continues until an empty page without any counts", () =>
    Effect.gen(function* () {
      const { ids, whole } = yield* readList([[1, 2], [3, 4], [5]], { pages: null, total: null })
      expect([ids, whole]).toStrictEqual([
        [1, 2, 3, 4, 5],
        ["1", "2", "3", "4", "5"]
      ])
      expect((yield* readList([[1, 2]], { pages: null, total: null }, [1, 2])).whole).toStrictEqual(["1", "2"])
    })
  )
})
