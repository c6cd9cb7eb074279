import type { SavedArticle } from "@daybook/core/reading"
import { describe, expect, it } from "@effect/vitest"
import { Chunk, Effect, Stream, TestClock } from "effect"
import { instapaper as instapaperSource } from "../../src/instapaper/source.js"
import { importFile, filesOf } from "../support/importFile.js"

const { exportFile } = filesOf(instapaperSource)

const read = (text: string) =>
  Effect.map(Stream.runCollect(exportFile(importFile("export.csv", text))), (pages) =>
    Chunk.toReadonlyArray(pages).flatMap(({ records }) =>
      records.flatMap((record) => (record._tag === "Article" ? [record.article] : []))
    )
  )

const pick = ({ archived, folder, savedAt, starred, tags, title, url }: SavedArticle) => ({
  url,
  title,
  folder,
  archived,
  starred,
  savedAt: savedAt / 1000,
  tags
})

describe("an Instapaper export", () => {
  it.effect("has no article that was saved in the future, unless the clock of the host is not set", () =>
    Effect.gen(function* () {
      const file = "URL,Title,Selection,Folder,Timestamp\nhttps://a.example/1,A,,,4102444800\n"
      expect(yield* read(file)).toHaveLength(1)
      yield* TestClock.setTime(Date.parse("2025-06-01T12:00:00Z"))
      expect(yield* read(file)).toHaveLength(0)
    })
  )

  it.effect("is read with and without tags, with any text in titles and addresses", () =>
    Effect.gen(function* () {
      const rows = yield* read(`URL,Title,Selection,Folder,Timestamp,Tags
https://a.example/1,"Tides, ""spring"" ones
and neap",a part,Archive,1763600000,"[""sea"",""a b""]"
https://www.mercari.comundefined,,,Unread,1763500000.7,"[]"
https://b.example/2,Recipe,,Recipes,1763400000,not json
`)
      expect(rows.map(pick)).toStrictEqual([
        {
          url: "https://a.example/1",
          title: 'Tides, "spring" ones and neap',
          folder: null,
          archived: true,
          starred: false,
          savedAt: 1763600000,
          tags: ["sea", "a b"]
        },
        {
          url: "https://www.mercari.comundefined",
          title: "",
          folder: null,
          archived: false,
          starred: false,
          savedAt: 1763500000,
          tags: []
        },
        {
          url: "https://b.example/2",
          title: "Recipe",
          folder: "Recipes",
          archived: false,
          starred: false,
          savedAt: 1763400000,
          tags: []
        }
      ])
      expect(rows[0]!.description).toBe("a part")
      const odd = yield* read(
        "URL,Title,Selection,Folder,Timestamp\nhttps://a.example,A,,Unread,1763600000123\nhttps://b.example,B,,Unread,9e20\n"
      )
      expect(odd.map(({ savedAt }) => new Date(savedAt).toISOString())).toStrictEqual([
        "2025-11-20T00:53:20.000Z",
        "9999-12-30T00:00:00.000Z"
      ])
      expect(yield* read("URL,Title,Selection,Folder,Timestamp\nhttps://a.example/1,A,,Unread,1\n")).toHaveLength(1)
    })
  )

  it.effect("is read with multi-paragraph texts, and past an unclosed quote", () =>
    Effect.gen(function* () {
      const rows = yield* read(
        '\ufeffURL,Title,Selection,Folder,Timestamp\r\nhttps://a.example/1,Tides,"One, ""two""\r\n\r\nthree, four, five, six\r\nseven",Unread,1\r\nhttps://a.example/2,"Neap,,Unread,2\r\nhttps://a.example/3,"Three",,Unread,3\r\nhttps://a.example/4,"Four,,Unread,4\r\nhttps://a.example/5,Five,,Unread,5\r\n'
      )
      expect(rows.map(({ url }) => url)).toStrictEqual([
        "https://a.example/1",
        "https://a.example/3",
        "https://a.example/5"
      ])
      expect(rows[0]!.description).toBe('One, "two"\n\nthree, four, five, six\nseven')
    })
  )

  it.effect("has one article for its two rows in a folder and in Starred", () =>
    Effect.gen(function* () {
      const both = ["https://a.example/1,A,,Starred,100", "http://www.a.example/1/,A,,Archive,100"]
      for (const rows of [both, [...both].reverse()]) {
        const [one, ...more] = yield* read(["URL,Title,Selection,Folder,Timestamp", ...rows, ""].join("\n"))
        expect([one!.starred, one!.archived, more.length]).toStrictEqual([true, true, 0])
      }
    })
  )

  it.effect("is refused if it is another file, and loses only broken rows", () =>
    Effect.gen(function* () {
      const foreign = yield* Effect.flip(read("artist,album,track\na,b,c\n"))
      expect(foreign.state).toBe("bad_file")
      expect((yield* Effect.flip(read(""))).state).toBe("bad_file")
      expect((yield* Effect.flip(read("URL,Title,Selection,Folder,Timestamp\n,A,,Unread,\n"))).state).toBe("bad_file")
      expect(
        yield* read(
          "URL,Title,Selection,Folder,Timestamp\nhttps://a.example,A,,Unread,yesterday\nhttps://b.example,B,,Unread,1\n"
        )
      ).toHaveLength(1)
    })
  )
})
