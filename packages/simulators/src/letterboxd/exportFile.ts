import { strToU8, zipSync } from "fflate"
import { hash } from "../sampleOwner/dice.js"
import { type LoggedFilm, siteYear } from "./Diary.js"

const cell = (text: string | number) =>
  /[",\n]/.test(String(text)) ? `"${String(text).replace(/"/g, '""')}"` : String(text)
const table = (header: string, rows: ReadonlyArray<ReadonlyArray<string | number>>) =>
  `${[header, ...rows.map((row) => row.map(cell).join(","))].join("\n")}\n`
const short = (...path: ReadonlyArray<string | number>) => `https://boxd.it/${hash(...path).toString(36)}`
const day = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)

/**
 * The zip that Letterboxd gives its members. What lies in `deleted/` and `orphaned/` has the same file names as what
 * counts; `folder`, where given, is one that holds all of it.
 */
export const letterboxdArchive = (
  entries: ReadonlyArray<LoggedFilm>,
  deleted: ReadonlyArray<LoggedFilm> = [],
  folder = ""
): Uint8Array => {
  const common = ({ film, loggedAt, number }: LoggedFilm) =>
    [day(loggedAt), film.title, siteYear(film), short("entry", number)] as const
  const end = ({ date }: LoggedFilm) => ["", date ?? ""] as const
  const diary = (of: ReadonlyArray<LoggedFilm>) =>
    table(
      "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date",
      of
        .filter(({ date }) => date !== null)
        .map((entry) => [...common(entry), entry.rating ?? "", entry.rewatch ? "Yes" : "", ...end(entry)])
    )
  const reviews = table(
    "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date",
    entries
      .filter(({ review }) => review !== null)
      .map((entry) => [
        ...common(entry),
        entry.rating ?? "",
        entry.rewatch ? "Yes" : "",
        entry.review ?? "",
        ...end(entry)
      ])
  )
  const films = [...new Map(entries.map((entry) => [entry.film.index, entry])).values()]
  const filmRow = ({ film, loggedAt }: LoggedFilm) =>
    [day(loggedAt), film.title, siteYear(film), short("film", film.tmdb)] as const
  const files = {
    "diary.csv": diary(entries),
    "reviews.csv": reviews,
    "ratings.csv": table(
      "Date,Name,Year,Letterboxd URI,Rating",
      films.flatMap((entry) => (entry.rating === null ? [] : [[...filmRow(entry), entry.rating]]))
    ),
    "watched.csv": table("Date,Name,Year,Letterboxd URI", films.map(filmRow)),
    "watchlist.csv": table("Date,Name,Year,Letterboxd URI", []),
    "profile.csv":
      "Date Joined,Username,Given Name,Family Name,Email Address,Location,Website,Bio,Pronoun,Favorite Films\n2014-01-01,daybook_demo,,,,,,,,\n",
    "deleted/diary.csv": diary(deleted),
    "orphaned/diary.csv": diary(deleted),
    "likes/films.csv": table("Date,Name,Year,Letterboxd URI", films.filter(({ isLiked }) => isLiked).map(filmRow))
  }
  const inFolder = Object.entries(files).map(([name, text]) => [
    folder === "" ? name : `${folder}/${name}`,
    strToU8(text)
  ])
  const newest = entries.reduce((latest, { loggedAt }) => Math.max(latest, loggedAt), Date.UTC(2020, 0, 1) / 1_000)
  return zipSync(Object.fromEntries(inFolder), { mtime: new Date(newest * 1_000) })
}
