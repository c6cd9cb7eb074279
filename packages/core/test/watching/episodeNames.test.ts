import { episodeNamed } from "@daybook/core/watching"
import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"

const words = ["Low Water", "Ebbe", "Água Baixa", "The Storm", "Part 1: Élan", "Fox & Heron", "波"]

/** The same title as somebody else writes it. */
const respelled = (title: string, style: number): string =>
  [
    title.toUpperCase(),
    title.normalize("NFD"),
    title.normalize("NFKD").replace(/\p{M}/gu, ""),
    ` ${title}! `,
    title.replace(/ /g, " – "),
    title.replace("&", "and").replace(":", " -")
  ][style]!

describe("the episode of a title", () => {
  it("is the only one of that name in any language, however it is spelled", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(words, { minLength: 2 }), fc.nat(), fc.nat(5), (titles, at, style) => {
        const season = titles.map((name, index) => ({ number: index + 1, names: [`Episode ${index + 1}`, name] }))
        const place = at % titles.length
        expect(episodeNamed(respelled(titles[place]!, style), season)).toBe(place + 1)
        expect(episodeNamed(respelled(titles[place]!, style), season.toReversed())).toBe(place + 1)
        const twice = [...season, { number: 99, names: [titles[place]!] }]
        expect(episodeNamed(respelled(titles[place]!, style), twice)).toBeNull()
        expect(episodeNamed(`${titles[place]!} again`, season)).toBeNull()
      })
    )
  })

  it("is none for parts of a title, other parts, and a season without names", () => {
    const season = [
      { number: 1, names: ["The Storm, Part 1"] },
      { number: 2, names: ["The Storm, Part 2"] },
      { number: 3, names: ["???"] }
    ]
    expect(
      ["The Storm: Part 2", "The Storm (Part 1)", "The Storm", "Storm: Part 1", "The Storm: Part 3"].map((title) =>
        episodeNamed(title, season)
      )
    ).toStrictEqual([2, 1, null, null, null])
    expect([episodeNamed("???", season), episodeNamed("!!!", season)]).toStrictEqual([3, null])
    expect(episodeNamed("Low Water", [])).toBeNull()
  })
})
