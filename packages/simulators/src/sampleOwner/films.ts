import { type Dice, dice } from "./dice.js"
import { coinedWord, songTitle } from "./words.js"

/** A film or series that nobody made. Numbers are those under which the metadata service and others know it. */
interface Work {
  readonly index: number
  readonly title: string
  readonly year: number
  readonly tmdb: number
  readonly imdb: string
  readonly genres: ReadonlyArray<string>
  readonly certification: string
  readonly tagline: string
  readonly overview: string
  /** 0 to 10, one decimal. */
  readonly vote: number
}

export interface Film extends Work {
  readonly directors: ReadonlyArray<{ readonly id: number; readonly name: string }>
  readonly minutes: number
}

export interface Series extends Work {
  readonly tvdb: number
  /** Episodes of each season, from the first. */
  readonly seasons: ReadonlyArray<number>
  readonly minutes: number
}

export interface Cinema {
  readonly films: ReadonlyArray<Film>
  readonly series: ReadonlyArray<Series>
}

const filmGenres = [
  "Drama",
  "Comedy",
  "Thriller",
  "Science Fiction",
  "Adventure",
  "Romance",
  "Crime",
  "Animation",
  "Documentary",
  "Mystery",
  "Horror",
  "Fantasy",
  "Family",
  "War",
  "History",
  "Western",
  "Music"
]
const certifications = ["PG-13", "R", "PG", "R", "G", "NR"]
/** Titles that are hard to read for somebody: figures only, marks, an ampersand, a quotation. */
const odd = [
  "1931",
  "Fox & Heron",
  '"Ladder"',
  "Amélie's Lantern",
  "The Orchard (Part 2)",
  "<Signal>",
  "8½ Windows",
  "Heron: Fox, Cedar"
]

/** `films` films and some series, released before `until`. */
export const makeCinema = (seed: number, films: number, until: number): Cinema => {
  const people = Array.from({ length: Math.max(12, Math.round(films / 5)) }, (_, index) => {
    const chance = dice(seed, "director", index)
    return { id: 5_000 + index * 7, name: `${coinedWord(chance)} ${coinedWord(chance)}` }
  })
  return {
    films: distinct(Array.from({ length: films }, (_, index) => film(seed, index, until, people))),
    series: distinct(
      Array.from({ length: Math.max(6, Math.round(films / 40)) }, (_, index) => oneSeries(seed, index, until))
    )
  }
}

/** A repeated title gets a number, as sequels do. */
const distinct = <A extends Work>(works: ReadonlyArray<A>): ReadonlyArray<A> => {
  const times = new Map<string, number>()
  return works.map((work) => {
    const time = (times.get(work.title) ?? 0) + 1
    times.set(work.title, time)
    return time === 1 ? work : { ...work, title: `${work.title} ${time}` }
  })
}

const film = (seed: number, index: number, until: number, people: Cinema["films"][number]["directors"]): Film => {
  const chance = dice(seed, "film", index)
  const title = index < odd.length ? odd[index]! : titleOf(chance)
  const first = people[chance.rank(people.length)]!
  const second = chance.chance(0.06) ? people[chance.below(people.length)]! : first
  return {
    ...work(chance, "film", index, title, until),
    directors: second === first ? [first] : [first, second],
    minutes: 72 + Math.round(chance.roll() * 40 + chance.roll() * 60)
  }
}

const oneSeries = (seed: number, index: number, until: number): Series => {
  const chance = dice(seed, "series", index)
  const title = `${songTitle(chance)}${chance.chance(0.5) ? ` of ${coinedWord(chance)}` : ""}`
  return {
    ...work(chance, "series", index, title, until),
    tvdb: 70_000 + index * 13,
    seasons: Array.from({ length: 1 + chance.below(5) }, () => 6 + chance.below(9)),
    minutes: chance.chance(0.5) ? 24 : 52
  }
}

const titleOf = (chance: Dice) =>
  chance.chance(0.6) ? songTitle(chance) : `${songTitle(chance)} of ${coinedWord(chance)}`

const work = (chance: Dice, kind: "film" | "series", index: number, title: string, until: number): Work => {
  const place = coinedWord(chance)
  const genres = [
    ...new Set([filmGenres[chance.rank(filmGenres.length)]!, ...(chance.chance(0.7) ? [chance.pick(filmGenres)] : [])])
  ]
  return {
    index,
    title,
    year: until - 1 - Math.floor(chance.roll() ** 2.2 * 90),
    tmdb: (kind === "film" ? 100_000 : 400_000) + index * 3,
    imdb: `tt${(kind === "film" ? 2_000_000 : 8_000_000) + index * 17}`,
    genres,
    certification: kind === "film" ? chance.pick(certifications) : chance.pick(["TV-MA", "TV-14", "TV-PG"]),
    tagline: chance.chance(0.5) ? `Nobody leaves ${place}.` : "",
    overview: `In ${place} a ${chance.pick(["lighthouse keeper", "watchmaker", "ferry pilot", "botanist", "pianist"])} finds ${chance.pick(["a letter", "a map", "an old film reel", "a door", "a stranger"])} & cannot let it be.`,
    vote: Math.round((4 + chance.roll() * 5) * 10) / 10
  }
}
