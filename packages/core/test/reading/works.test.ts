import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck as fc } from "effect"
import {
  addressKey,
  domainOf,
  hiddenPassages,
  isSameArticle,
  mergeArticle,
  workOf,
  workUrl
} from "../../src/reading/index.js"
import type { SavedArticle, StoredArticle, TwinPassage } from "../../src/reading/index.js"
import { isWebAddress } from "../../src/reading/address.js"
import { fromZoneName } from "../../src/shared/index.js"
import { readingSources } from "./sources.js"

const keyOf = (title: string, author: string | null) => addressKey(workUrl({ title, author }))

describe("works", () => {
  it("have one key for all spellings of title and author", () => {
    const key = keyOf("The Quiet Harbour", "Ina Vale")
    for (const [title, author] of [
      ["The Quiet Harbour", "Vale, Ina"],
      ["the  quiet harbour: A Novel", "Ina Vale, Bo Tarn"],
      ["The Quiet Harbour (Harbour, #1)", "Vale, Ina;Tarn, Bo"],
      ["The Quiet Harbour [Illustrated]", "Ina Vale and Bo Tarn"],
      ["“The Quiet Harbour”", "INA VALE Jr."],
      ["The Quiet Harbour：Eine Reise", "Ina Vale; Bo Tarn"]
    ] as const)
      expect(keyOf(title, author)).toBe(key)
    for (const [title, author] of [
      ["The Quiet Harbours", "Ina Vale"],
      ["The Quiet Harbour", "Bo Tarn"],
      ["The Quiet Harbour", null]
    ] as const)
      expect(keyOf(title, author)).not.toBe(key)
  })

  it("keep what a title begins with", () => {
    expect(keyOf("(Un)quiet", null)).not.toBe(keyOf("(Re)quiet", null))
    expect(keyOf("!!!", null)).not.toBe(keyOf("???", null))
    expect(keyOf("静かな港", "山田太郎")).not.toBe(keyOf("静かな海", "山田太郎"))
  })

  it("are read from their address as they were, and are no web address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.option(fc.string({ unit: "grapheme" })), (title, author) => {
        const url = workUrl({ title, author })
        expect(workOf(url)).toEqual({ title, author })
        expect(isWebAddress(url)).toBe(false)
        expect(domainOf(url)).toBeNull()
      })
    )
  })

  it("never fail, whatever the address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(workOf(`work:${text}`)).not.toBeNull()
        expect(addressKey(`work:${text}`)).toMatch(/^work:/)
        expect(addressKey(workUrl({ title: text, author: text }))).toBe(
          addressKey(workUrl({ title: text, author: text }))
        )
      })
    )
    expect(workOf("https://example.org/work:1")).toBeNull()
  })
})

const calendar = Either.getOrThrow(fromZoneName("UTC"))

const saved = (more: Partial<SavedArticle>): SavedArticle => ({
  sourceId: "d1",
  url: workUrl({ title: "The Quiet Harbour", author: "Ina Vale" }),
  title: "The Quiet Harbour",
  description: null,
  folder: null,
  archived: false,
  starred: false,
  progress: 0,
  progressAt: null,
  savedAt: 5_000,
  tags: [],
  isProgressUnknown: true,
  isStateUnknown: true,
  isTimeGuessed: true,
  ...more
})

describe("documents of highlights", () => {
  it("come to the same state in any order of reports", () => {
    const report = fc.record({
      savedAt: fc.constantFrom(1_000, 5_000, 9_000),
      url: fc.constantFrom(saved({}).url, "https://example.org/quiet")
    })
    fc.assert(
      fc.property(fc.array(report, { minLength: 1, maxLength: 5 }), (reports) => {
        const result = (all: typeof reports) =>
          all.reduce<StoredArticle | undefined>(
            (before, one) => ({ ...mergeArticle(saved(one), before, calendar), id: 1 }),
            undefined
          )!
        const one = result(reports)
        expect(isSameArticle(one, result(reports.toReversed()))).toBe(true)
        expect(one.savedAt).toBe(Math.min(...reports.map(({ savedAt }) => savedAt)))
        const isWeb = reports.some(({ url }) => url.startsWith("https"))
        expect(one.url.startsWith("https")).toBe(isWeb)
        expect(one.status).toBe("saved")
      })
    )
  })
})

