import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck as fc } from "effect"
import {
  type Draft,
  type MergeInput,
  type Team,
  type StoredMention,
  concertTies,
  gameTies,
  mergeMentions,
  pairKey,
  tiesOf
} from "../../src/attending/index.js"
import { fromZoneName } from "../../src/shared/index.js"
import { concert, game, mergeInput, order, storedMention, venue } from "./mentionFactory.js"

const days = ["2026-05-01", "2026-05-02", "2026-05-03"] as const
const titles = [
  "Rangers at Mariners",
  "Lucy Dacus",
  "Big Thief - Summer Tour",
  "Hamilton",
  "Dentist",
  "An Evening with Lucy Dacus"
]

/** Mentions, games, concerts and decisions of a few days, with conflicting orders, moves and cancellations. */
const mentions = fc
  .array(
    fc.record({
      source: fc.constantFrom("calendar", "tickets", "setlistfm", "manual"),
      state: fc.constantFrom("confirmed", "confirmed", "confirmed", "cancelled", "postponed", "unread"),
      title: fc.option(fc.constantFrom(...titles)),
      date: fc.option(fc.constantFrom(...days), { freq: 8 }),
      instant: fc.option(fc.constantFrom(...days)),
      long: fc.boolean(),
      time: fc.option(fc.constantFrom("13:10", "19:00", "19:30", "21:30")),
      venue: fc.option(fc.constantFrom("The Fillmore", "T-Mobile Park, 1250 1st Ave S", "Safeco Field")),
      kind: fc.option(fc.constantFrom("concert", "theater", "mlb_game")),
      order: fc.option(fc.constantFrom("A1", "A1", "B2", null)),
      external: fc.option(fc.constantFrom("s1", "s2"), { freq: 3 }),
      attended: fc.option(fc.boolean(), { freq: 3 }),
      saidAt: fc.integer({ min: 1, max: 4 }),
      rejected: fc.nat(9),
      promoted: fc.nat(6)
    }),
    { maxLength: 10 }
  )
  .map((all) =>
    all.map((one, index) =>
      storedMention(
        one.source,
        {
          key: `k${index}`,
          saidAt: one.saidAt,
          state: one.state as "confirmed",
          title: one.title,
          date: one.date,
          lastDate: one.long && one.date === days[0] ? days[1] : null,
          time: one.time,
          // Without a day there is an instant, whose day depends on the zone.
          at: one.date === null && one.instant !== null ? Date.parse(`${one.instant}T03:30:00Z`) : null,
          venue: one.venue === null ? null : venue(one.venue),
          kind: one.kind as "concert" | null,
          teams: one.title === titles[0] ? { away: "Rangers", home: "Mariners" } : null,
          orders:
            one.source === "tickets" && one.order !== null
              ? [order(one.order, { seats: [String(index)], totalCents: 1_000 })]
              : [],
          external:
            one.external === null || one.source !== "setlistfm" ? null : { source: "setlist_fm", id: one.external },
          attended: one.attended
        },
        {
          id: index,
          rejected: one.rejected === 9,
          promotion: one.promoted === 6 ? { kind: null, title: null, date: days[2] } : null
        }
      )
    )
  )

const grounds = fc
  .record({
    mentions,
    games: fc.subarray([
      game("1", days[0]),
      game("2", days[1]),
      game("2", days[2], { state: "postponed" }),
      game("4", days[2], { makesUpFor: { source: "mlb_stats_api", id: "1" } }),
      game("3", days[1], { number: 2, at: Date.parse("2026-05-03T02:10:00Z") })
    ]),
    concerts: fc.subarray([
      concert("s1", days[0], "Lucy Dacus"),
      concert("s2", days[0], "Big Thief"),
      concert("s3", days[2], "Lucy Dacus")
    ]),
    apart: fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 2 })
  })
  .map(({ apart, ...of }) =>
    mergeInput({
      ...of,
      apart: new Set(
        apart.flatMap(([a, b]) =>
          a === b || of.mentions[a] === undefined || of.mentions[b] === undefined
            ? []
            : [pairKey(tiesOf(of.mentions[a])[0]!, tiesOf(of.mentions[b])[0]!)]
        )
      )
    })
  )

