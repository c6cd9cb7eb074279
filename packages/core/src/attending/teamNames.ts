import type { League } from "./kinds.js"
import { containsPhrase, has, plain, wordsOf } from "./merge/words.js"

/** A name that a team had: place, nickname, first and last season as the league names them. Null is open. */
type FormerName = readonly [place: string, nickname: string, from: number | null, until: number | null]

/** A team over time, by the name that it has today. */
interface Lineage {
  readonly league: League
  readonly name: string
  readonly former: ReadonlyArray<FormerName>
  /** Short names, in use at any time. */
  readonly short: ReadonlyArray<string>
}

const lineage = (
  league: League,
  name: string,
  former: ReadonlyArray<FormerName>,
  ...short: ReadonlyArray<string>
): Lineage => ({ league, name, former, short })

/** The teams of North American leagues that have other names than today's full one. */
const lineages: ReadonlyArray<Lineage> = [
  lineage("mlb", "Arizona Diamondbacks", [], "D-backs", "Dbacks", "D'backs"),
  lineage(
    "mlb",
    "Athletics",
    [
      ["Oakland", "Athletics", 1968, 2024],
      ["Oakland", "A's", 1968, 2024]
    ],
    "A's"
  ),
  lineage("mlb", "Baltimore Orioles", [], "O's"),
  lineage("mlb", "Chicago Cubs", [], "Cubbies"),
  lineage("mlb", "Cleveland Guardians", [["Cleveland", "Indians", 1915, 2021]]),
  lineage("mlb", "Houston Astros", [["Houston", "Colt .45s", 1962, 1964]], "Stros"),
  lineage("mlb", "Los Angeles Angels", [
    ["California", "Angels", 1965, 1996],
    ["Anaheim", "Angels", 1997, 2004],
    ["Los Angeles", "Angels of Anaheim", 2005, 2015]
  ]),
  lineage("mlb", "Miami Marlins", [["Florida", "Marlins", 1993, 2011]]),
  lineage("mlb", "Milwaukee Brewers", [["Seattle", "Pilots", 1969, 1969]]),
  lineage("mlb", "New York Yankees", [], "Yanks"),
  lineage("mlb", "Philadelphia Phillies", [], "Phils"),
  lineage("mlb", "Seattle Mariners", [], "M's"),
  lineage("mlb", "St. Louis Cardinals", [], "Cards"),
  lineage("mlb", "Tampa Bay Rays", [["Tampa Bay", "Devil Rays", 1998, 2007]]),
  lineage("mlb", "Washington Nationals", [["Montreal", "Expos", 1969, 2004]], "Nats"),
  lineage("nfl", "Arizona Cardinals", [
    ["St. Louis", "Cardinals", 1960, 1987],
    ["Phoenix", "Cardinals", 1988, 1993]
  ]),
  lineage("nfl", "Indianapolis Colts", [["Baltimore", "Colts", 1953, 1983]]),
  lineage("nfl", "Jacksonville Jaguars", [], "Jags"),
  lineage("nfl", "Las Vegas Raiders", [
    ["Los Angeles", "Raiders", 1982, 1994],
    ["Oakland", "Raiders", null, 2019]
  ]),
  lineage("nfl", "Los Angeles Chargers", [["San Diego", "Chargers", 1961, 2016]]),
  lineage("nfl", "Los Angeles Rams", [["St. Louis", "Rams", 1995, 2015]]),
  lineage("nfl", "New England Patriots", [], "Pats"),
  lineage("nfl", "San Francisco 49ers", [], "Niners"),
  lineage("nfl", "Tampa Bay Buccaneers", [], "Bucs"),
  lineage("nfl", "Tennessee Titans", [
    ["Houston", "Oilers", 1960, 1996],
    ["Tennessee", "Oilers", 1997, 1998]
  ]),
  lineage("nfl", "Washington Commanders", [
    ["Washington", "Redskins", 1937, 2019],
    ["Washington", "Football Team", 2020, 2021]
  ]),
  lineage("nba", "Brooklyn Nets", [["New Jersey", "Nets", 1978, 2012]]),
  lineage("nba", "Charlotte Hornets", [["Charlotte", "Bobcats", 2005, 2014]]),
  lineage("nba", "Cleveland Cavaliers", [], "Cavs"),
  lineage("nba", "Dallas Mavericks", [], "Mavs"),
  lineage("nba", "LA Clippers", [
    ["San Diego", "Clippers", 1979, 1984],
    ["Los Angeles", "Clippers", 1985, null]
  ]),
  lineage("nba", "Memphis Grizzlies", [["Vancouver", "Grizzlies", 1996, 2001]]),
  lineage("nba", "Minnesota Timberwolves", [], "Wolves", "T-Wolves"),
  lineage("nba", "New Orleans Pelicans", [
    ["New Orleans", "Hornets", 2003, 2013],
    ["New Orleans/Oklahoma City", "Hornets", 2006, 2007]
  ]),
  lineage("nba", "Oklahoma City Thunder", [
    ["Seattle", "SuperSonics", 1968, 2008],
    ["Seattle", "Sonics", 1968, 2008]
  ]),
  lineage("nba", "Philadelphia 76ers", [], "Sixers"),
  lineage("nba", "Portland Trail Blazers", [], "Blazers"),
  lineage("nba", "Sacramento Kings", [["Kansas City", "Kings", 1973, 1985]]),
  lineage("nba", "Utah Jazz", [["New Orleans", "Jazz", 1975, 1979]]),
  lineage("nba", "Washington Wizards", [["Washington", "Bullets", 1975, 1997]]),
  lineage("wnba", "Dallas Wings", [
    ["Detroit", "Shock", 1998, 2009],
    ["Tulsa", "Shock", 2010, 2015]
  ]),
  lineage("wnba", "Las Vegas Aces", [
    ["Utah", "Starzz", 1997, 2002],
    ["San Antonio", "Silver Stars", 2003, 2013],
    ["San Antonio", "Stars", 2014, 2017]
  ]),
  lineage("nhl", "Anaheim Ducks", [["Anaheim", "Mighty Ducks", 1994, 2006]], "Mighty Ducks of Anaheim"),
  lineage("nhl", "Arizona Coyotes", [
    ["Winnipeg", "Jets", 1980, 1996],
    ["Phoenix", "Coyotes", 1997, 2014]
  ]),
  lineage("nhl", "Calgary Flames", [["Atlanta", "Flames", 1973, 1980]]),
  lineage("nhl", "Carolina Hurricanes", [["Hartford", "Whalers", 1980, 1997]], "Canes"),
  lineage("nhl", "Colorado Avalanche", [["Quebec", "Nordiques", 1980, 1995]], "Avs"),
  lineage("nhl", "Dallas Stars", [["Minnesota", "North Stars", 1968, 1993]]),
  lineage("nhl", "Montreal Canadiens", [], "Habs"),
  lineage("nhl", "Nashville Predators", [], "Preds"),
  lineage("nhl", "New York Islanders", [], "Isles"),
  lineage("nhl", "Ottawa Senators", [], "Sens"),
  lineage("nhl", "Pittsburgh Penguins", [], "Pens"),
  lineage("nhl", "Utah Mammoth", [["Utah", "Hockey Club", 2025, 2025]], "Utah HC"),
  lineage("nhl", "Washington Capitals", [], "Caps"),
  lineage("nhl", "Winnipeg Jets", [["Atlanta", "Thrashers", 2000, 2011]]),
  lineage("mls", "CF Montréal", [["Montreal", "Impact", 2012, 2020]]),
  lineage("mls", "Chicago Fire FC", [["Chicago", "Fire", 1998, null]]),
  lineage("mls", "Columbus Crew", [["Columbus", "Crew SC", 2015, 2021]]),
  lineage("mls", "FC Dallas", [["Dallas", "Burn", 1996, 2004]]),
  lineage("mls", "New York Red Bulls", [["New York/New Jersey", "MetroStars", 1996, 2005]], "Red Bull New York"),
  lineage("mls", "San Jose Earthquakes", [["San Jose", "Clash", 1996, 1999]], "Quakes"),
  lineage("mls", "Sporting Kansas City", [["Kansas City", "Wizards", 1997, 2010]], "Sporting KC"),
  lineage("nwsl", "Gotham FC", [["Sky Blue", "FC", 2013, 2020]], "NJ/NY Gotham FC"),
  lineage("nwsl", "Seattle Reign FC", [["OL", "Reign", 2020, 2023]], "Reign FC")
]

