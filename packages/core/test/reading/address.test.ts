import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { addressKey, domainOf, statusOf } from "../../src/reading/index.js"
import { isWebAddress } from "../../src/reading/address.js"

describe("addresses of articles", () => {
  it("have one key for all spellings of a page", () => {
    const key = addressKey("https://example.com/tides?id=7")
    for (const spelling of [
      "http://www.example.com/tides/?id=7",
      "HTTPS://Example.com:443/tides?id=7&utm_source=mail#top",
      "https://example.com/tides?fbclid=x&id=7 ",
      "https://example.com/tides?gbraid=1&id=7&amp;utm_medium=mail&_ga=2&srsltid=3"
    ]) {
      expect(addressKey(spelling)).toBe(key)
    }
    for (const other of [
      "https://example.com/tides?id=8",
      "https://example.com/Tides?id=7",
      "https://tides.example.com/?id=7",
      "https://example.com/tides",
      "https://example.com/tides?id=7&amp;page=2"
    ]) {
      expect(addressKey(other)).not.toBe(key)
    }
  })

  it("have the fragment in their key where it is the page", () => {
    for (const pages of [
      ["https://app.example.org/#/articles/1", "https://app.example.org/#/articles/2", "https://app.example.org/"],
      ["https://groups.example.org/forum/#!topic/sea/a", "https://groups.example.org/forum/#!topic/sea/b"],
      ["https://example.org/#!/user/1", "https://example.org/#!/user/2", "https://example.org/#!/user"],
      ["https://app.example.org/#/list?page=1", "https://app.example.org/#/list?page=2"]
    ])
      expect(new Set(pages.map(addressKey)).size).toBe(pages.length)
    for (const spellings of [
      ["https://app.example.org/#/articles/1", "http://www.app.example.org#/articles/1/", "app.example.org"],
      ["https://example.org/#!topic/sea", "https://example.org/#%21topic/sea?utm_source=mail", "example.org"],
      ["https://example.org/#/a", "https://example.org/?fbclid=1#/a#section-2", "example.org"],
      ["https://example.org/tides", "https://example.org/tides#/", "example.org/tides"],
      ["https://example.org/tides#!", "https://example.org/tides#section-2", "example.org/tides"],
      ["https://example.org/tides#:~:text=a/b", "https://example.org/tides#map/2", "example.org/tides"]
    ]) {
      const [first = "", second = "", page = ""] = spellings
      expect(addressKey(second)).toBe(addressKey(first))
      expect(addressKey(first).startsWith(page)).toBe(true)
    }
  })

  it("have themselves as key if they are mail or malformed", () => {
    expect(domainOf("instapaper://private-content/12")).toBeNull()
    expect(isWebAddress("instapaper://private-content/12")).toBe(false)
    expect(domainOf("https://www.mercari.comundefined")).toBe("mercari.comundefined")
    expect(domainOf("https://user@Www.Example.com:8080/x")).toBe("example.com")
    expect(domainOf("https://")).toBeNull()
  })

  it("never fail to parse, and have a stable key", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.webUrl({ withQueryParameters: true, withFragments: true })),
        (url) => {
          const key = addressKey(url)
          expect(addressKey(url)).toBe(key)
          domainOf(url)
        }
      )
    )
  })
})

describe("the status of an article", () => {
  it("follows from the progress, then from the folder", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (progress, archived) => {
        const expected =
          progress >= 0.75
            ? "finished"
            : archived && progress === 0
              ? "skipped"
              : archived
                ? "abandoned"
                : progress > 0
                  ? "reading"
                  : "unread"
        expect(statusOf({ progress, archived })).toBe(expected)
      })
    )
  })
})