/** Groups what shares a tie, directly or transitively, by brute force. */
const parts = (whole: MergeInput): ReadonlyArray<MergeInput> => {
  const items = [
    ...whole.mentions.map((one) => ({ ties: tiesOf(one), mentions: [one], games: [], concerts: [] })),
    ...whole.games.map((one) => ({ ties: gameTies(one), mentions: [], games: [one], concerts: [] })),
    ...whole.concerts.map((one) => ({ ties: concertTies(one), mentions: [], games: [], concerts: [one] }))
  ]
  const groups: Array<Array<(typeof items)[number]>> = []
  for (const item of items) {
    const touching = groups.filter((group) => group.some(({ ties }) => ties.some((tie) => item.ties.includes(tie))))
    touching.forEach((group) => groups.splice(groups.indexOf(group), 1))
    groups.push([...touching.flat(), item])
  }
  return groups.map((group) => ({
    ...whole,
    mentions: group.flatMap(({ mentions }) => mentions),
    games: group.flatMap(({ games }) => games),
    concerts: group.flatMap(({ concerts }) => concerts)
  }))
}

const byName = (drafts: ReadonlyArray<Draft>) => drafts.toSorted((a, b) => (a.members[0]! < b.members[0]! ? -1 : 1))

describe("the events of mentions", () => {
  it("do not depend on the order of arrival", () => {
    fc.assert(
      fc.property(grounds, fc.infiniteStream(fc.nat()), (whole, chance) => {
        const shuffled = <A>(all: ReadonlyArray<A>) =>
          all
            .map((one) => [chance.next().value as number, one] as const)
            .toSorted((a, b) => a[0] - b[0])
            .map(([, one]) => one)
        expect(
          mergeMentions({
            ...whole,
            mentions: shuffled(whole.mentions),
            games: shuffled(whole.games),
            concerts: shuffled(whole.concerts)
          })
        ).toEqual(mergeMentions(whole))
      }),
      { numRuns: 300 }
    )
  })

  it("are the same if each group of ties is merged separately", () => {
    fc.assert(
      fc.property(grounds, (whole) => {
        expect(byName(parts(whole).flatMap(mergeMentions))).toEqual(mergeMentions(whole))
      }),
      { numRuns: 300 }
    )
  })

  it("contain each mention at most once, and every ticket and mail", () => {
    fc.assert(
      fc.property(grounds, (whole) => {
        const drafts = mergeMentions(whole)
        const members = drafts.flatMap((draft) => draft.members)
        expect(new Set(members).size).toBe(members.length)
        for (const one of whole.mentions) {
          if (one.rejected) expect(members).not.toContain(tiesOf(one)[0])
          else if (one.mention.orders.length > 0 || one.mention.state === "unread")
            expect(members).toContain(tiesOf(one)[0])
        }
        for (const key of whole.apart) {
          const [a, b] = key.split("\n")
          expect(drafts.some((draft) => draft.members.includes(a!) && draft.members.includes(b!))).toBe(false)
        }
      }),
      { numRuns: 300 }
    )
  })
})

const fillmore = venue("The Fillmore")
const park = venue("T-Mobile Park, 1250 1st Ave S, Seattle, WA")
const only = (of: Partial<MergeInput>) => {
  const drafts = mergeMentions(mergeInput(of))
  expect(drafts).toHaveLength(1)
  return drafts[0]!
}