describe("highlights that a Kindle appended", () => {
  const passage = (id: number, text: string, more: Partial<TwinPassage> = {}): TwinPassage => ({
    id,
    source: "kindle",
    text,
    position: 345,
    createdAt: id,
    ...more
  })
  const hidden = (...all: ReadonlyArray<TwinPassage>) => [...hiddenPassages(readingSources, all)].sort((a, b) => a - b)

  it("replace the former ones", () => {
    expect(hidden(passage(1, "Slow water"), passage(2, "Slow water keeps."))).toEqual([1])
    expect(hidden(passage(1, "Slow water keeps."), passage(2, "Slow water"))).toEqual([1])
    expect(hidden(passage(1, "Slow"), passage(2, "Slow water"), passage(3, "Slow water keeps."))).toEqual([1, 2])
    expect(hidden(passage(1, "water keeps."), passage(2, "Slow water keeps.", { position: 344 }))).toEqual([1])
  })

  it("are others at another place, or with another text", () => {
    expect(hidden(passage(1, "Slow"), passage(2, "Slow water keeps.", { position: 400 }))).toEqual([])
    expect(hidden(passage(1, "Slow ebb"), passage(2, "Slow water keeps."))).toEqual([])
    expect(hidden(passage(1, "Slow"), passage(2, "slow", { position: 346 }))).toEqual([])
    expect(hidden(passage(1, "Slow"), passage(2, "slow"))).toEqual([1])
    expect(
      hidden(passage(1, "Slow", { source: "koreader" }), passage(2, "Slow water", { source: "koreader" }))
    ).toEqual([])
  })

  it("are no notes without a text, which replace nothing", () => {
    expect(hidden(passage(1, ""), passage(2, "Slow water keeps."), passage(3, ""))).toEqual([])
    expect(hidden(passage(1, ""), passage(2, "", { source: "koreader" }))).toEqual([])
  })

  it("need most of the text where the place is unknown", () => {
    const nowhere = { position: null }
    expect(hidden(passage(1, "Slow", nowhere), passage(2, "Slow water keeps.", nowhere))).toEqual([])
    expect(hidden(passage(1, "Slow water keeps", nowhere), passage(2, "Slow water keeps.", nowhere))).toEqual([1])
  })

  it("hide the copies that Readwise has of both", () => {
    const copies = { source: "readwise" }
    const all = [
      passage(1, "Slow water"),
      passage(2, "Slow water keeps."),
      passage(3, "slow water", copies),
      passage(4, "Slow water keeps.", copies)
    ]
    expect(hidden(...all)).toEqual([1, 3, 4])
  })

  it("always leave the last one, in any order", () => {
    const text = fc.constantFrom("Slow", "Slow water", "Slow water keeps.", "water keeps.", "Ebb")
    const all = fc
      .array(fc.record({ text, position: fc.constantFrom(1, 2, 90, null) }), { minLength: 1, maxLength: 7 })
      .map((list) => list.map((one, index) => passage(index + 1, one.text, { position: one.position })))
    fc.assert(
      fc.property(all, (list) => {
        const ids = hidden(...list)
        expect(hidden(...list.toReversed())).toEqual(ids)
        expect(ids).not.toContain(list.length)
        for (const { id, text: one } of list.filter((each) => ids.includes(each.id)))
          expect(
            list.some(
              (later) =>
                later.id > id &&
                (later.text.toLowerCase().includes(one.toLowerCase()) ||
                  one.toLowerCase().includes(later.text.toLowerCase()))
            )
          ).toBe(true)
      })
    )
  })
})
