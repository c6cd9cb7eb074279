import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Game, mention, mergeMentions, withFormerDates } from "../../src/attending/index.js"
import { game, mergeInput, order, storedMention, venue } from "./mentionFactory.js"

const park = venue("T-Mobile Park, 1250 1st Ave S, Seattle, WA")

describe("a rescheduled game", () => {
  it("is one event with its ticket, however far apart both times of day are", () => {
    const time = fc.integer({ min: 11, max: 20 }).map((hour) => `${hour}:10`)
    const instant = (day: string, clock: string) => Date.parse(`${day}T${clock}:00-07:00`)
    const gap = fc.constantFrom("2026-05-02", "2026-05-08", "2026-09-20")
    fc.assert(
      fc.property(time, time, gap, fc.boolean(), fc.boolean(), (before, after, day, knowsInstants, namesBoth) => {
        const whenOn = (date: string, clock: string) => ({
          date,
          time: clock,
          at: knowsInstants ? instant(date, clock) : null,
          venue: park
        })
        const title = namesBoth ? "Rangers at Mariners" : "Mariners baseball"
        const teams = namesBoth ? { away: "Rangers", home: "Mariners" } : null
        const drafts = mergeMentions(
          mergeInput({
            mentions: [
              storedMention("tickets", {
                key: "m",
                title,
                teams,
                ...whenOn("2026-05-01", before),
                orders: [order("1", { seats: ["4"] })]
              }),
              storedMention("calendar", { key: "old", title, teams, ...whenOn("2026-05-01", before) }),
              storedMention("calendar", { key: "new", title, teams, ...whenOn(day, after) })
            ],
            games: [
              game("1", "2026-05-01", { state: "postponed", at: instant("2026-05-01", before) }),
              game("1", day, { at: instant(day, after) })
            ]
          })
        )
        expect(drafts).toHaveLength(1)
        const event = drafts[0]!
        expect(event).toMatchObject({
          date: day,
          at: instant(day, after),
          status: "scheduled",
          going: true,
          external: { id: "1" }
        })
        expect([event.members.length, event.orders.length]).toEqual([3, 1])
      })
    )
  })

  it("is distinguished from the other game of a doubleheader", () => {
    const at = (day: string, clock: string) => ({ date: day, time: clock, at: Date.parse(`${day}T${clock}:00-07:00`) })
    const ticket = (key: string, when: object) =>
      storedMention("tickets", { key, title: "Rangers at Mariners", venue: park, ...when, orders: [order(key)] })
    const drafts = mergeMentions(
      mergeInput({
        games: [
          game("1", "2026-05-01", { state: "postponed", at: at("2026-05-01", "19:10").at }),
          game("1", "2026-05-02", { number: 2, at: at("2026-05-02", "18:40").at }),
          game("2", "2026-05-02", { at: at("2026-05-02", "13:10").at })
        ],
        mentions: [
          ticket("moved", at("2026-05-01", "19:10")),
          ticket("other", at("2026-05-02", "13:10")),
          storedMention("calendar", {
            key: "c",
            title: "Rangers at Mariners",
            venue: park,
            ...at("2026-05-02", "18:40")
          })
        ]
      })
    )
    expect(drafts.map(({ external, members }) => [external?.id, members])).toEqual([
      ["1", ["mention:calendar/c", "mention:tickets/moved"]],
      ["2", ["mention:tickets/other"]]
    ])
  })

  it("is one event with its ticket when the make-up game has a new id", () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 99 }).map(String), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(ids, fc.boolean(), fc.boolean(), fc.func(fc.nat()), ([first, second, third], twice, hasRow, rank) => {
        const moved = (id: string, date: string, of: Partial<Game>): Game =>
          game(id, date, { external: { source: "espn", id }, ...of })
        const at = (date: string) => ({ date, time: "13:10", at: Date.parse(`${date}T20:10:00Z`), venue: park })
        const games = [
          moved(first!, "2026-05-01", { state: "postponed" }),
          moved(second!, "2026-06-02", {
            state: twice ? "postponed" : "final",
            makesUpFor: { source: "espn", id: first! }
          }),
          ...(twice ? [moved(third!, "2026-07-03", { makesUpFor: { source: "espn", id: second! } })] : [])
        ]
        const day = twice ? "2026-07-03" : "2026-06-02"
        const drafts = mergeMentions(
          mergeInput({
            mentions: [
              storedMention("tickets", {
                key: "m",
                title: "Rangers at Mariners",
                ...at("2026-05-01"),
                orders: [order("1")]
              }),
              storedMention("manual", {
                key: "by-id",
                title: "Rangers at Mariners",
                external: { source: "espn", id: first! }
              }),
              ...(hasRow ? [storedMention("calendar", { key: "new", title: "Rangers at Mariners", ...at(day) })] : [])
            ],
            games: games.toSorted((a, b) => rank(a.date) - rank(b.date))
          })
        )
        expect(drafts).toHaveLength(1)
        expect(drafts[0]).toMatchObject({
          date: day,
          status: "scheduled",
          going: true,
          external: { id: twice ? third : second },
          orders: [{ orderId: "1" }]
        })
      })
    )
  })
})

