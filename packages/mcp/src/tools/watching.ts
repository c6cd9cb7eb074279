import { Effect } from "effect"
import { ask } from "../Ask.js"
import { Home } from "../Home.js"
import { idOf } from "../kit/ids.js"
import { amount, listWith, truth, words } from "../kit/output.js"
import { fields, flag, oneOf, optional, paged, sorted, text, when, whole } from "../kit/params.js"
import { datesOf, everyRow, itemsOf, listPart, partOf, rangeOf, readTool, rowsFrom, wordsOf } from "../Tool.js"
import { type WhenRange, wholeTime } from "../kit/when.js"
import { badArgument } from "../ToolError.js"

const domains = ["watching"] as const
const maxPageSize = { recent: 50, list: 100 }
const kinds = ["film", "show", "episode"] as const

/** A viewing, or a film with its newest one. */
interface Viewing {
  readonly id: string
  readonly title: string
  readonly year: number | null
  readonly director?: string | null
  readonly watched_at: string | null
  readonly user_rating: number | null
  readonly rewatch?: boolean
  readonly review?: string | null
}

/** Every viewing of a range, newest first. */
const viewingsIn = (range: WhenRange) =>
  everyRow(maxPageSize.recent, (page) => ask("watching.recent", { ...datesOf(range), ...page }))

type Recent = Effect.Effect.Success<ReturnType<typeof viewingsIn>>["rows"][number]

const viewingOf =
  (local: (text: string | null) => string | null) =>
  ({ movie, review, rewatch, user_rating, watched_at }: Recent): Viewing => ({
    id: idOf("watching", "movie", movie.id),
    title: movie.title,
    year: movie.year,
    director: movie.director,
    watched_at: local(watched_at),
    user_rating,
    ...(rewatch ? { rewatch } : {}),
    review
  })

/** Films with a rating, and with a review or without. */
const opinions = (reviewed: boolean) =>
  Effect.gen(function* () {
    const { local } = yield* Home
    const [ratings, reviews] = yield* Effect.all([
      everyRow(maxPageSize.list, (page) => ask("watching.ratings", { ...page, sort: "date" })),
      everyRow(maxPageSize.list, (page) => ask("watching.reviews", page))
    ])
    const reviewedFilms = new Set(reviews.rows.map(({ movie }) => movie.id))
    const rows = reviewed ? reviews.rows : ratings.rows.filter(({ movie }) => !reviewedFilms.has(movie.id))
    return rows.map((row): Viewing => ({
      id: idOf("watching", "movie", row.movie.id),
      title: row.movie.title,
      year: row.movie.year,
      watched_at: local(row.watched_at),
      user_rating: row.user_rating,
      ...("review" in row ? { review: row.review } : {})
    }))
  })

const isIn = (day: string | null, { from, to }: WhenRange) =>
  from === null || to === null || (day !== null && day.slice(0, 10) >= from && day.slice(0, 10) <= to)

const shows = Effect.map(
  everyRow(maxPageSize.list, (page) => ask("watching.shows", page)),
  ({ rows }) => rows
)

const episodesIn = (range: WhenRange) =>
  Effect.gen(function* () {
    const { local } = yield* Home
    const details = yield* Effect.forEach(yield* shows, ({ id }) => ask("watching.show", { id }), { concurrency: 4 })
    return details
      .flatMap(({ id, seasons, title }) =>
        seasons.flatMap(({ episodes }) =>
          episodes.map((episode) => ({
            id: idOf("watching", "show", id),
            title,
            season: episode.season,
            episode: episode.episode,
            episode_title: episode.title,
            watched_at: local(episode.watched_at)
          }))
        )
      )
      .filter(({ watched_at }) => isIn(watched_at, range))
      .toSorted((a, b) => ((a.watched_at ?? "") < (b.watched_at ?? "") ? 1 : -1))
  })

/** The shows with an episode in a range. */
const showsIn = (range: WhenRange) =>
  Effect.gen(function* () {
    const all = (yield* shows).map(showItem)
    if (range.from === null) return all
    const seen = new Set((yield* episodesIn(range)).map(({ id }) => id))
    return all.filter(({ id }) => seen.has(id))
  })

interface FilmFilters {
  readonly genre?: string | undefined
  readonly decade?: number | undefined
  readonly director?: string | undefined
}

const like = (text: string, name: string | undefined) =>
  name === undefined || text.toLowerCase() === name.trim().toLowerCase()

const matches = ({ movie }: Recent, { decade, director, genre }: FilmFilters) =>
  (genre === undefined || movie.genres.some((one) => like(one, genre))) &&
  (director === undefined || movie.directors.some((one) => like(one, director))) &&
  (decade === undefined || (movie.year !== null && movie.year >= decade && movie.year < decade + 10))

