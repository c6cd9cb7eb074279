import { grounds, type Place } from "./places.js"

/** Leagues that play in this world. */
export type PlayedLeague = "mlb" | "nfl" | "nba" | "wnba" | "mls" | "ncaaf" | "ncaab" | "nhl"

/** A club of a league. Names, numbers and grounds are the true ones; who plays for it and how it fares is invented. */
export interface Club {
  readonly league: PlayedLeague
  /** The league's own number: MLB's, else ESPN's. */
  readonly id: number
  /** ESPN's number in its league. */
  readonly espnId: number
  readonly abbreviation: string
  readonly location: string
  readonly name: string
  /** Without `#`. */
  readonly color: string
  readonly alternateColor: string
  readonly conference: string
  readonly division: string
  readonly ground: Place
}

type Row = readonly [
  id: number,
  espnId: number,
  abbreviation: string,
  location: string,
  name: string,
  colors: string,
  conference: string,
  division: string,
  ground: keyof typeof grounds
]

const club =
  (league: PlayedLeague) =>
  ([id, espnId, abbreviation, location, name, colors, conference, division, ground]: Row): Club => {
    const [color, alternateColor] = colors.split(" ") as [string, string]
    return {
      league,
      id,
      espnId,
      abbreviation,
      location,
      name,
      color,
      alternateColor,
      conference,
      division,
      ground: grounds[ground]
    }
  }

const al = "American League"
const nl = "National League"

const baseball = (
  [
    [136, 12, "SEA", "Seattle", "Mariners", "005c5c 0c2c56", al, "American League West", "safeco"],
    [108, 3, "LAA", "Los Angeles", "Angels", "ba0021 c4ced4", al, "American League West", "angel"],
    [117, 18, "HOU", "Houston", "Astros", "002d62 eb6e1f", al, "American League West", "daikin"],
    [140, 13, "TEX", "Texas", "Rangers", "003278 c0111f", al, "American League West", "globe"],
    [147, 10, "NYY", "New York", "Yankees", "132448 c4ced4", al, "American League East", "yankee"],
    [111, 2, "BOS", "Boston", "Red Sox", "0d2b56 bd3039", al, "American League East", "fenway"],
    [118, 7, "KC", "Kansas City", "Royals", "004687 7ab2dd", al, "American League Central", "kauffman"],
    [137, 26, "SF", "San Francisco", "Giants", "000000 fd5a1e", nl, "National League West", "oracle"],
    [119, 19, "LAD", "Los Angeles", "Dodgers", "005a9c ffffff", nl, "National League West", "dodger"],
    [135, 25, "SD", "San Diego", "Padres", "2f241d ffc425", nl, "National League West", "petco"],
    [112, 16, "CHC", "Chicago", "Cubs", "0e3386 cc3433", nl, "National League Central", "wrigley"],
    [138, 24, "STL", "St. Louis", "Cardinals", "be0a14 c4ced4", nl, "National League Central", "busch"]
  ] satisfies ReadonlyArray<Row>
).map(club("mlb"))

/** Other leagues play on few grounds here: visitors share the one of their league's second club. */
const football = (
  [
    [26, 26, "SEA", "Seattle", "Seahawks", "002a5c 69be28", "National Football Conference", "NFC West", "lumen"],
    [25, 25, "SF", "San Francisco", "49ers", "aa0000 b3995d", "National Football Conference", "NFC West", "levis"],
    [22, 22, "ARI", "Arizona", "Cardinals", "a40227 ffffff", "National Football Conference", "NFC West", "levis"],
    [19, 19, "NYG", "New York", "Giants", "003c7f c9243f", "National Football Conference", "NFC East", "levis"],
    [24, 24, "LAC", "Los Angeles", "Chargers", "0080c6 ffc20e", "American Football Conference", "AFC West", "levis"],
    [12, 12, "KC", "Kansas City", "Chiefs", "e31837 ffb612", "American Football Conference", "AFC West", "levis"]
  ] satisfies ReadonlyArray<Row>
).map(club("nfl"))