describe("a rained-out game that was played on another day", () => {
  // Giants at White Sox, 11 May 2024, as the league lists it.
  const chicago = venue("Guaranteed Rate Field, Chicago, IL", { city: "Chicago", zone: "America/Chicago" })
  const sides = {
    home: { team: { id: 145, name: "Chicago White Sox", abbreviation: "CWS" }, score: 4 },
    away: { team: { id: 137, name: "San Francisco Giants", abbreviation: "SF" }, score: 1 },
    venue: venue("Guaranteed Rate Field", { city: "Chicago" })
  }
  const games = [
    game("745000", "2024-05-11", { ...sides, state: "postponed", at: Date.parse("2024-05-11T17:10:00Z") }),
    game("745000", "2024-05-12", { ...sides, at: Date.parse("2024-05-12T22:10:00Z") })
  ]
  const row = {
    title: "Giants at White Sox",
    teams: { away: "Giants", home: "White Sox" },
    venue: chicago,
    time: "12:10"
  }
  const rained = storedMention("calendar", { key: "ppd", ...row, date: "2024-05-11" })
  const merged = (...mentions: ReadonlyArray<ReturnType<typeof storedMention>>) =>
    mergeMentions(mergeInput({ games, mentions })).map(({ date, doubt, going, members, status }) => ({
      date,
      doubt,
      going,
      status,
      members: members.length
    }))

  it("waits on its day if only a calendar names it", () => {
    const waiting = { date: "2024-05-11", doubt: "unconfirmed", going: false, status: "postponed", members: 1 }
    expect(merged(rained)).toEqual([waiting])
    expect(merged({ ...rained, mention: { ...rained.mention, time: null, at: null } })).toEqual([waiting])
  })

  it("is on the day on which it was played with a ticket, a row of that day, or the owner's word", () => {
    const seen = { date: "2024-05-12", doubt: null, going: true, status: "scheduled" }
    const ticket = storedMention("tickets", { key: "t", ...row, date: "2024-05-11", orders: [order("1")] })
    expect(merged(rained, ticket)).toEqual([{ ...seen, members: 2 }])
    const moved = storedMention("calendar", { key: "new", ...row, date: "2024-05-12", time: "17:10" })
    expect(merged(rained, moved)).toEqual([{ ...seen, members: 2 }])
    expect(merged({ ...rained, presence: true })).toEqual([{ ...seen, members: 1 }])
    const promotion = { title: null, date: null, kind: null, category: null } as never
    expect(merged({ ...rained, promotion })).toMatchObject([{ date: "2024-05-12", doubt: null }])
  })

  it("is postponed on its day until the league names another", () => {
    expect(mergeMentions(mergeInput({ games: games.slice(0, 1), mentions: [rained] }))).toMatchObject([
      { date: "2024-05-11", status: "postponed", going: false, doubt: null }
    ])
  })
})