interface Sortable {
  readonly title: string
  readonly year?: number | null
  readonly watched_at?: string | null
  readonly user_rating?: number | null
}

const by = (sort: string, order: string | undefined) => {
  const sign = (order ?? (sort === "title" ? "asc" : "desc")) === "asc" ? 1 : -1
  const valueOf = ({ title, user_rating, watched_at, year }: Sortable) =>
    (sort === "rating" ? user_rating : sort === "year" ? year : sort === "title" ? title : watched_at) ?? null
  return (a: Sortable, b: Sortable): number => {
    const [x, y] = [valueOf(a), valueOf(b)]
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1
    return x === y ? 0 : x < y ? -sign : sign
  }
}

/** Viewings that match, each film once with its newest viewing if they are sorted by something else than the time. */
const filtered = (range: WhenRange, filters: FilmFilters, sort: string | undefined, order: string | undefined) =>
  Effect.gen(function* () {
    const { local } = yield* Home
    const { rows } = yield* viewingsIn(range)
    const viewings = rows.filter((row) => matches(row, filters)).map(viewingOf(local))
    if (sort === undefined || sort === "watched_at") return order === "asc" ? viewings.toReversed() : viewings
    const films = new Map<string, Viewing>()
    for (const viewing of viewings) {
      const newest = films.get(viewing.id)
      films.set(
        viewing.id,
        newest === undefined ? viewing : { ...newest, user_rating: newest.user_rating ?? viewing.user_rating }
      )
    }
    return [...films.values()].toSorted(by(sort, order))
  })

export const watched = readTool({
  name: "watched",
  title: "Films and shows watched",
  description:
    "Viewings of films seen, newest first, by director, genre or decade, with the owner's rating and review; also shows and episodes. reviewed=false lists " +
    "films rated but not reviewed. sort=rating gives the best rated, each film once.",
  domains,
  example: { kind: "film", when: "this-month" },
  input: {
    kind: optional(oneOf(kinds)),
    genre: optional(text()),
    decade: optional(whole(1870, 2990)),
    director: optional(text()),
    reviewed: optional(flag()),
    ...when("all"),
    ...paged,
    ...fields,
    ...sorted(["watched_at", "rating", "year", "title"])
  },
  output: listWith({ title: words, year: amount, watched_at: words, user_rating: amount, rewatch: truth }),
  run: ({ decade, director, fields, genre, kind = "film", limit = 20, order, reviewed, sort, when }, { place }) =>
    Effect.gen(function* () {
      const { local } = yield* Home
      const range = yield* rangeOf(when, "all")
      const heading = (total: number) => `${kind}s watched, ${wordsOf(range)} (${total} in all)`
      const filters = { genre, decade, director }
      const hasFilter = genre !== undefined || decade !== undefined || director !== undefined
      if (kind !== "film" && (hasFilter || reviewed !== undefined))
        return yield* badArgument(
          "`genre`, `decade`, `director` and `reviewed` are for films.",
          `Call watched with {"kind": "${kind}"}.`
        )
      const part = <A extends object>(all: ReadonlyArray<A>) => ({
        heading: heading(all.length),
        domains,
        range,
        list: partOf(
          itemsOf(all, (item) => item, fields),
          place,
          limit
        )
      })
      const sorted = <A extends Sortable>(rows: ReadonlyArray<A>, standard: string) =>
        sort === undefined && order === undefined ? rows : rows.toSorted(by(sort ?? standard, order))
      if (kind === "show") return part(sorted(yield* showsIn(range), "title"))
      if (kind === "episode") return part(sorted(yield* episodesIn(range), "watched_at"))
      if (reviewed !== undefined) {
        const films = hasFilter
          ? new Set((yield* filtered(wholeTime, filters, undefined, undefined)).map(({ id }) => id))
          : null
        const rows = (yield* opinions(reviewed)).filter(
          ({ id, watched_at }) => isIn(watched_at, range) && films?.has(id) !== false
        )
        return part(sorted(rows, "watched_at"))
      }
      if (hasFilter || (sort !== undefined && sort !== "watched_at") || order === "asc")
        return part(yield* filtered(range, filters, sort, order))
      const { rows, total } = yield* rowsFrom(place, limit, maxPageSize.recent, (page) =>
        ask("watching.recent", { ...datesOf(range), ...page })
      )
      const items = itemsOf(rows, viewingOf(local), fields)
      return { heading: heading(total), domains, range, list: listPart(items, total, place) }
    })
})

const showItem = (show: Effect.Effect.Success<typeof shows>[number]) => ({
  id: idOf("watching", "show", show.id),
  title: show.title,
  year: show.year,
  episodes_watched: show.episodes_watched,
  total_episodes: show.total_episodes,
  total_seasons: show.total_seasons
})
