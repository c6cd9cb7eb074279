import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { indexDocument, termsOf, wordsOf } from "../../src/search/index.js"

const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        "S.N.L.",
        "AC/DC",
        "don’t",
        "l'amour",
        "Björk",
        "Ünïcödé",
        "ＦＵＬＬ",
        "Jay-Z",
        "AND",
        '"',
        "(",
        "ﬁn",
        "straße",
        "…",
        "x",
        "東京",
        "й",
        "❤️",
        "Ðå"
      ),
      { maxLength: 8 }
    )
    .map((parts) => parts.join(" "))
)
const marks = fc
  .array(
    fc.constantFrom(
      "-",
      ":",
      "(",
      ")",
      "/",
      '"',
      "“",
      "”",
      "&",
      "!",
      "*",
      "|",
      "\\",
      "<->",
      ",",
      ";",
      "?",
      "\0",
      "\n",
      "—",
      "★"
    ),
    { maxLength: 6 }
  )
  .map((parts) => parts.join(" "))

describe("the terms of a text", () => {
  it("are letters and digits, and are idempotent", () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const term of [...termsOf(text), ...wordsOf(text)]) {
          expect(term).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
          expect(termsOf(term)).toEqual([term])
        }
      })
    )
  })

  it("find their own text, and the beginning of its title", () => {
    fc.assert(
      fc.property(texts, texts, (title, more) => {
        const words = new Set(wordsOf(`${title} ${more}`))
        for (const term of termsOf(title)) expect(words).toContain(term)
        expect(
          indexDocument({ title: `${title} ${more}`, subtitle: null, body: null }).titleKey.startsWith(
            indexDocument({ title, subtitle: null, body: null }).titleKey
          )
        ).toBe(true)
      })
    )
  })

  it("are the same in any case, with or without diacritics", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("Ferry", "Zürich", "O’Neil", "S.N.L.", "2024", "Ωmega"), {
          minLength: 1,
          maxLength: 5
        }),
        marks,
        (words, around) => {
          const plain = termsOf(words.join(" "))
          expect(termsOf(words.join(" ").toUpperCase())).toEqual(plain)
          expect(termsOf(words.join(" ").normalize("NFD"))).toEqual(plain)
          expect(termsOf(`${around} ${words.join(` ${around} `)} ${around}`)).toEqual(plain)
        }
      )
    )
  })

  it("are none if there is only punctuation", () => {
    fc.assert(
      fc.property(marks, (text) => {
        expect(termsOf(text)).toEqual([])
      })
    )
  })

  it.each([
    ["S.N.L.", ["snl"]],
    ["U.S.A", ["usa"]],
    ["Don’t Look", ["dont", "look"]],
    ["‘Heroes’", ["heroes"]],
    ["AC/DC", ["ac", "dc"]],
    ["Sigur Rós – Ágætis byrjun", ["sigur", "ros", "agaetis", "byrjun"]],
    ["Ｆｕｌｌ　width", ["full", "width"]],
    ['NOT (this OR "that"):*', ["not", "this", "or", "that"]],
    ["co\u00adoperate", ["cooperate"]],
    ["ｶﾞ", ["ガ"]]
  ])("of %s", (text, terms) => {
    expect(termsOf(text)).toEqual(terms)
  })

  it.each([
    ["AC/DC", "acdc"],
    ["don't", "dont"],
    ["l’amour", "amour"],
    ["Jay-Z", "jayz"],
    ["a-ha", "aha"],
    ["R&B", "rb"]
  ])("find %s by %s, too", (text, query) => {
    expect(wordsOf(text)).toContain(query)
  })
})
