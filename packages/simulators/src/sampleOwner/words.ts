import type { Dice } from "./dice.js"
import type { Genre } from "./genres.js"

/** First, middle and last syllables of words that no language has. */
const openings = [
  "Vel",
  "Os",
  "Tan",
  "Mar",
  "Hol",
  "Kes",
  "Bri",
  "Lun",
  "Dor",
  "Fen",
  "Wyn",
  "Ar",
  "Sol",
  "Ev",
  "Nim",
  "Cal",
  "Pel",
  "Thal",
  "Or",
  "Ju",
  "Im",
  "Ker",
  "Lin",
  "Quor",
  "Bel",
  "Had",
  "Ost",
  "Mir",
  "Tor",
  "Sen",
  "Gal",
  "Ro",
  "Yv",
  "Zan",
  "Ilm",
  "Und"
]
const middles = [
  "mo",
  "ve",
  "la",
  "de",
  "ri",
  "so",
  "ta",
  "lo",
  "ne",
  "wi",
  "que",
  "be",
  "ra",
  "du",
  "ni",
  "ha",
  "zu",
  "go",
  "",
  ""
]
const endings = [
  "ra",
  "lin",
  "wick",
  "ven",
  "ska",
  "mere",
  "dal",
  "nor",
  "la",
  "tis",
  "mond",
  "len",
  "ria",
  "va",
  "quist",
  "vey",
  "low",
  "rose",
  "rim",
  "lune",
  "dra",
  "fell",
  "bane",
  "tide"
]
const accented: Readonly<Record<string, ReadonlyArray<string>>> = {
  a: ["á", "å", "ä", "ã"],
  e: ["é", "ë", "ě"],
  i: ["í", "ï"],
  o: ["ø", "ö", "ó", "ő"],
  u: ["ú", "ü", "ů"],
  n: ["ñ", "ń"],
  z: ["ż", "ž"]
}

/** A word that belongs to nobody; one in twenty is written with letters beyond ASCII. */
export const coinedWord = (dice: Dice): string => {
  const word = dice.pick(openings) + dice.pick(middles) + dice.pick(endings)
  if (!dice.chance(1 / 20)) return word
  const at = [...word].findIndex((letter, index) => index > 0 && accented[letter] !== undefined)
  return at < 0 ? word : word.slice(0, at) + dice.pick(accented[word[at]!]!) + word.slice(at + 1)
}

const nouns = [
  "Lantern",
  "River",
  "Harbour",
  "Orchard",
  "Signal",
  "Window",
  "Winter",
  "Garden",
  "Mirror",
  "Engine",
  "Letter",
  "Island",
  "Thunder",
  "Feather",
  "Station",
  "Ladder",
  "Compass",
  "Meadow",
  "Shadow",
  "Satellite",
  "Anchor",
  "Candle",
  "Horizon",
  "Curtain",
  "Pavement",
  "Kitchen",
  "Railway",
  "Ocean",
  "Pocket",
  "Staircase",
  "Echo",
  "Machine",
  "Planet",
  "Blanket",
  "Postcard",
  "Bridge",
  "Atlas",
  "Almanac",
  "Telescope",
  "Marble",
  "Sparrow",
  "Heron",
  "Fox",
  "Juniper",
  "Cedar",
  "Copper",
  "Velvet",
  "Paper",
  "Chalk"
]
const adjectives = [
  "Slow",
  "Quiet",
  "Golden",
  "Hollow",
  "Distant",
  "Borrowed",
  "Careless",
  "Electric",
  "Faded",
  "Gentle",
  "Hidden",
  "Iron",
  "Lonely",
  "Modern",
  "Northern",
  "Open",
  "Patient",
  "Restless",
  "Silver",
  "Tender",
  "Unfinished",
  "Violet",
  "Wild",
  "Yellow",
  "Second",
  "Last"
]
const verbs = [
  "Leaving",
  "Finding",
  "Counting",
  "Carrying",
  "Breaking",
  "Painting",
  "Following",
  "Folding",
  "Keeping",
  "Burning",
  "Chasing",
  "Waiting for"
]
const times = [
  "Midnight",
  "Sunday",
  "October",
  "Morning",
  "The Weekend",
  "Spring",
  "Half Past Nine",
  "Tomorrow",
  "Summer",
  "Dusk"
]
const numbers = ["Two", "Three", "Seven", "Nine", "Eleven", "Forty", "A Thousand"]

const plural = (word: string) =>
  /(s|x|ch)$/.test(word) ? `${word}es` : /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`

/** A name for a group, never without a coined word in it, so that no real one can have it. */
export const artistName = (dice: Dice, genre: Genre): string => {
  const word = coinedWord(dice)
  if (genre.ensembles.length > 0 && dice.chance(0.4)) return `${word} ${dice.pick(genre.ensembles)}`
  switch (dice.below(8)) {
    case 0:
      return `The ${word} ${plural(dice.pick(nouns))}`
    case 1:
      return `${word} ${dice.pick(nouns)}`
    case 2:
      return `${dice.pick(adjectives)} ${word}`
    case 3:
      return `${plural(dice.pick(nouns))} of ${word}`
    case 4:
      return `${word} ${coinedWord(dice)}`
    default:
      return word
  }
}

export const albumTitle = (dice: Dice): string => {
  switch (dice.below(10)) {
    case 0:
      return `Letters from ${coinedWord(dice)}`
    case 1:
      return `${dice.pick(nouns)} & ${dice.pick(nouns)}`
    case 2:
      return `Maps of the ${dice.pick(nouns)}`
    case 3:
      return coinedWord(dice)
    case 4:
      return `Live at ${coinedWord(dice)} Hall`
    case 5:
      return `The ${dice.pick(adjectives)} ${dice.pick(nouns)} EP`
    case 6:
      return `${dice.pick(verbs)} the ${dice.pick(nouns)}`
    default:
      return `${dice.pick(adjectives)} ${plural(dice.pick(nouns))}`
  }
}

export const songTitle = (dice: Dice): string => {
  switch (dice.below(11)) {
    case 0:
      return dice.pick(nouns)
    case 1:
      return `The ${dice.pick(nouns)}`
    case 2:
      return `${dice.pick(nouns)} in ${dice.pick(times)}`
    case 3:
      return `${dice.pick(verbs)} ${dice.pick(times)}`
    case 4:
      return `Half the ${dice.pick(nouns)}`
    case 5:
      return `${dice.pick(numbers)} ${plural(dice.pick(nouns))}`
    case 6:
      return `What the ${dice.pick(nouns)} Said`
    case 7:
      return `${dice.pick(adjectives)} ${dice.pick(times)}`
    case 8:
      return `${dice.pick(verbs)} the ${dice.pick(nouns)}`
    default:
      return `${dice.pick(adjectives)} ${dice.pick(nouns)}`
  }
}
