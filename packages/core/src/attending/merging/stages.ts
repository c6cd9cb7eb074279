import { plain } from "./words.js"

/** Words and pairs of words in names of places where one goes to see something. */
const stageWords = new Set(["theater", "theaters", "theatre", "theatres", "playhouse", "arena", "stadium", "amphitheater", "amphitheatre", "ballroom", "auditorium", "coliseum", "colosseum", "philharmonie", "ballpark"])
const stagePairs = ["opera house", "concert hall", "music hall", "symphony hall", "performing arts", "comedy club", "comedy cellar", "comedy store", "comedy underground", "comedy works", "jazz club", "jazz alley", "blue note"]
/** Where films are shown, and what is no stage in spite of its name. */
const notStage = new Set(["amc", "regal", "cinemark", "cinema", "cinemas", "imax", "cineplex", "movie", "movies", "school", "elementary", "kindergarten", "office", "conference", "clinic", "dental", "lecture", "operating"])
const groundWords = new Set(["stadium", "arena", "ballpark", "coliseum", "colosseum", "dome", "field", "fieldhouse", "bowl", "speedway", "raceway", "racetrack"])
/** Words of grounds that many other places share. */
const sharedGroundWords = new Set(["park", "center", "centre", "garden", "place", "pavilion", "forum"])

const wordsIn = (name: string) => plain(name).split(" ")

/** Whether a venue's name is that of a stage. It says nothing of what is played there. */
export const isStage = (name: string): boolean => {
  const words = wordsIn(name)
  if (words.some((word) => notStage.has(word))) return false
  return words.some((word) => stageWords.has(word)) || stagePairs.some((pair) => ` ${words.join(" ")} `.includes(` ${pair} `))
}

/** Whether a venue's name is that of a ground for sports; `inTown` where it lies in the town of the game. */
export const isGround = (name: string, inTown: boolean): boolean =>
  wordsIn(name).some((word) => groundWords.has(word) || (inTown && sharedGroundWords.has(word)))
