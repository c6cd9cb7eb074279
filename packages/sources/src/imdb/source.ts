import { isLocalDate } from "@daybook/core/shared"
import { type Report, noonOf, watchRank } from "@daybook/core/watching"
import { type Cells, csv } from "../kit/exportFile/formats.js"
import { numberOf } from "../kit/jsonValues.js"
import * as Setting from "../kit/settings.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { cleanName } from "../kit/values.js"
import { imdbOf, starsOfTen, titleOf, watchedAt, watchedOnce, yearOf } from "../kit/watches/records.js"
import { type WatchRow, watches } from "../kit/watches/watchFile.js"

const settings = Setting.settings({
  isRatedWatched: Setting.flag(
    "DAYBOOK_IMDB_RATED_IS_WATCHED",
    false,
    "whether the day of a rating at IMDb is the day on which the film was watched"
  )
})

/** The column of ratings. Until 2017 it was called `You rated`, and had no day next to it. */
const ratingColumns = ["your rating", "you rated"]

/** Types by their letters: `TV Mini Series`, and `tvMiniSeries` in older files. Other languages have other words. */
const kinds: Readonly<Record<string, "movie" | "show" | "episode" | null>> = {
  movie: "movie",
  featurefilm: "movie",
  tvmovie: "movie",
  tvspecial: "movie",
  short: "movie",
  tvshort: "movie",
  video: "movie",
  documentary: "movie",
  tvseries: "show",
  tvminiseries: "show",
  tvepisode: "episode",
  videogame: null,
  podcastseries: null,
  podcastepisode: null,
  musicvideo: null
}

/**
 * A row of `ratings.csv`. The day of a rating is not the day of a viewing:
 *
 *   Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,…
 *   tt9100000,8,2025-03-02,Tin Roof Hours,Tin Roof Hours,https://www.imdb.com/title/tt9100000,Movie,7.1,101,1982,…
 */
const readRow = (value: Cells, isRatedWatched: boolean): WatchRow => {
  const imdb = imdbOf(value("const"))
  const name = cleanName(value("title"))
  if (imdb === null || name === null) return null
  const rating = starsOfTen(numberOf(ratingColumns.map(value).find((text) => text !== "")))
  if (rating === null) return "not watched"
  const type = value("title type")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "")
  const kind = Object.hasOwn(kinds, type) ? kinds[type]! : null
  if (kind === null) return "not a film or series"
  // An episode has no season and no number here.
  if (kind === "episode") return "episodes without a number"
  const title = titleOf(name, yearOf(value("year")), { imdb })
  if (kind === "show") return [{ subject: { kind: "show", title }, report: null, rating, tally: null }]
  return [
    { subject: { kind: "movie", title }, report: reportOf(imdb, value, rating, isRatedWatched), rating, tally: null }
  ]
}

const reportOf = (imdb: string, value: Cells, rating: number, isRatedWatched: boolean): Report => {
  const day = value("date rated").trim().slice(0, 10)
  return isRatedWatched && isLocalDate(day)
    ? watchedAt(imdb, noonOf(day), { date: day, rating, isMarked: true })
    : watchedOnce(imdb, null, { rating })
}

/**
 * Ratings from the CSV file of an IMDb account. It has no API for them. A list without a rating of a title says nothing
 * about watching it: a watchlist is one of the same columns.
 */
export const imdb = fileSource({
  id: "imdb",
  about: { title: "IMDb", brings: "Films and series that you rated.", exports: "https://www.imdb.com/exports/" },
  // A rating says when it was given, at best.
  rank: watchRank({ rank: 130, naming: -5, rates: ["viewings", "title"] }),
  ...watches,
  syncType: "ratings",
  settings,
  format: csv<{ readonly isRatedWatched: boolean }>({
    candidate: /\.csv$/,
    columns: ["const", ratingColumns, "title", "title type"],
    days: ({ isRatedWatched }) => (isRatedWatched ? ["date rated"] : [])
  }),
  read: (cells, { values }) => readRow(cells, values.isRatedWatched),
  fileTitle: "a list of ratings of IMDb",
  expected: "give the CSV file of your ratings, from IMDb's page Exports"
})