describe("merging", () => {
  it("joins a calendar row, two orders and a league's game into one event", () => {
    const event = only({
      mentions: [
        storedMention("calendar", {
          key: "c",
          title: "Rangers at Mariners",
          date: "2026-04-19",
          time: "12:30",
          venue: park,
          teams: { away: "Rangers", home: "Mariners" },
          notes: "with Dad"
        }),
        storedMention("tickets", {
          key: "m1",
          saidAt: 5,
          title: "Texas Rangers at Seattle Mariners",
          date: "2026-04-19",
          time: "13:10",
          orders: [order("1", { seats: ["18", "19"], totalCents: 7290, currency: "USD" })]
        }),
        storedMention("tickets", {
          key: "m2",
          saidAt: 6,
          title: "Mariners vs. Rangers",
          date: "2026-04-19",
          time: "13:10",
          venue: venue("Safeco Field"),
          orders: [order("2", { vendor: "seatgeek", seats: ["20"] })]
        })
      ],
      games: [game("9", "2026-04-19")]
    })
    expect(event).toMatchObject({
      kind: "mlb_game",
      doubt: null,
      title: "Texas Rangers at Seattle Mariners",
      date: "2026-04-19",
      startsAt: "2026-04-19T13:10:00-07:00",
      going: true,
      external: { source: "mlb_stats_api", id: "9" },
      mySide: "home",
      notes: "with Dad",
      venue: { name: "T-Mobile Park", city: "Seattle" }
    })
    expect(event.orders.map(({ key, seats }) => [key, seats])).toEqual([
      ["seatgeek/2", ["20"]],
      ["ticketmaster/1", ["18", "19"]]
    ])
    expect(event.origins).toMatchObject({ title: "mlb_stats_api:9", notes: "mention:calendar/c" })
  })

  it("keeps two shows at one venue on one day separate", () => {
    const show = (key: string, time: string) =>
      storedMention("tickets", {
        key,
        title: "Maria Bamford",
        kind: "comedy",
        date: "2026-05-01",
        time,
        venue: fillmore,
        orders: [order(key)]
      })
    const row = storedMention("calendar", {
      key: "c",
      title: "Maria Bamford",
      date: "2026-05-01",
      time: "21:15",
      venue: fillmore
    })
    const drafts = mergeMentions(mergeInput({ mentions: [show("early", "19:00"), show("late", "21:30"), row] }))
    expect(drafts.map(({ members }) => members)).toEqual([
      ["mention:calendar/c", "mention:tickets/late"],
      ["mention:tickets/early"]
    ])
  })

  it("distinguishes the games of a doubleheader by their time", () => {
    const ticket = (key: string, time: string, at: string) =>
      storedMention("tickets", {
        key,
        title: "Rangers at Mariners",
        date: "2026-05-01",
        time,
        at: Date.parse(at),
        orders: [order(key)]
      })
    const games = [
      game("1", "2026-05-01"),
      game("2", "2026-05-01", { number: 2, at: Date.parse("2026-05-02T02:10:00Z") })
    ]
    const drafts = mergeMentions(
      mergeInput({
        games,
        mentions: [ticket("night", "19:10", "2026-05-02T02:10:00Z"), ticket("day", "13:10", "2026-05-01T20:10:00Z")]
      })
    )
    expect(drafts.map(({ external, members }) => [members, external?.id])).toEqual([
      [["mention:tickets/day"], "1"],
      [["mention:tickets/night"], "2"]
    ])
    expect(only({ games, mentions: [ticket("night", "19:10", "2026-05-02T02:10:00Z")] }).external?.id).toBe("2")
  })

  it("follows the new date of a league and of an order", () => {
    const ticket = storedMention("tickets", {
      key: "m",
      title: "Rangers at Mariners",
      date: "2026-05-01",
      time: "13:10",
      orders: [order("1")]
    })
    const moved = only({
      mentions: [ticket],
      games: [game("1", "2026-05-01", { state: "postponed" }), game("1", "2026-07-10")]
    })
    expect(moved).toMatchObject({ date: "2026-07-10", going: true, startsAt: "2026-07-10T13:10:00-07:00" })
    const show = (key: string, saidAt: number, date: string) =>
      storedMention("tickets", {
        key,
        saidAt,
        title: "Hamilton",
        kind: "theater",
        date,
        time: "19:30",
        orders: [order("7")]
      })
    expect(only({ mentions: [show("b", 9, "2026-08-02"), show("a", 1, "2026-05-01")] })).toMatchObject({
      date: "2026-08-02",
      going: true
    })
  })

  it("respects cancellations and declined rows", () => {
    const ticket = storedMention("tickets", {
      key: "m",
      title: "Hamilton",
      kind: "theater",
      date: "2026-05-01",
      orders: [order("7")]
    })
    const off = storedMention("tickets", {
      key: "n",
      saidAt: 2_000,
      state: "cancelled",
      title: "Hamilton",
      orders: [order("7")]
    })
    expect(only({ mentions: [off, ticket] })).toMatchObject({ status: "cancelled", going: false, date: "2026-05-01" })
    const row = (of: object) =>
      storedMention("calendar", { key: "c", title: "Hamilton", kind: "theater", date: "2026-05-01", ...of })
    expect(mergeMentions(mergeInput({ mentions: [row({ state: "cancelled" })] }))).toEqual([])
    expect(mergeMentions(mergeInput({ mentions: [row({ attended: false })] }))).toEqual([])
    expect(only({ mentions: [row({ attended: false }), ticket] })).toMatchObject({ going: false })
    expect(only({ mentions: [row({ state: "cancelled" }), ticket] })).toMatchObject({ going: false })
    expect(only({ mentions: [row({})] })).toMatchObject({ going: true, doubt: null })
  })

  it("keeps a concert from only a calendar pending until it has a set list", () => {
    const row = storedMention("calendar", {
      key: "c",
      title: "Lucy Dacus",
      kind: "concert",
      date: "2026-05-01",
      venue: fillmore
    })
    expect(only({ mentions: [row] })).toMatchObject({ doubt: "unconfirmed" })
    expect(
      only({ mentions: [row], concerts: [concert("s", "2026-05-01", "Lucy Dacus", { tour: "Ever Tour" })] })
    ).toMatchObject({ doubt: null, subtitle: "Ever Tour", external: { id: "s" }, performers: [{ name: "Lucy Dacus" }] })
    expect(only({ mentions: [{ ...row, promotion: { kind: null, title: null, date: null } }] })).toMatchObject({
      doubt: null
    })
    expect(mergeMentions(mergeInput({ mentions: [{ ...row, rejected: true }] }))).toEqual([])
  })

  it("joins the acts of an evening, and drops a dentist's appointment", () => {
    const listed = (id: string, title: string) =>
      storedMention("setlistfm", {
        key: id,
        kind: "concert",
        title,
        date: "2026-05-01",
        attended: true,
        venue: fillmore,
        external: { source: "setlist_fm", id }
      })
    const evening = only({
      mentions: [
        listed("s1", "Lucy Dacus"),
        listed("s2", "Big Thief"),
        storedMention("tickets", {
          key: "m",
          title: "Big Thief with Lucy Dacus",
          date: "2026-05-01",
          orders: [order("1")]
        })
      ],
      concerts: [concert("s1", "2026-05-01", "Lucy Dacus"), concert("s2", "2026-05-01", "Big Thief")]
    })
    expect(evening).toMatchObject({
      title: "Big Thief with Lucy Dacus",
      kind: "concert",
      concerts: [{ id: "s1" }, { id: "s2" }]
    })
    expect(
      mergeMentions(
        mergeInput({
          mentions: [storedMention("calendar", { key: "d", title: "Dentist", date: "2026-05-01", time: "09:00" })]
        })
      )
    ).toEqual([])
  })

  it("sums single tickets of one order, unless a mail contains the quantity", () => {
    const pass = (key: string, saidAt = 0, quantity = 1) =>
      storedMention("tickets", {
        key,
        saidAt,
        title: "Neon Fields",
        date: "2026-05-01",
        time: "20:00",
        orders: [order("777", { quantity })]
      })
    const quantities = (of: ReadonlyArray<StoredMention>) =>
      mergeMentions(mergeInput({ mentions: of })).flatMap(({ orders }) => orders.map(({ quantity }) => quantity))
    expect(quantities([pass("a"), pass("b"), pass("c")])).toEqual([3])
    expect(quantities([pass("a"), pass("b"), pass("mail", 5, 4)])).toEqual([4])
  })

  it("counts the seats of an order, whatever quantity its messages contain", () => {
    const message = (key: string, saidAt: number, seats: ReadonlyArray<string>, quantity: number) =>
      storedMention("tickets", {
        key,
        saidAt,
        title: "Neon Fields",
        date: "2026-05-01",
        time: "20:00",
        orders: [order("777", { seats, quantity })]
      })
    const ordersOf = (...of: ReadonlyArray<StoredMention>) =>
      only({ mentions: of }).orders.map(({ quantity, seats }) => [seats, quantity])
    expect(ordersOf(message("a", 1, ["8"], 2), message("b", 1, ["9"], 2))).toEqual([[["8", "9"], 2]])
    expect(ordersOf(message("a", 1, ["8", "9"], 4))).toEqual([[["8", "9"], 2]])
  })

  it("keeps the shows of one order separate", () => {
    const one = (key: string, date: string, saidAt = 1, hash = "h") =>
      storedMention("tickets", {
        key,
        saidAt,
        kind: "theater",
        title: "Hamilton",
        date,
        time: "19:30",
        orders: [order("7")],
        evidence: { hash, parser: 1, excerpt: null }
      })
    const drafts = mergeMentions(
      mergeInput({ mentions: [one("a", "2026-05-01"), one("b", "2026-05-02"), one("c", "2026-05-02", 5, "reminder")] })
    )
    expect(drafts.map(({ date, members }) => [date, members.length])).toEqual([
      ["2026-05-01", 1],
      ["2026-05-02", 2]
    ])
  })

  it("converts an instant to local time at the venue, else to the home time zone", () => {
    const zones = {
      ...mergeInput({}),
      aheadAt: (_: number, zone: string | null) => (zone === "Europe/Berlin" ? 2 * 3_600_000 : -7 * 3_600_000)
    }
    const row = (of: object) =>
      storedMention("calendar", {
        key: "c",
        title: "Lucy Dacus",
        kind: "theater",
        at: Date.parse("2026-05-03T03:30:00Z"),
        ...of
      })
    expect(only({ ...zones, mentions: [row({})] })).toMatchObject({
      date: "2026-05-02",
      startsAt: "2026-05-02T20:30:00-07:00"
    })
    expect(
      only({ ...zones, mentions: [row({ venue: venue("Columbiahalle", { zone: "Europe/Berlin" }) })] })
    ).toMatchObject({ date: "2026-05-03", startsAt: "2026-05-03T05:30:00+02:00" })
    const ticket = storedMention("tickets", {
      key: "m",
      title: "Lucy Dacus",
      date: "2026-05-02",
      time: "20:30",
      orders: [order("1")]
    })
    expect(only({ ...zones, mentions: [row({}), ticket] }).members).toHaveLength(2)
  })

  it("keeps an evening that ends after midnight on its day, and a show just after midnight on the next", () => {
    const late = storedMention("calendar", {
      key: "c",
      title: "Rangers at Mariners",
      date: "2026-05-01",
      time: "22:40",
      at: Date.parse("2026-05-02T05:40:00Z"),
      venue: park,
      teams: { away: "Rangers", home: "Mariners" }
    })
    const event = only({
      mentions: [late],
      games: [game("1", "2026-05-01", { at: Date.parse("2026-05-02T05:40:00Z") }), game("2", "2026-05-02")]
    })
    expect(event).toMatchObject({
      external: { id: "1" },
      date: "2026-05-01",
      lastDate: null,
      startsAt: "2026-05-01T22:40:00-07:00",
      over: Date.parse("2026-05-02T07:00:00Z")
    })
    const show = (key: string, date: string, time: string) =>
      storedMention("tickets", {
        key,
        title: "Nachtwerk",
        kind: "concert",
        date,
        time,
        venue: fillmore,
        orders: [order(key)]
      })
    expect(
      mergeMentions(mergeInput({ mentions: [show("a", "2026-05-01", "22:00"), show("b", "2026-05-02", "00:30")] })).map(
        ({ date }) => date
      )
    ).toEqual(["2026-05-01", "2026-05-02"])
  })

  it("ends with its last day, also across a DST change", () => {
    const zoned = {
      ...mergeInput({}),
      aheadAt: (at: number, zone: string | null) => Either.getOrThrow(fromZoneName(zone ?? "UTC")).offsetAt(at)
    }
    const overOf = (zone: string, of: object) => {
      const { over } = only({
        ...zoned,
        mentions: [
          storedMention("tickets", {
            key: "m",
            title: "Nachtwerk",
            kind: "concert",
            venue: venue("Nachtwerk", { zone }),
            orders: [order("1")],
            ...of
          })
        ]
      })
      return new Date(over!).toISOString()
    }
    expect(overOf("America/New_York", { date: "2026-11-01" })).toBe("2026-11-02T05:00:00.000Z")
    expect(overOf("America/New_York", { date: "2026-03-08" })).toBe("2026-03-09T04:00:00.000Z")
    expect(overOf("America/New_York", { date: "2026-10-31", lastDate: "2026-11-01", time: "12:00" })).toBe(
      "2026-11-02T05:00:00.000Z"
    )
    expect(overOf("Australia/Lord_Howe", { date: "2026-10-04" })).toBe("2026-10-04T13:00:00.000Z")
    // If a day begins at one o'clock, the previous day ends then.
    expect(overOf("America/Havana", { date: "2026-03-07" })).toBe("2026-03-08T05:00:00.000Z")
  })

  it("matches a ticket without a time to the game number in its title, and moves one game of two", () => {
    const [day, night] = [
      game("1", "2026-05-01"),
      game("2", "2026-05-01", { number: 2, at: Date.parse("2026-05-02T02:10:00Z") })
    ]
    const ticket = (key: string, title: string, time: string | null = null) =>
      storedMention("tickets", { key, title, date: "2026-05-01", time, orders: [order(key)] })
    expect(only({ games: [day, night], mentions: [ticket("m", "Rangers at Mariners (Game 2)")] }).external?.id).toBe(
      "2"
    )
    expect(only({ games: [day, night], mentions: [ticket("m", "Rangers at Mariners")] }).external?.id).toBe("1")
    const moved = { ...night, date: "2026-05-02", at: Date.parse("2026-05-02T20:10:00Z") }
    const drafts = mergeMentions(
      mergeInput({
        games: [day, { ...night, state: "postponed" }, moved],
        mentions: [ticket("a", "Rangers at Mariners", "13:10"), ticket("b", "Rangers at Mariners", "19:10")]
      })
    )
    expect(drafts.map(({ date, external, members }) => [members[0], external?.id, date])).toEqual([
      ["mention:tickets/a", "1", "2026-05-01"],
      ["mention:tickets/b", "2", "2026-05-02"]
    ])
  })

  it("leaves out rows with an ignored word, unless they are tickets or promoted", () => {
    const rules = { ...mergeInput({}).rules, ignore: ["watch party", "rehearsal"] }
    const row = storedMention("calendar", {
      key: "c",
      title: "Mariners watch party",
      kind: "theater",
      date: "2026-05-01",
      venue: park
    })
    expect(mergeMentions(mergeInput({ rules, mentions: [row], games: [game("1", "2026-05-01")] }))).toEqual([])
    expect(only({ rules, mentions: [{ ...row, promotion: { kind: null, title: null, date: null } }] })).toMatchObject({
      doubt: null
    })
    expect(
      only({
        rules,
        mentions: [
          storedMention("tickets", {
            key: "m",
            title: "Dress Rehearsal",
            kind: "theater",
            date: "2026-05-01",
            orders: [order("1")]
          })
        ]
      })
    ).toMatchObject({ doubt: null })
  })

  it("is pending until a schedule has the game, also if two leagues have such teams; the owner's team decides the league", () => {
    const team = (league: "mlb" | "nfl", id: number, name: string): Team => ({
      league,
      id,
      name,
      fullName: null,
      abbreviation: null,
      location: null,
      logoUrl: null,
      logoDarkUrl: null,
      logoLightUrl: null,
      primaryColor: null,
      secondaryColor: null,
      tertiaryColor: null,
      conference: null,
      division: null
    })
    const teams = [
      team("mlb", 137, "Giants"),
      team("mlb", 138, "Cardinals"),
      team("nfl", 19, "Giants"),
      team("nfl", 22, "Cardinals")
    ]
    const row = storedMention("calendar", {
      key: "c",
      title: "Giants at Cardinals",
      date: "2026-05-01",
      time: "13:10",
      teams: { away: "Giants", home: "Cardinals" }
    })
    expect(only({ teams, mentions: [row] })).toMatchObject({ kind: null, doubt: "unconfirmed" })
    expect(
      only({ teams, mentions: [row], rules: { ...mergeInput({}).rules, teams: [{ league: "nfl", id: 19 }] } })
    ).toMatchObject({ kind: "nfl_game", doubt: "unconfirmed" })
    expect(
      mergeMentions(
        mergeInput({
          teams,
          mentions: [
            storedMention("calendar", {
              key: "d",
              title: "Mom at airport",
              date: "2026-05-01",
              teams: { away: "Mom", home: "airport" }
            })
          ]
        })
      )
    ).toEqual([])
    const played = game("9", "2026-05-01", {
      home: { team: { id: 138, name: "St. Louis Cardinals", abbreviation: "STL" }, score: 1 },
      away: { team: { id: 137, name: "San Francisco Giants", abbreviation: "SF" }, score: 2 }
    })
    expect(only({ teams, mentions: [row], games: [played] })).toMatchObject({ kind: "mlb_game", doubt: null })
  })
})
