import { formerNicknames, type Mention } from "@daybook/core/attending"

const maxNameLength = 60

const side = (text: string | undefined): string | null => {
  const name =
    text
      ?.replace(/^\W*(?:mlb|nfl|nba|wnba|mls|ncaa)\s*[:-]\s*/i, "")
      .replace(/\s+[-–—|(].*$/, "")
      .trim() ?? ""
  return name === "" || name.length > maxNameLength || name.split(/\s+/).length > 6 ? null : name
}

/** Parses `Home vs. Away`, `Away @ Home` or `Away at Home`. Whether they are teams of a league is decided elsewhere. */
export const teamsOf = (title: string | null, venue: string | null = null): Mention["teams"] => {
  if (title === null || title.length > 200) return null
  const match = /\s(vs?\.?|versus|@|at)\s/i.exec(title)
  if (match === null) return null
  const [between, word = ""] = match
  const [one, other] = [side(title.slice(0, match.index)), side(title.slice(match.index + between.length))]
  if (one === null || other === null) return null
  const isAt = word === "@" || word.toLowerCase() === "at"
  // "Band at The Fillmore" names a place.
  if (isAt && venue !== null && venue.toLowerCase().includes(other.toLowerCase())) return null
  return isAt ? { home: other, away: one } : { home: one, away: other }
}

/** Nicknames of teams in the big leagues of North America; no venue has such a name. */
const names = [
  "Diamondbacks,D-backs,Dbacks,Braves,Orioles,Red Sox,Cubs,White Sox,Reds,Guardians,Indians,Rockies,Tigers,Astros,Royals,Angels,Dodgers,Marlins,Brewers,Twins,Mets,Yankees,Athletics,A's,Phillies,Pirates,Padres,Giants,Mariners,Cardinals,Rays,Rangers,Blue Jays,Nationals",
  "Falcons,Ravens,Bills,Panthers,Bears,Bengals,Browns,Cowboys,Broncos,Lions,Packers,Texans,Colts,Jaguars,Chiefs,Raiders,Chargers,Rams,Dolphins,Vikings,Patriots,Saints,Jets,Eagles,Steelers,49ers,Seahawks,Buccaneers,Titans,Commanders,Redskins",
  "Hawks,Celtics,Nets,Hornets,Bulls,Cavaliers,Mavericks,Nuggets,Pistons,Warriors,Rockets,Pacers,Clippers,Lakers,Grizzlies,Heat,Bucks,Timberwolves,Pelicans,Knicks,Thunder,Magic,76ers,Suns,Trail Blazers,Kings,Spurs,Raptors,Jazz,Wizards,SuperSonics",
  "Dream,Sky,Sun,Wings,Valkyries,Fever,Aces,Sparks,Lynx,Liberty,Mercury,Storm,Mystics",
  "Ducks,Coyotes,Bruins,Sabres,Flames,Hurricanes,Blackhawks,Avalanche,Blue Jackets,Stars,Red Wings,Oilers,Wild,Canadiens,Predators,Devils,Islanders,Senators,Flyers,Penguins,Sharks,Kraken,Blues,Lightning,Maple Leafs,Mammoth,Canucks,Golden Knights,Capitals",
  "Atlanta United,Austin FC,CF Montréal,Charlotte FC,Fire,Crew,FC Cincinnati,FC Dallas,Rapids,D.C. United,Dynamo,Inter Miami,Galaxy,LAFC,Minnesota United,Nashville SC,Revolution,NYCFC,Red Bulls,Orlando City,Union,Timbers,Real Salt Lake,Earthquakes,Sounders,Sporting Kansas City,St. Louis City,Toronto FC,Whitecaps,San Diego FC,Reign,Thorns"
].flatMap((league) => league.split(","))

const letters = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
const knownNames = new Set([...names, ...formerNicknames].map(letters))
const maxWords = 4

/** Whether a text is a team's name only, with or without its town: `Seattle Mariners`, `Red Sox`, `Sounders FC`. */
export const isTeamName = (text: string): boolean => {
  const words = letters(text)
    .replace(/ (?:fc|sc)$/, "")
    .split(" ")
  return (
    words.length <= maxWords &&
    words.some(
      (_, index) =>
        knownNames.has(words.slice(index).join(" ")) &&
        (index > 0 ||
          words.length > 1 ||
          !/^(?:dream|sky|sun|storm|fire|crew|union|heat|magic|thunder|jazz|wild|stars|blues|liberty|mercury|galaxy|lightning)$/.test(
            words[0]!
          ))
    )
  )
}
