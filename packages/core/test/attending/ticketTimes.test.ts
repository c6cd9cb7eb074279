import { describe, expect, it } from "vitest"
import { mergeMentions, venueOffsets } from "../../src/attending/index.js"
import { game, mergeInput, order, storedMention, venue } from "./mentionFactory.js"

const park = venue("Guaranteed Rate Field", { city: "Chicago", state: "IL", zone: "America/Chicago" })
const sox = {
  venue: park,
  home: { team: { id: 145, name: "Chicago White Sox", abbreviation: "CWS" }, score: 3 },
  away: { team: { id: 137, name: "San Francisco Giants", abbreviation: "SF" }, score: 5 }
}
const day = "2024-05-20"
const doubleheader = [
  game("day", day, { ...sox, number: 1, at: Date.parse("2024-05-20T17:10:00Z") }),
  game("night", day, { ...sox, number: 2, at: Date.parse("2024-05-20T23:40:00Z") })
]
/** Owners at home anywhere: the clock of a ticket is that of the park. */
const homes = ["America/Los_Angeles", "Asia/Tokyo", "Europe/Berlin"]

const ticket = (time: string, of = {}) =>
  storedMention("tickets", {
    key: time,
    title: "San Francisco Giants at Chicago White Sox",
    date: day,
    time,
    venue: park,
    teams: { home: "Chicago White Sox", away: "San Francisco Giants" },
    orders: [order(time)],
    ...of
  })

describe("the time of a ticket without an instant", () => {
  for (const home of homes) {
    const offset = { "America/Los_Angeles": -7, "Asia/Tokyo": 9, "Europe/Berlin": 2 }[home]! * 3_600_000
    const aheadAt = venueOffsets(() => offset)
    const gamesOf = (time: string, games = doubleheader) =>
      mergeMentions(mergeInput({ mentions: [ticket(time)], games, aheadAt })).map((draft) => draft.game?.external.id)

    it(`finds the game of a doubleheader by the clock of the park, at home in ${home}`, () => {
      expect(gamesOf("18:40")).toStrictEqual(["night"])
      expect(gamesOf("12:10")).toStrictEqual(["day"])
      expect(gamesOf("18:40", doubleheader.toReversed())).toStrictEqual(["night"])
    })

    it(`gives two tickets of one day a game each, at home in ${home}`, () => {
      const drafts = mergeMentions(
        mergeInput({ mentions: [ticket("18:40"), ticket("12:10")], games: doubleheader, aheadAt })
      )
      expect(drafts.map((draft) => [draft.game?.external.id, draft.orders[0]?.orderId])).toStrictEqual([
        ["day", "12:10"],
        ["night", "18:40"]
      ])
    })

    it(`gives a ticket of the regular game no resumed one, at home in ${home}`, () => {
      const resumed = game("resumed", day, { ...sox, at: Date.parse("2024-05-20T19:05:00Z") })
      const regular = game("regular", day, { ...sox, at: Date.parse("2024-05-21T00:10:00Z") })
      expect(gamesOf("19:10", [resumed, regular])).toStrictEqual(["regular"])
      expect(gamesOf("14:05", [resumed, regular])).toStrictEqual(["resumed"])
    })
  }
})

describe("what changes an order", () => {
  const of = {
    title: "Oskeln",
    date: "2026-05-14",
    time: "19:10",
    venue: venue("Halyard Hall"),
    kind: "concert" as const
  }
  const bought = storedMention("tickets", {
    key: "bought",
    saidAt: 1_000,
    ...of,
    orders: [order("1", { totalCents: 15_100, currency: "USD", seats: ["7", "8"] })]
  })
  const upgrade = storedMention("tickets", {
    key: "upgrade",
    saidAt: 2_000,
    ...of,
    isAddition: true,
    orders: [order("1", { totalCents: 7_800, currency: "USD", seats: ["21", "22"] })]
  })
  const move = storedMention("tickets", {
    key: "move",
    saidAt: 3_000,
    ...of,
    date: "2026-07-10",
    isMove: true,
    orders: [order("1")]
  })
  const drafts = (...mentions: ReadonlyArray<typeof bought>) => mergeMentions(mergeInput({ mentions }))

  it("adds the price of an upgrade, with the new seats, whichever arrives first", () => {
    for (const mentions of [
      [bought, upgrade],
      [upgrade, bought]
    ])
      expect(drafts(...mentions)).toMatchObject([
        { orders: [{ totalCents: 22_900, seats: ["21", "22"], quantity: 2 }] }
      ])
  })

  it("takes the total of a later summary, which has the upgrade already", () => {
    const summary = storedMention("tickets", {
      key: "summary",
      saidAt: 3_000,
      ...of,
      orders: [order("1", { totalCents: 22_900 })]
    })
    expect(drafts(bought, upgrade, summary)).toMatchObject([{ orders: [{ totalCents: 22_900 }] }])
  })

  it("moves a known order to the new day", () => {
    expect(drafts(bought, move)).toMatchObject([{ date: "2026-07-10", doubt: null, going: true }])
  })

  it("lets a move of an unknown order wait", () => {
    expect(drafts(move)).toMatchObject([{ doubt: "unconfirmed" }])
  })
})

describe("a calendar row with a word of the stage and a time", () => {
  const rules = {
    ...mergeInput({}).rules,
    kinds: [
      { words: ["comedy"], kind: "comedy" as const },
      { words: ["musical", "opera", "nutcracker", "ballet"], kind: "theater" as const }
    ]
  }
  const row = (title: string) =>
    mergeMentions(
      mergeInput({
        rules,
        mentions: [
          storedMention("calendar", {
            key: "row",
            title,
            date: "2026-12-12",
            time: "19:00",
            venue: venue("Grand Opera House")
          })
        ]
      })
    )

  it("is no show where people make one, help with it or learn for it", () => {
    for (const title of [
      "Opera fundraiser committee",
      "Nutcracker set building",
      "Comedy writing group",
      "Stage crew for school musical",
      "Ballet costume fitting",
      "Musical auditions",
      "Opera volunteers",
      "Musical: load-in",
      "Nutcracker Kulissenbau",
      "Opera: répétition générale des bénévoles",
      "Ballet: ensayo"
    ])
      expect(row(title), title).toStrictEqual([])
  })

  it("waits where the title may be of people who make one", () => {
    for (const title of ["Opera guild dinner", "High school musical", "Comedy club team night"])
      expect(
        row(title).filter(({ doubt }) => doubt === null),
        title
      ).toStrictEqual([])
  })

  it("is a show otherwise", () => {
    for (const title of ["The Nutcracker", "Opera: Carmen", "Comedy night with Rhea Motti"])
      expect(row(title), title).toMatchObject([{ doubt: null, going: true }])
  })
})
