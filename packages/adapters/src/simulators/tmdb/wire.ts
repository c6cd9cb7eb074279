import { hash } from "../persona/dice.js"
import type { Film, Series } from "../persona/films.js"

/** One film in thirty is not known here. */
export const knows = (kind: "film" | "series", work: Film | Series): boolean => kind === "series" || work.index < 8 || hash("unknown film", work.tmdb) % 30 !== 0

/** The day of release; for some films only in the next year, after a festival. */
const releaseOf = (work: Film | Series) => `${work.year}-${String(1 + hash("month", work.tmdb) % 12).padStart(2, "0")}-${String(1 + hash("day", work.tmdb) % 28).padStart(2, "0")}`

const posterOf = (work: Film | Series) => hash("poster", work.tmdb) % 25 === 0 ? null : `/${hash("poster", work.tmdb).toString(36)}.jpg`

const genres = (work: Film | Series) => work.genres.map((name) => ({ id: hash("genre", name) % 10_000, name }))

const common = (work: Film | Series) => ({
  id: work.tmdb,
  overview: work.overview,
  vote_average: work.vote,
  vote_count: 10 + (hash("votes", work.tmdb) % 9_000),
  popularity: (hash("popularity", work.tmdb) % 1_000) / 10,
  poster_path: posterOf(work),
  backdrop_path: null,
  original_language: "en"
})

export const movieResult = (film: Film) => ({
  ...common(film),
  title: film.title,
  original_title: film.title,
  release_date: releaseOf(film),
  adult: false,
  video: false
})

export const showResult = (series: Series) => ({ ...common(series), name: series.title, original_name: series.title, first_air_date: releaseOf(series) })

export const movie = (film: Film, appended: ReadonlySet<string>) => ({
  ...movieResult(film),
  imdb_id: film.imdb,
  runtime: film.minutes,
  tagline: film.tagline,
  status: "Released",
  genres: genres(film),
  ...(appended.has("credits") ? { credits: { cast: [], crew: crewOf(film) } } : {}),
  ...(appended.has("external_ids") ? { external_ids: { imdb_id: film.imdb } } : {}),
  ...(appended.has("release_dates")
    ? {
      release_dates: {
        results: [
          { iso_3166_1: "DE", release_dates: [{ certification: "12", type: 3, release_date: `${releaseOf(film)}T00:00:00.000Z` }] },
          { iso_3166_1: "US", release_dates: [{ certification: "", type: 1 }, { certification: film.certification, type: 3, release_date: `${releaseOf(film)}T00:00:00.000Z` }] }
        ]
      }
    }
    : {})
})

const crewOf = (film: Film) => [
  ...film.directors.map(({ id, name }) => ({ id, name, job: "Director", department: "Directing", credit_id: `${film.tmdb}-${id}` })),
  { id: 9, name: "Somebody Else", job: "Producer", department: "Production", credit_id: `${film.tmdb}-9` }
]

export const show = (series: Series, appended: ReadonlySet<string>) => ({
  ...showResult(series),
  tagline: series.tagline,
  genres: genres(series),
  number_of_seasons: series.seasons.length,
  number_of_episodes: series.seasons.reduce((sum, count) => sum + count, 0),
  created_by: [],
  episode_run_time: [series.minutes],
  ...(appended.has("external_ids") ? { external_ids: { imdb_id: series.imdb, tvdb_id: series.tvdb } } : {}),
  ...(appended.has("content_ratings") ? { content_ratings: { results: [{ iso_3166_1: "US", rating: series.certification }] } } : {})
})