const basketball = (
  [
    [22, 22, "POR", "Portland", "Trail Blazers", "e03a3e 000000", "Western Conference", "Northwest", "moda"],
    [23, 23, "SAC", "Sacramento", "Kings", "5a2d81 6a7a82", "Western Conference", "Pacific", "pledge"],
    [9, 9, "GS", "Golden State", "Warriors", "1d428a fdb927", "Western Conference", "Pacific", "pledge"],
    [2, 2, "BOS", "Boston", "Celtics", "008348 ffffff", "Eastern Conference", "Atlantic", "pledge"]
  ] satisfies ReadonlyArray<Row>
).map(club("nba"))

const women = (
  [
    [14, 14, "SEA", "Seattle", "Storm", "2c5235 fee11a", "Western Conference", "", "pledge"],
    [11, 11, "PHX", "Phoenix", "Mercury", "3c286e fa4b0a", "Western Conference", "", "moda"],
    [17, 17, "LV", "Las Vegas", "Aces", "a7a8aa 000000", "Western Conference", "", "moda"],
    [9, 9, "NY", "New York", "Liberty", "86cebc 000000", "Eastern Conference", "", "moda"]
  ] satisfies ReadonlyArray<Row>
).map(club("wnba"))

const hockey = (
  [
    [124292, 124292, "SEA", "Seattle", "Kraken", "001628 99d9d9", "Western Conference", "Pacific", "pledge"],
    [22, 22, "VAN", "Vancouver", "Canucks", "003e7e 008752", "Western Conference", "Pacific", "moda"],
    [18, 18, "SJ", "San Jose", "Sharks", "00788a 070707", "Western Conference", "Pacific", "moda"],
    [6, 6, "EDM", "Edmonton", "Oilers", "00205b ff4c00", "Western Conference", "Pacific", "moda"]
  ] satisfies ReadonlyArray<Row>
).map(club("nhl"))

const soccer = (
  [
    [9726, 9726, "SEA", "Seattle", "Sounders FC", "2dc84d 0033a0", "Western Conference", "", "lumen"],
    [9723, 9723, "POR", "Portland", "Timbers", "2c5234 c99700", "Western Conference", "", "providence"],
    [187, 187, "LA", "LA", "Galaxy", "00235d ffffff", "Western Conference", "", "providence"],
    [9727, 9727, "VAN", "Vancouver", "Whitecaps", "ffffff 12284c", "Western Conference", "", "providence"]
  ] satisfies ReadonlyArray<Row>
).map(club("mls"))

const college: ReadonlyArray<Row> = [
  [264, 264, "WASH", "Washington", "Huskies", "33006f e8d3a2", "Big Ten Conference", "", "husky"],
  [2483, 2483, "ORE", "Oregon", "Ducks", "00934b fff200", "Big Ten Conference", "", "levis"],
  [26, 26, "UCLA", "UCLA", "Bruins", "2774ae f2a900", "Big Ten Conference", "", "levis"],
  [265, 265, "WSU", "Washington State", "Cougars", "a60f2d 4d4d4d", "Pac-12 Conference", "", "levis"]
]

export const clubs: Readonly<Record<PlayedLeague, ReadonlyArray<Club>>> = {
  mlb: baseball,
  nfl: football,
  nba: basketball,
  wnba: women,
  mls: soccer,
  nhl: hockey,
  ncaaf: college.map(club("ncaaf")),
  ncaab: college
    .map(club("ncaab"))
    .map((one) => ({ ...one, ground: one.abbreviation === "WASH" ? grounds.alaska : grounds.moda }))
}

/** The clubs that the person holds with: the first of each league. */
export const ownClub = (league: PlayedLeague): Club => clubs[league][0]!

/** The same as the setting `DAYBOOK_ATTENDING_TEAMS` says it. */
export const ownTeams = (["mlb", "nfl", "nba", "wnba", "mls", "ncaaf", "ncaab"] as const)
  .map((league) => `${league}:${ownClub(league).id}`)
  .join(",")