describe("a game that was abandoned or forfeited", () => {
  const row = storedMention("calendar", {
    key: "row",
    title: "Rangers at Mariners",
    teams: { away: "Rangers", home: "Mariners" },
    date: "2026-05-01",
    venue: park
  })
  const merged = (of: Partial<Game>) =>
    mergeMentions(mergeInput({ games: [game("1", "2026-05-01", of)], mentions: [row] })).map(
      ({ doubt, going, status }) => ({ doubt, going, status })
    )
  const unscored = (side: Game["home"]): Game["home"] => ({ ...side, score: null })

  it("stays with its status, and was seen if it had begun", () => {
    expect(merged({ state: "abandoned" })).toEqual([{ doubt: null, going: true, status: "cancelled" }])
    const { away, home } = game("1", "2026-05-01")
    expect(merged({ state: "abandoned", away: unscored(away), home: unscored(home) })).toEqual([
      { doubt: null, going: false, status: "cancelled" }
    ])
    expect(merged({ state: "cancelled" })).toEqual([])
  })
})

describe("a calendar row that was moved after the ticket was bought", () => {
  const fillmore = venue("The Fillmore, San Francisco")
  const tour = { title: "Velmora Tide", venue: fillmore, kind: "concert" as const }
  const ticket = storedMention("tickets", {
    key: "t",
    ...tour,
    date: "2026-05-01",
    time: "20:00",
    orders: [order("1")]
  })
  const moved = storedMention("calendar", {
    key: "c",
    saidAt: 2_000,
    ...tour,
    date: "2026-06-09",
    time: "19:30",
    formerDates: ["2026-05-01"]
  })
  const merged = (...mentions: ReadonlyArray<ReturnType<typeof storedMention>>) =>
    mergeMentions(mergeInput({ mentions })).map(({ date, doubt, going, orders }) => [date, doubt, going, orders.length])

  it("takes the ticket to its new day, in any order of arrival and without a time of change", () => {
    const seen = [["2026-06-09", null, true, 1]]
    expect(merged(ticket, moved)).toEqual(seen)
    expect(merged(moved, ticket)).toEqual(seen)
    expect(merged(ticket, { ...moved, mention: { ...moved.mention, saidAt: 0 } })).toEqual(seen)
    const dropped = storedMention("calendar", {
      key: "old",
      saidAt: 0,
      ...tour,
      date: "2026-05-01",
      state: "cancelled"
    })
    expect(merged(ticket, dropped, { ...moved, mention: { ...moved.mention, saidAt: 0 } })).toEqual(seen)
  })

  it("leaves a ticket that was bought later, and one of something else, on their days", () => {
    const later = { ...ticket, mention: { ...ticket.mention, saidAt: 3_000 } }
    expect(merged(later, moved)).toContainEqual(["2026-05-01", null, true, 1])
    const other = { ...ticket, mention: { ...ticket.mention, title: "Harbor Lanterns" } }
    expect(merged(other, moved)).toContainEqual(["2026-05-01", null, true, 1])
  })

  it("is remembered by its former days", () => {
    const on = (date: string, formerDates?: ReadonlyArray<string>) =>
      mention({ key: "c", saidAt: 1, date, ...(formerDates === undefined ? {} : { formerDates }) })
    expect(withFormerDates(on("2026-06-09"), undefined).formerDates).toBeUndefined()
    expect(withFormerDates(on("2026-06-09"), on("2026-05-01")).formerDates).toEqual(["2026-05-01"])
    expect(withFormerDates(on("2026-06-09"), on("2026-06-09", ["2026-05-01"])).formerDates).toEqual(["2026-05-01"])
    expect(withFormerDates(on("2026-05-01"), on("2026-06-09", ["2026-05-01"])).formerDates).toEqual(["2026-06-09"])
  })
})
