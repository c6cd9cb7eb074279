import { type Card, CardRasterizer, type CardStyle, cardDescription, cardSvg } from "@daybook/core/cards"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Logger } from "effect"
import { XMLParser, XMLValidator } from "fast-xml-parser"
import sharp from "sharp"
import { layer } from "../../src/cards/CardRasterizer.js"

const style: CardStyle = { theme: "light", width: 1200, accent: null }

const card = (name: string): Card => ({
  kicker: "Listening in 2025",
  headline: name,
  figures: [{ value: "1,234,567", label: name }],
  months: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  entries: [{ name, note: name, value: "12 plays", share: 0.5 }],
  pictures: [],
  shape: "cover"
})

const text = fc.string({ unit: "binary", maxLength: 80 })

const grids = fc
  .record({
    year: fc.integer({ min: 1900, max: 2100 }),
    days: fc.array(fc.tuple(fc.integer({ min: 1, max: 28 }), fc.double({ min: 0, max: 1e9 })))
  })
  .map(({ days, year }) => ({
    year,
    values: new Map(days.map(([day, value]) => [`${year}-02-${String(day).padStart(2, "0")}`, value]))
  }))

const cards: fc.Arbitrary<Card> = fc
  .record({
    kicker: text,
    headline: text,
    figures: fc.array(fc.record({ value: text, label: text }), { maxLength: 8 }),
    months: fc.option(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 12, maxLength: 12 })),
    entries: fc.array(
      fc.record({ name: text, note: fc.option(text), value: text, share: fc.option(fc.double({ min: 0, max: 1 })) }),
      { maxLength: 12 }
    ),
    pictures: fc.array(fc.record({ title: text, jpeg: fc.uint8Array({ maxLength: 40_000 }) }), { maxLength: 10 }),
    shape: fc.constantFrom("cover" as const, "poster" as const),
    grid: fc.option(grids, { nil: undefined })
  })
  .map(({ grid, ...card }) => (grid === undefined ? card : { ...card, grid }))

const parser = new XMLParser({ ignoreAttributes: false, processEntities: true, parseTagValue: false })
const png = (svg: string) => Effect.flatMap(CardRasterizer, (rasterizer) => rasterizer.png(svg))

describe("a card", () => {
  it("is well-formed XML with any text in it, below 100 KB, without scripts and other addresses", () => {
    fc.assert(
      fc.property(cards, fc.constantFrom("light" as const, "dark" as const, "auto" as const), (card, theme) => {
        const svg = cardSvg(card, { ...style, theme })
        expect(XMLValidator.validate(svg)).toBe(true)
        expect(svg.length).toBeLessThanOrEqual(100_000)
        expect(svg).toBe(cardSvg(card, { ...style, theme }))
        const parsed = JSON.stringify(parser.parse(svg))
        expect(parsed).not.toMatch(/"(script|foreignObject|use)":|"@_on|"@_href":"(?!data:image\/jpeg;base64,)/)
      }),
      { numRuns: 100 }
    )
  })

  it("keeps names whole if they fit, in every script, and cuts long ones between characters", () => {
    for (const name of ["Ленинград", "東京事変", "ام كلثوم", "שלמה ארצי", "Sigur Rós", "अरिजीत", "👩‍👩‍👧‍👦 & <Co>"]) {
      const drawn: string = parser.parse(cardSvg(card(name), style)).svg.text[1]["#text"]
      expect(drawn).toBe(name)
    }
    const family = "👩‍👩‍👧‍👦"
    const cut: string = parser.parse(cardSvg(card(family.repeat(30)), style)).svg.text[1]["#text"]
    expect(cut).toMatch(/…$/)
    expect(cut.slice(0, -1)).toBe(family.repeat((cut.length - 1) / family.length))
    // A number is never cut.
    expect(cardSvg(card("plays"), style)).toContain(">1,234,567<")
  })

  it("says in words what it draws", () => {
    expect(cardDescription(card("Ocean & Sons"))).toBe("1,234,567 Ocean & Sons. Ocean & Sons: 12 plays.")
  })

  it.effect("becomes a PNG of the requested width with the same bytes each time, and its letters have ink", () =>
    Effect.gen(function* () {
      const svg = cardSvg(card("Velmora Tide"), { ...style, width: 640 })
      const bytes = yield* png(svg)
      expect(Buffer.from(bytes).equals(Buffer.from(yield* png(svg)))).toBe(true)
      const { format, height, width } = yield* Effect.promise(() => sharp(bytes).metadata())
      expect({ format, height, width }).toEqual({ format: "png", height: 336, width: 640 })
      const { channels } = yield* Effect.promise(() =>
        sharp(bytes).extract({ left: 30, top: 50, width: 260, height: 40 }).stats()
      )
      // The headline is dark on the paper.
      expect(channels[0]!.min).toBeLessThan(120)
      expect(channels[0]!.max).toBeGreaterThan(240)
    }).pipe(Effect.provide(layer))
  )

  it.effect("warns once of a script that no font of this machine has, and draws the card all the same", () => {
    const lines: Array<string> = []
    const logger = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => void lines.push(String(message)))
    )
    return Effect.gen(function* () {
      for (const _ of ["first", "again"])
        for (const name of ["東京", "ام كلثوم", "Latin"])
          expect((yield* png(cardSvg(card(name), style))).length).toBeGreaterThan(1000)
      expect(lines).toEqual(Array.from(new Set(lines)))
      for (const line of lines)
        expect(line).toMatch(/^this machine has no font for \w+, .* apt-get install fonts-noto-/)
    }).pipe(Effect.provide(layer), Effect.provide(logger))
  })
})
