import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fieldText } from "../src/api/declared.js"
import { decodePolyline, distancesAlong } from "../src/charts/polyline.js"
import { teamRecords } from "../src/pages/attending/teams.js"
import { movement, spanBefore } from "../src/pages/listening/periods.js"
import { markHighlights } from "../src/pages/reading/marks.js"
import { recordAddress } from "../src/parts/records.js"
import { addDays, byWeek, weekdayIn, weeksUntil } from "../src/text/dates.js"

/** An encoder from the description of the format. */
const encode = (positions: ReadonlyArray<readonly [number, number]>) => {
  const part = (value: number) => {
    let bits = value < 0 ? ~(value << 1) : value << 1
    let text = ""
    for (; bits >= 32; bits >>>= 5) text += String.fromCharCode((32 | (bits & 31)) + 63)
    return text + String.fromCharCode(bits + 63)
  }
  let [north, east] = [0, 0]
  return positions
    .map(([a, b]) => {
      const text = part(a - north) + part(b - east)
      ;[north, east] = [a, b]
      return text
    })
    .join("")
}

describe("a record of a declared domain", () => {
  const record = {
    name: "event",
    title: "Event",
    keyFields: ["name"],
    titleField: "name",
    subtitleField: null,
    pictureField: "front",
    courseField: null
  }
  const concerts = { name: "concerts", title: "Concerts", record: { ...record, dayField: null, fields: [] } }
  const address = (domain: string, entity_type: string) =>
    recordAddress({ domain, entity_type, entity_id: "7" }, [concerts])

  it("has the page of its own domain, also with a type that another domain has", () => {
    expect(address("concerts", "event")).toBe("/concerts/7")
    expect(address("concerts", "album")).toBe(undefined)
    expect(address("attending", "event")).toBe("/attending/7")
  })

  it("has no text for a picture", () => {
    const values = { id: 7, sources: [], front: { url: "/images/x" }, tags: ["a", "b"] }
    expect([fieldText(values, "front"), fieldText(values, "tags")]).toEqual(["", "a, b"])
  })
})

describe("routes", () => {
  it("decodes what another encoder writes", () => {
    const position = fc.tuple(fc.integer({ min: -9e6, max: 9e6 }), fc.integer({ min: -18e6, max: 18e6 }))
    fc.assert(
      fc.property(fc.array(position), (positions) => {
        const decoded = decodePolyline(encode(positions)).map(([a, b]) => [Math.round(a * 1e5), Math.round(b * 1e5)])
        expect(decoded).toEqual(positions)
      })
    )
    expect(decodePolyline("_p~iF~ps|U_ulLnnqC_mqNvxq`@")).toEqual([
      [38.5, -120.2],
      [40.7, -120.95],
      [43.252, -126.453]
    ])
  })

  it("measures along a meridian", () => {
    const [, end] = distancesAlong([
      [0, 0],
      [1, 0]
    ])
    expect(end! / 1000).toBeCloseTo(111.19, 1)
  })
})

describe("highlights in a text", () => {
  it("loses nothing of the text, whatever is highlighted", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (text, quotes) => {
        expect(
          markHighlights(text, quotes)
            .map((piece) => piece.text)
            .join("")
        ).toBe(text)
      })
    )
  })

  it("marks each quote, also over another line break, and overlapping ones once", () => {
    expect(markHighlights("One two\nthree four.", ["two three", "three four", "gone"])).toEqual([
      { text: "One ", highlight: undefined },
      { text: "two\nthree", highlight: 0 },
      { text: " four", highlight: 1 },
      { text: ".", highlight: undefined }
    ])
  })
})

describe("periods", () => {
  it("compares with the time of equal length before", () => {
    expect(spanBefore("7day", "2026-03-15")).toEqual({ from: "2026-03-02", to: "2026-03-08" })
    expect(spanBefore("1month", "2026-03-15")).toEqual({ from: "2026-01-19", to: "2026-02-15" })
    // 13 weeks that end in the week of Monday 9 March begin on Monday 15 December.
    expect(spanBefore("3month", "2026-03-15")).toEqual({ from: "2025-09-15", to: "2025-12-14" })
    expect(spanBefore("overall", "2026-03-15")).toBeUndefined()
    expect([movement(3, 5), movement(5, 3), movement(2, 2), movement(1, undefined)]).toEqual([2, -2, 0, "new"])
  })

  it("sums every value into the week of its day", () => {
    const day = fc.integer({ min: 0, max: 181 }).map((days) => addDays("2026-01-05", days))
    const value = fc.record({ date: day, value: fc.integer({ min: 0, max: 1000 }) })
    fc.assert(
      fc.property(fc.array(value), (values) => {
        const weeks = weeksUntil("2026-07-05", 26)
        expect(weeks.every((week) => weekdayIn(week) === 0)).toBe(true)
        const sum = byWeek(weeks, values).reduce((all, week) => all + week.value, 0)
        expect(sum).toBe(values.reduce((all, one) => all + one.value, 0))
      })
    )
  })
})

describe("team records", () => {
  const team = (name: string) => ({ name })
  const game = (my_team_won: boolean | null, attended = true, my_team: "home" | "away" | null = "home") => ({
    attended,
    event_data: { league: "mlb", home_team: team("Herons"), away_team: team("Lanterns"), my_team, my_team_won }
  })

  it("counts attended games of the own team; a tie is neither won nor lost", () => {
    const events = [game(true), game(true), game(false), game(null), game(true, false), game(true, true, null)]
    expect(teamRecords(events as never)).toEqual([{ name: "Herons", league: "mlb", games: 4, wins: 2, losses: 1 }])
  })
})
