import { describe, expect, it } from "vitest"
import { type Game, type League, mergeMentions, otherNames, type Team } from "../../src/attending/index.js"
import { game, mergeInput, order, storedMention, venue } from "./mentionFactory.js"

const side = (id: number, name: string, abbreviation: string | null = null) => ({
  team: { id, name, abbreviation },
  score: 1
})

const team = (league: League, id: number, fullName: string, name = fullName.split(" ").at(-1)!): Team => ({
  league,
  id,
  abbreviation: null,
  location: null,
  name,
  fullName,
  logoUrl: null,
  logoDarkUrl: null,
  logoLightUrl: null,
  primaryColor: null,
  secondaryColor: null,
  tertiaryColor: null,
  conference: null,
  division: null
})

/** How people write a game, the date, the park, and how the league names both teams today. */
const gamesAsWritten: ReadonlyArray<
  readonly [title: string, date: string, park: string, league: League, away: string, home: string]
> = [
  ["Mariners at A's", "2025-05-25", "Sutter Health Park", "mlb", "Seattle Mariners", "Athletics"],
  ["Mariners @ Oakland A's", "2025-05-24", "Sutter Health Park", "mlb", "Seattle Mariners", "Athletics"],
  ["Mariners at A’s", "2019-05-25", "Oakland Coliseum", "mlb", "Seattle Mariners", "Athletics"],
  ["Seattle at Oakland", "2015-07-04", "O.co Coliseum", "mlb", "Seattle Mariners", "Athletics"],
  ["Seattle Mariners at Oakland Athletics", "2015-07-04", "O.co Coliseum", "mlb", "Seattle Mariners", "Athletics"],
  [
    "Cleveland Indians at Seattle Mariners",
    "2016-06-08",
    "Safeco Field",
    "mlb",
    "Cleveland Guardians",
    "Seattle Mariners"
  ],
  ["Indians @ Mariners", "2021-06-08", "T-Mobile Park", "mlb", "Cleveland Guardians", "Seattle Mariners"],
  ["Guardians @ Mariners", "2016-06-08", "Safeco Field", "mlb", "Cleveland Guardians", "Seattle Mariners"],
  ["Dbacks @ Giants", "2024-09-05", "Oracle Park", "mlb", "Arizona Diamondbacks", "San Francisco Giants"],
  ["D-backs at Giants", "2024-09-05", "Oracle Park", "mlb", "Arizona Diamondbacks", "San Francisco Giants"],
  ["Devil Rays at O's", "2005-07-09", "Camden Yards Stadium", "mlb", "Tampa Bay Rays", "Baltimore Orioles"],
  ["Montreal Expos at Mets", "2004-09-30", "Shea Stadium", "mlb", "Washington Nationals", "New York Mets"],
  ["Redskins at Seahawks", "2017-11-05", "CenturyLink Field", "nfl", "Washington Commanders", "Seattle Seahawks"],
  [
    "Washington Football Team at Seahawks",
    "2022-01-02",
    "Lumen Field",
    "nfl",
    "Washington Commanders",
    "Seattle Seahawks"
  ],
  ["Seahawks at San Diego", "2014-09-14", "Qualcomm Stadium", "nfl", "Seattle Seahawks", "Los Angeles Chargers"],
  ["Lakers at Sonics", "2007-12-01", "KeyArena", "nba", "Los Angeles Lakers", "Oklahoma City Thunder"],
  ["Kraken at Utah Hockey Club", "2025-01-05", "Delta Center Arena", "nhl", "Seattle Kraken", "Utah Mammoth"]
]

const drafts = (
  [title, date, park, league, away, home]: (typeof gamesAsWritten)[number],
  games: ReadonlyArray<Game>,
  orders: ReadonlyArray<ReturnType<typeof order>> = []
) => {
  const [awaySide = "", homeSide = ""] = title.split(/ (?:at|@) /)
  const seen = storedMention("calendar", {
    key: "row",
    title,
    date,
    venue: venue(park),
    teams: { away: awaySide, home: homeSide },
    orders
  })
  return mergeMentions(mergeInput({ mentions: [seen], games, teams: [team(league, 1, away), team(league, 2, home)] }))
}

const season = (league: League, date: string) =>
  league === "nfl" && date < "2022-02" && date > "2022"
    ? 2021
    : league === "nba"
      ? Number(date.slice(0, 4)) + 1
      : Number(date.slice(0, 4))

describe("earlier and short names of teams", () => {
  it.each(gamesAsWritten)("%s on %s at %s is the game", (...row) => {
    const [, date, park, league, away, home] = row
    const one = game("1", date, {
      league,
      season: season(league, date),
      home: side(2, home),
      away: side(1, away),
      venue: venue(park)
    })
    expect(drafts(row, [one])).toMatchObject([{ doubt: null, kind: `${league}_game`, external: { id: "1" } }])
    // Before the league was asked, the row waits for it with its kind.
    expect(drafts(row, [])).toMatchObject([{ doubt: "unconfirmed", kind: `${league}_game` }])
    expect(drafts(row, [], [order("7")])).toMatchObject([{ doubt: null, kind: `${league}_game` }])
  })

  it("mean the team in their years alone", () => {
    const own = (name: string, year: number | null) => otherNames("mlb", name, year).own
    expect([2021, 2022].map((year) => own("Cleveland Guardians", year).includes("Indians"))).toEqual([true, false])
    expect(own("Cleveland Indians", 2016)).toContain("Cleveland Guardians")
    expect([2004, 2005].map((year) => own("Washington Nationals", year).includes("Montreal Expos"))).toEqual([
      true,
      false
    ])
    expect(own("Cleveland Guardians", null)).toContain("Indians")
    expect(own("Springfield Nine", 2020)).toEqual([])
    const later = [
      "Indians at Mariners",
      "2023-06-08",
      "T-Mobile Park",
      "mlb",
      "Cleveland Guardians",
      "Seattle Mariners"
    ] as const
    expect(drafts(later, []).filter(({ kind }) => kind === "mlb_game")).toEqual([])
  })

  it("are no words of everyday rows", () => {
    const park = venue("Oakland Coliseum")
    const one = game("1", "2019-05-25", {
      season: 2019,
      home: side(133, "Oakland Athletics"),
      away: side(142, "Minnesota Twins"),
      venue: park
    })
    const titled = (title: string) =>
      mergeMentions(
        mergeInput({
          mentions: [storedMention("calendar", { key: "row", title, date: "2019-05-25", venue: park })],
          games: [one]
        })
      ).flatMap(({ game }) => game?.external.id ?? [])
    expect(titled("Serving as volunteer")).toEqual([])
    expect(titled("Athletics game")).toEqual(["1"])
  })
})