const fullNameOf = ([place, nickname]: FormerName): string => `${place} ${nickname}`
const namesOf = ({ former, name }: Lineage): ReadonlyArray<string> => [name, ...former.map(fullNameOf)]

const lineageByName = new Map(
  lineages.flatMap((one) => namesOf(one).map((name) => [`${one.league} ${plain(name)}`, one] as const))
)

/** Other names of a team in a season. */
interface OtherNames {
  /** Full names, nicknames and short names: each means this team alone in its league. */
  readonly own: ReadonlyArray<string>
  /** Those that mean the team in a title without a second side too: no short names ("Pens", "M's"). */
  readonly distinct: ReadonlyArray<string>
}

/** Words that are a nickname only after their place: "Football Team". */
const isNickname = (name: string): boolean => !/^(?:FC|Football Team|Hockey Club)$/.test(name)

const otherNamesOf = (lineage: Lineage, season: number | null): OtherNames => {
  const current = lineage.former.filter(
    ([, , from, until]) => season === null || ((from === null || season >= from) && (until === null || season <= until))
  )
  const nicknames = current.map(([, nickname]) => nickname).filter(isNickname)
  const distinct = [...new Set([lineage.name, ...current.map(fullNameOf), ...nicknames])]
  return { own: [...distinct, ...lineage.short], distinct }
}

