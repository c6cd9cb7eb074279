/** What teams of the big leagues of North America are called, without their towns: no venue is called so. */
const names = [
  "Diamondbacks,Braves,Orioles,Red Sox,Cubs,White Sox,Reds,Guardians,Indians,Rockies,Tigers,Astros,Royals,Angels,Dodgers,Marlins,Brewers,Twins,Mets,Yankees,Athletics,A's,Phillies,Pirates,Padres,Giants,Mariners,Cardinals,Rays,Rangers,Blue Jays,Nationals",
  "Falcons,Ravens,Bills,Panthers,Bears,Bengals,Browns,Cowboys,Broncos,Lions,Packers,Texans,Colts,Jaguars,Chiefs,Raiders,Chargers,Rams,Dolphins,Vikings,Patriots,Saints,Jets,Eagles,Steelers,49ers,Seahawks,Buccaneers,Titans,Commanders,Redskins",
  "Hawks,Celtics,Nets,Hornets,Bulls,Cavaliers,Mavericks,Nuggets,Pistons,Warriors,Rockets,Pacers,Clippers,Lakers,Grizzlies,Heat,Bucks,Timberwolves,Pelicans,Knicks,Thunder,Magic,76ers,Suns,Trail Blazers,Kings,Spurs,Raptors,Jazz,Wizards,SuperSonics",
  "Dream,Sky,Sun,Wings,Valkyries,Fever,Aces,Sparks,Lynx,Liberty,Mercury,Storm,Mystics",
  "Ducks,Coyotes,Bruins,Sabres,Flames,Hurricanes,Blackhawks,Avalanche,Blue Jackets,Stars,Red Wings,Oilers,Wild,Canadiens,Predators,Devils,Islanders,Senators,Flyers,Penguins,Sharks,Kraken,Blues,Lightning,Maple Leafs,Mammoth,Canucks,Golden Knights,Capitals",
  "Atlanta United,Austin FC,CF Montréal,Charlotte FC,Fire,Crew,FC Cincinnati,FC Dallas,Rapids,D.C. United,Dynamo,Inter Miami,Galaxy,LAFC,Minnesota United,Nashville SC,Revolution,NYCFC,Red Bulls,Orlando City,Union,Timbers,Real Salt Lake,Earthquakes,Sounders,Sporting Kansas City,St. Louis City,Toronto FC,Whitecaps,San Diego FC,Reign,Thorns"
].flatMap((league) => league.split(","))

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim()
const known = new Set(names.map(letters))
const mostWords = 4

/** Whether a text is a team's name, with or without its town, and nothing more: `Seattle Mariners`, `Red Sox`, `Sounders FC`. */
export const isTeamName = (text: string): boolean => {
  const words = letters(text).replace(/ (?:fc|sc)$/, "").split(" ")
  return words.length <= mostWords && words.some((_, index) => known.has(words.slice(index).join(" ")) && (index > 0 || words.length > 1 || !/^(?:dream|sky|sun|storm|fire|crew|union|heat|magic|thunder|jazz|wild|stars|blues|liberty|mercury|galaxy|lightning)$/.test(words[0]!)))
}
