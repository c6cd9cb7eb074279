import { describe, expect, it } from "@effect/vitest"
import { type MergeInput, mergeMentions, type Order, type Team } from "../../src/attending/index.js"
import { concert, game, mergeInput, order, storedMention, venue } from "./mentionFactory.js"

const words = [
  { words: ["comedy"], kind: "comedy" as const },
  { words: ["musical", "opera"], kind: "theater" as const },
  { words: ["concert", "festival"], kind: "concert" as const }
]
const rules = {
  ...mergeInput({}).rules,
  kinds: words,
  teams: [
    { league: "nfl" as const, id: 26 },
    { league: "mlb" as const, id: 136 }
  ]
}
const artists = ["Wilco", "Chicago", "The Band", "Big Thief", "Big", "Dream Theater", "Phoebe Bridgers"].map(
  (name) => ({ name })
)
const team = (league: Team["league"], id: number, location: string, name: string): Team => ({
  league,
  id,
  name,
  location,
  fullName: `${location} ${name}`,
  abbreviation: null,
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
  team("nfl", 26, "Seattle", "Seahawks"),
  team("mlb", 136, "Seattle", "Mariners"),
  team("nhl", 1, "Seattle", "Kraken"),
  team("nhl", 2, "Vancouver", "Canucks"),
  team("ncaaf", 264, "Washington", "Huskies"),
  team("ncaaf", 265, "Oregon", "Ducks"),
  team("ncaa_volleyball", 264, "Washington", "Huskies"),
  team("ncaa_volleyball", 265, "Oregon", "Ducks")
]

const ticket = (
  title: string,
  place: string | null = null,
  of: Partial<Order> = {},
  teamsOf: { home: string; away: string } | null = null
) =>
  storedMention("tickets", {
    key: "m",
    title,
    date: "2026-05-02",
    time: "20:00",
    teams: teamsOf,
    venue: place === null ? null : venue(place),
    orders: [order("1", of)],
    notes: "An opera comedy in concert, near a theatre"
  })
const row = (title: string, place: string | null = null, of: object = {}) =>
  storedMention("calendar", {
    key: "c",
    title,
    date: "2026-05-02",
    time: "20:00",
    venue: place === null ? null : venue(place),
    notes: "An opera comedy in concert, near a theatre",
    ...of
  })

const eventOf = (one: ReturnType<typeof row>, of: Partial<MergeInput> = {}) =>
  mergeMentions(mergeInput({ rules, artists, teams, ...of, mentions: [one] }))[0]
const kindOf = (one: ReturnType<typeof row>, of: Partial<MergeInput> = {}) => eventOf(one, of)?.kind

describe("the kind of an event with a ticket", () => {
  it("is a concert if the title names an artist of the library, who then performs", () => {
    for (const title of [
      "Wilco",
      "Wilco at Fox Theater",
      "Wilco w/ special guests",
      "An Evening with Phoebe Bridgers",
      "Big Thief: Summer Tour",
      "Dream Theater",
      "Chicago",
      "The Band"
    ]) {
      expect(eventOf(ticket(title)), title).toMatchObject({
        kind: "concert",
        doubt: null,
        performers: [{ type: "musical_artist", role: "headliner" }]
      })
    }
    const named = eventOf(ticket("Big Thief with Wilco"))?.performers
    expect(named?.map(({ name }) => name)).toEqual(["Big Thief", "Wilco"])
  })

  it("ignores artists named by a common word among others, by a tribute or by a place", () => {
    expect(kindOf(ticket("Chicago the Musical"))).toBe("theater")
    expect(kindOf(ticket("Chicago Architecture Day"))).toBe("other")
    expect(kindOf(ticket("The Wilco Tribute"))).toBe("other")
    expect(kindOf(ticket("Lecture: Light and Shadow", "Wilco Hall"))).toBe("other")
  })

  it("follows a music seller, else words of the title, never notes or places", () => {
    expect(kindOf(ticket("Nachtwerk", null, { vendor: "dice" }))).toBe("concert")
    expect(kindOf(ticket("Harvest Festival"))).toBe("concert")
    expect(kindOf(ticket("A Comedy of Manners"))).toBe("comedy")
    expect(kindOf(ticket("Ira Glass", "Fox Theater"))).toBe("other")
    expect(kindOf(ticket("Ira Glass at the Royal Opera House"))).toBe("other")
    expect(kindOf(ticket("Ira Glass - Laugh Comedy Club", "Laugh Comedy Club"))).toBe("other")
  })

  it("is a concert if its venue had concerts; a theatre needs several", () => {
    const concertVenues = new Map([
      ["neumos", 1],
      ["moore theatre", 2],
      ["paramount theatre", 3]
    ])
    expect(kindOf(ticket("Nachtwerk", "Neumos"), { concertVenues })).toBe("concert")
    expect(kindOf(ticket("Nachtwerk", "Moore Theatre"), { concertVenues })).toBe("other")
    expect(kindOf(ticket("Nachtwerk", "Paramount Theatre"), { concertVenues })).toBe("concert")
    expect(kindOf(ticket("Hamilton, the musical", "Paramount Theatre"), { concertVenues })).toBe("theater")
  })

  it("is a sport if the title names a league, teams, sport or opponents", () => {
    const all: ReadonlyArray<readonly [string, string, { home: string; away: string }?]> = [
      ["Vancouver Canucks at Seattle Kraken", "nhl_game", { away: "Vancouver Canucks", home: "Seattle Kraken" }],
      ["NWSL: OL Reign vs. Portland Thorns", "nwsl_game"],
      ["Seattle Mariners Opening Night", "mlb_game"],
      ["US Open Tennis: Arthur Ashe Night Session", "tennis_match"],
      ["Formula 1 Grand Prix of Miami", "motor_race"],
      ["NASCAR Cup Series", "motor_race"],
      ["NTT INDYCAR Series: Grand Prix of Portland", "motor_race"],
      ["PGA Championship, Friday", "golf_tournament"],
      ["UFC 300", "fight"],
      [
        "Oregon Ducks vs. Washington Huskies Volleyball",
        "ncaa_volleyball_game",
        { away: "Oregon Ducks", home: "Washington Huskies" }
      ],
      [
        "Oregon Ducks vs. Washington Huskies Football",
        "ncaaf_game",
        { away: "Oregon Ducks", home: "Washington Huskies" }
      ],
      ["Storm Chasers v Knights baseball", "baseball_game"],
      ["Northtown vs. Southtown", "sports_event"]
    ]
    for (const [title, kind, sides] of all) expect(kindOf(ticket(title, null, {}, sides ?? null)), title).toBe(kind)
    expect(kindOf(ticket("Nachtwerk at Neumos", "Neumos"))).toBe("other")
  })

  it("is a sport if the title names a contest or a sports body, with or without opponents", () => {
    const all: ReadonlyArray<readonly [string, string]> = [
      ["PWHL: Northtown vs. Southtown", "hockey_game"],
      ["College World Series, Game 5", "baseball_game"],
      ["Women's College World Series", "softball_game"],
      ["Indianapolis 500 presented by Nobody", "motor_race"],
      ["24 Hours of Le Mans", "motor_race"],
      ["NCAA Wrestling Championships, Session 4", "sports_event"],
      ["Figure Skating Championships", "sports_event"],
      ["Solheim Cup", "golf_tournament"],
      ["Boxing at the Armory", "fight"],
      ["FIFA World Cup: Match 15", "soccer_game"]
    ]
    for (const [title, kind] of all) expect(kindOf(ticket(title)), title).toBe(kind)
    expect(kindOf(ticket("Hockey Dad"))).toBe("other")
    expect(kindOf(ticket("Open Mic Championship"))).toBe("other")
  })

  it("is the sport of a venue only if the title has the form of a contest", () => {
    const venues: ReadonlyArray<readonly [string, string, string]> = [
      ["Sponsor Open, Session 12", "Desert Tennis Garden", "tennis_match"],
      ["Sponsor Open - Thursday", "TPC Desert", "golf_tournament"],
      ["The Masters - Practice Round", "Northtown National Golf Club", "golf_tournament"],
      ["Sponsor 600", "Northtown Motor Speedway", "motor_race"],
      ["Opening Stakes", "Northtown Racecourse", "sports_event"]
    ]
    for (const [title, place, kind] of venues) {
      expect(kindOf(ticket(title, place)), title).toBe(kind)
      expect(kindOf(ticket("Nachtwerk", place)), place).toBe("other")
      expect(kindOf(ticket("Open Mic Night", place)), place).toBe("other")
      expect(kindOf(ticket("Harvest Festival", place)), place).toBe("concert")
      expect(kindOf(ticket("Wilco", place)), place).toBe("concert")
    }
    expect(kindOf(ticket("Sponsor Open, Session 12", "Neumos"))).toBe("other")
  })
})

describe("a calendar row without a ticket", () => {
  it("is pending if it names an artist and a place, and listed with its set list", () => {
    const one = row("Wilco @ Neumos", "Neumos")
    expect(eventOf(one)).toMatchObject({ kind: "concert", doubt: "unconfirmed", performers: [{ name: "Wilco" }] })
    expect(
      eventOf(one, { concerts: [concert("s", "2026-05-02", "Wilco", { venue: venue("Neumo's") })] })
    ).toMatchObject({ kind: "concert", doubt: null })
    expect(eventOf(row("Nachtwerk", "Moore Theatre"))).toMatchObject({ kind: null, doubt: "unconfirmed" })
    expect(eventOf(row("Chicago trip", "Chicago"))).toBeUndefined()
  })

  it("is pending if it names the owner's team, and listed with a game at its venue or at home", () => {
    const at = (title: string, place: string | null, one = game("9", "2026-05-02")) =>
      eventOf(row(title, place, { time: "13:10" }), { games: [one] })?.doubt
    expect(at("Mariners", "T-Mobile Park")).toBeNull()
    expect(at("M's game", null)).toBeNull()
    expect(at("M's game", "Mike's house")).toBe("unconfirmed")
    expect(at("M's birthday", null)).toBeUndefined()
    const away = game("9", "2026-05-02", {
      home: game("9", "2026-05-02").away,
      away: game("9", "2026-05-02").home,
      venue: venue("Globe Life Field")
    })
    expect(at("M's game", null, away)).toBe("unconfirmed")
    expect(at("Mariners", "Globe Life Field", away)).toBeNull()
    expect(eventOf(row("Seahawks", "Lumen Field"))).toMatchObject({ kind: "nfl_game", doubt: "unconfirmed" })
  })

  it("is pending if it names a contest and a place, and no event if it names a sport", () => {
    expect(eventOf(row("Daytona 500", "Daytona Speedway"))).toMatchObject({ kind: "motor_race", doubt: "unconfirmed" })
    expect(eventOf(row("Daytona 500", null))).toBeUndefined()
    expect(eventOf(row("Tennis with Ann", "Green Lake Tennis Center"))).toBeUndefined()
    expect(eventOf(row("Boxing", "Northtown Gym"))).toBeUndefined()
    expect(eventOf(row("Swim meet", "Northtown Pool"))).toBeUndefined()
  })

  it("is an event by words of its title only on a stage, outside working hours and not in a series", () => {
    expect(eventOf(row("Tosca, opera", "Pantages Theater"))).toMatchObject({ kind: "theater", doubt: null })
    expect(eventOf(row("Tosca, opera", "Room 4"))).toMatchObject({ doubt: "unconfirmed" })
    expect(eventOf(row("Tosca, opera", "Pantages Theater", { date: "2026-05-04", time: "10:00" }))).toMatchObject({
      doubt: "unconfirmed"
    })
    expect(eventOf(row("Tosca, opera", "Pantages Theater", { routine: true }))).toBeUndefined()
    expect(eventOf(row("Dentist", "Broadway Dental"))).toBeUndefined()
  })
})