const cache = new Map<string, OtherNames>()
const none: OtherNames = { own: [], distinct: [] }

/**
 * The other names of a team in a season; of any season if it is null. `fullName` is one that the team has or had. The
 * name of today counts for every season, since people write it of old games too.
 */
export const otherNames = (league: League, fullName: string | null, season: number | null): OtherNames => {
  const lineage = fullName === null ? undefined : lineageByName.get(`${league} ${plain(fullName)}`)
  if (lineage === undefined) return none
  const key = `${lineage.league} ${lineage.name} ${season}`
  const cached = cache.get(key) ?? otherNamesOf(lineage, season)
  cache.set(key, cached)
  return cached
}

const commonWords = /^(?:Bullets|Burn|Clash|Impact|Oilers|Pilots|Shock|Stars)$/

/** Nicknames that teams had earlier. Those that may be the name of a place are left out. */
export const formerNicknames: ReadonlyArray<string> = lineages.flatMap(({ former }) =>
  former.map(([, nickname]) => nickname).filter((name) => isNickname(name) && !commonWords.test(name))
)

const withApostrophes = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[’`´]/g, "'")
    .replace(/[^\p{L}\p{N}']+/gu, " ")} `

/** Whether a text contains a name as whole words. "A's" needs its apostrophe, since "as" is a word. */
const contains = (text: string, name: string): boolean =>
  name.includes("'") ? withApostrophes(text).includes(withApostrophes(name)) : containsPhrase(text, [name])

/** Whether a text has one of the names, or is one. */
export const callsByName = (text: string, names: ReadonlyArray<string>): boolean =>
  names.some((name) => contains(text, name) || plain(text) === plain(name))

/** Whether a side, as a person wrote it, is one of the names or a part of one: "Oakland" of "Oakland Athletics". */
export const sideCallsByName = (side: string, names: ReadonlyArray<string>): boolean =>
  callsByName(side, names) || names.some((name) => has(wordsOf(name), wordsOf(side)))
