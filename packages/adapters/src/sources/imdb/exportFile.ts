import type { FileSample, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { isLocalDate } from "@daybook/core/shared"
import { type Report, type WatchingRecord, noonOf } from "@daybook/core/watching"
import { Effect, Stream } from "effect"
import { columnsIn, csvRecords } from "../kit/exportFile/csvRecords.js"

import { importOption } from "../kit/scrobbles/playFile.js"
import * as Setting from "../kit/settings.js"
import { cleanName } from "../kit/values.js"
import { imdbOf, starsOfTen, titleOf, watchedAt, watchedOnce, yearOf } from "../kit/watches/records.js"
import { type PlacedWatch, type WatchRow, watchPages } from "../kit/watches/watchFile.js"
import { numberOf } from "../kit/jsonValues.js"

const source = "imdb"

const daysSetting = Setting.flag(
  "DAYBOOK_IMDB_RATED_IS_WATCHED",
  false,
  "whether the day of a rating at IMDb is the day on which the film was watched"
)

export const settings = Setting.settings({ ratedIsWatched: daysSetting })

const isMember = (name: string): boolean => name.endsWith(".csv")

/** The column of ratings. Until 2017 it was called `You rated`, and had no day next to it. */
const ratingColumns = ["your rating", "you rated"]

/** Whether a file is a list of ratings of IMDb. A watchlist without ratings is one of the same columns. */
export const recogniseImdb = ({ text }: FileSample): boolean => {
  const columns = columnsIn(text)
  return (
    ["const", "title", "title type"].every((name) => columns.has(name)) &&
    ratingColumns.some((name) => columns.has(name))
  )
}

/** An archive shows only names, which may be any. The columns of its files are checked as they are read. */
const mayHoldRatings = (sample: FileSample): boolean =>
  recogniseImdb(sample) || (sample.entries ?? []).some((name) => isMember(name.toLowerCase()))

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
const readRow = (value: (column: string) => string, isRatedWatched: boolean): WatchRow => {
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

const reportOf = (imdb: string, value: (column: string) => string, rating: number, isRatedWatched: boolean): Report => {
  const day = value("date rated").trim().slice(0, 10)
  return isRatedWatched && isLocalDate(day)
    ? watchedAt(imdb, noonOf(day), { date: day, rating, isMarked: true })
    : watchedOnce(imdb, null, { rating })
}

/** The ratings of an account, as CSV. A list without a rating of a title says nothing about watching it. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.map(importOption(source, daysSetting), (isRatedWatched) =>
      watchPages(file, {
        source,
        title: "a list of ratings of IMDb",
        expected: "give the CSV file of your ratings, from IMDb's page Exports",
        recognise: mayHoldRatings,
        isMember,
        rows: (members, tally) =>
          Stream.flatMap(members, (member) =>
            csvRecords(member, {
              source,
              needed: [["const"], ratingColumns, ["title"], ["title type"]],
              cutShort: tally.cutShort,
              days: isRatedWatched ? ["date rated"] : [],
              remark: tally.remark
            })
          ).pipe(
            Stream.map(({ place, value }): PlacedWatch => ({
              place,
              row: value === null ? null : readRow(value, isRatedWatched)
            }))
          )
      })
    )
  )
