import { describe, expect, it } from "vitest"
import {
  entriesOf,
  historyOf,
  newEntry,
  problemsOf,
  withMove,
  withSuggestion,
  zoneLine
} from "../src/pages/setup/zoneEntries.js"

const isZone = (name: string) => name.includes("/")
const periods = [
  { from: null, zone: "Europe/Vienna" },
  { from: "2023-08-15", zone: "America/Los_Angeles" }
]
const trips = [{ from: "2025-03-02", to: "2025-03-16", zone: "Asia/Tokyo" }]
const fieldsWith = (...rows: ReadonlyArray<ReturnType<typeof newEntry>>) =>
  rows.map(({ id }) => Object.keys(problemsOf(rows, isZone).get(id) ?? {}))

describe("the entries of a history", () => {
  it("are the history again, in whatever order they were entered", () => {
    expect(historyOf(entriesOf({ periods, trips }))).toEqual({ periods, trips })
    expect(historyOf([...entriesOf({ periods, trips })].reverse())).toEqual({ periods, trips })
  })

  it("leave the days before the first move to the home time zone", () => {
    const first = withMove([], "Europe/Vienna")
    expect(first.map(({ kind, zone }) => [kind, zone])).toEqual([
      ["start", "Europe/Vienna"],
      ["move", ""]
    ])
    expect(withMove(first, "Europe/Vienna").map(({ kind }) => kind)).toEqual(["start", "move", "move"])
  })

  it("have their problems at the field", () => {
    expect(fieldsWith(newEntry("trip"))).toEqual(
      [["zone", "from", "to"].sort()].map((all) => expect.arrayContaining(all))
    )
    expect(fieldsWith(newEntry("start", "Europe/Vienna"))).toEqual([[]])
    expect(fieldsWith(newEntry("move", "Nowhere", "2023-08-15"))).toEqual([["zone"]])
    expect(fieldsWith(newEntry("trip", "Asia/Tokyo", "2025-03-16", "2025-03-02"))).toEqual([["to"]])
    const long = newEntry("trip", "Asia/Tokyo", "2025-03-02", "2025-03-16")
    expect(fieldsWith(long, newEntry("trip", "Asia/Seoul", "2025-03-16", "2025-03-20"))).toEqual([[], ["from"]])
    expect(fieldsWith(long, newEntry("trip", "Asia/Seoul", "2025-03-17", "2025-03-20"))).toEqual([[], []])
    // A short trip within a long one does not hide that the long one goes on.
    const within = newEntry("trip", "Asia/Seoul", "2025-03-03", "2025-03-04")
    expect(fieldsWith(long, within, newEntry("trip", "Asia/Seoul", "2025-03-10", "2025-03-11"))[2]).toEqual(["from"])
    const move = newEntry("move", "Europe/Vienna", "2023-08-15")
    expect(fieldsWith(move, newEntry("move", "Asia/Tokyo", "2023-08-15"))).toEqual([[], ["from"]])
  })

  it("take a period that ended as a move there and one back", () => {
    const reason = "9 runs"
    const suggestion = { kind: "period", from: "2022-01-01", to: "2022-12-31", zone: "Asia/Tokyo", reason } as const
    expect(historyOf(withSuggestion([], suggestion, "Europe/Vienna"))).toEqual({
      periods: [
        { from: null, zone: "Europe/Vienna" },
        { from: "2022-01-01", zone: "Asia/Tokyo" },
        { from: "2023-01-01", zone: "Europe/Vienna" }
      ],
      trips: []
    })
    const trip = { ...suggestion, kind: "trip" } as const
    expect(historyOf(withSuggestion([], trip, "Europe/Vienna")).trips).toEqual([
      { from: "2022-01-01", to: "2022-12-31", zone: "Asia/Tokyo" }
    ])
  })
})

describe("zoneLine", () => {
  it("has each period until the next one, and trips with both of their days", () => {
    const history = { time_zone: "America/Los_Angeles", periods, trips, reopening: false, problem: null }
    const { first, last, spans } = zoneLine(history, "2025-06-01")
    expect([first, last]).toEqual([2023, 2025])
    // 2023 to 2025 have 365 + 366 + 365 days; 15 August is day 226 from 0, 2 March 2025 day 731 + 60.
    expect(spans).toEqual([
      { kind: "period", zone: "Europe/Vienna", start: 0, end: 226 / 1096 },
      { kind: "period", zone: "America/Los_Angeles", start: 226 / 1096, end: 1 },
      { kind: "trip", zone: "Asia/Tokyo", start: 791 / 1096, end: expect.closeTo(806 / 1096, 9) }
    ])
  })
})
