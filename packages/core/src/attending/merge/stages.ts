import { plain } from "./words.js"

/** Words in the names of stages. `stagePairs` holds pairs of words. */
const stageWords = new Set([
  "theater",
  "theaters",
  "theatre",
  "theatres",
  "playhouse",
  "arena",
  "stadium",
  "amphitheater",
  "amphitheatre",
  "ballroom",
  "auditorium",
  "coliseum",
  "colosseum",
  "philharmonie",
  "ballpark"
])
const stagePairs = [
  "opera house",
  "concert hall",
  "music hall",
  "symphony hall",
  "performing arts",
  "comedy club",
  "comedy cellar",
  "comedy store",
  "comedy underground",
  "comedy works",
  "jazz club",
  "jazz alley",
  "blue note"
]
/** Words of cinemas and of other places that are not stages despite their names. */
const notStage = new Set([
  "amc",
  "regal",
  "cinemark",
  "cinema",
  "cinemas",
  "imax",
  "cineplex",
  "movie",
  "movies",
  "school",
  "elementary",
  "kindergarten",
  "office",
  "conference",
  "clinic",
  "dental",
  "lecture",
  "operating"
])
const sportsVenueWords = new Set([
  "stadium",
  "arena",
  "ballpark",
  "coliseum",
  "colosseum",
  "dome",
  "field",
  "fieldhouse",
  "bowl",
  "speedway",
  "raceway",
  "racetrack"
])
/** Words of sports venues that are also common in other places. */
const ambiguousVenueWords = new Set(["park", "center", "centre", "garden", "place", "pavilion", "forum"])

const wordsIn = (name: string) => plain(name).split(" ")

/** Whether a venue's name is that of a stage. It does not determine the kind of event. */
export const isStage = (name: string): boolean => {
  const words = wordsIn(name)
  if (words.some((word) => notStage.has(word))) return false
  return (
    words.some((word) => stageWords.has(word)) ||
    stagePairs.some((pair) => ` ${words.join(" ")} `.includes(` ${pair} `))
  )
}

/** Whether a venue's name is that of a sports venue. `inTown`: whether it is in the city of the game. */
export const isSportsVenue = (name: string, inTown: boolean): boolean =>
  wordsIn(name).some((word) => sportsVenueWords.has(word) || (inTown && ambiguousVenueWords.has(word)))
