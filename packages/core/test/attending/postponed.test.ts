import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { merged } from "../../src/attending/index.js"
import { game, ground, order, told, venue } from "./telling.js"

const park = venue("T-Mobile Park, 1250 1st Ave S, Seattle, WA")

describe("a game that its league moved", () => {
  it("is one event with its ticket when a game is postponed, however far apart both times of day are", () => {
    const time = fc.integer({ min: 11, max: 20 }).map((hour) => `${hour}:10`)
    const instant = (day: string, clock: string) => Date.parse(`${day}T${clock}:00-07:00`)
    const gap = fc.constantFrom("2026-05-02", "2026-05-08", "2026-09-20")
    fc.assert(fc.property(time, time, gap, fc.boolean(), fc.boolean(), (before, after, day, knowsInstants, namesBoth) => {
      const said = (date: string, clock: string) => ({ date, time: clock, at: knowsInstants ? instant(date, clock) : null, venue: park })
      const title = namesBoth ? "Rangers at Mariners" : "Mariners baseball"
      const teams = namesBoth ? { away: "Rangers", home: "Mariners" } : null
      const drafts = merged(ground({
        told: [
          told("tickets", { key: "m", title, teams, ...said("2026-05-01", before), orders: [order("1", { seats: ["4"] })] }),
          told("calendar", { key: "old", title, teams, ...said("2026-05-01", before) }),
          told("calendar", { key: "new", title, teams, ...said(day, after) })
        ],
        games: [
          game("1", "2026-05-01", { state: "postponed", at: instant("2026-05-01", before) }),
          game("1", day, { at: instant(day, after) })
        ]
      }))
      expect(drafts).toHaveLength(1)
      const event = drafts[0]!
      expect(event).toMatchObject({ date: day, at: instant(day, after), status: "scheduled", going: true, external: { id: "1" } })
      expect([event.members.length, event.orders.length]).toEqual([3, 1])
    }))
  })

  it("tells a game that was moved into a doubleheader from the other game of that day", () => {
    const at = (day: string, clock: string) => ({ date: day, time: clock, at: Date.parse(`${day}T${clock}:00-07:00`) })
    const ticket = (key: string, when: object) => told("tickets", { key, title: "Rangers at Mariners", venue: park, ...when, orders: [order(key)] })
    const drafts = merged(ground({
      games: [
        game("1", "2026-05-01", { state: "postponed", at: at("2026-05-01", "19:10").at }),
        game("1", "2026-05-02", { number: 2, at: at("2026-05-02", "18:40").at }),
        game("2", "2026-05-02", { at: at("2026-05-02", "13:10").at })
      ],
      told: [
        ticket("moved", at("2026-05-01", "19:10")),
        ticket("other", at("2026-05-02", "13:10")),
        told("calendar", { key: "c", title: "Rangers at Mariners", venue: park, ...at("2026-05-02", "18:40") })
      ]
    }))
    expect(drafts.map(({ external, members }) => [external?.id, members])).toEqual([
      ["1", ["mention:calendar/c", "mention:tickets/moved"]],
      ["2", ["mention:tickets/other"]]
    ])
  })
})
