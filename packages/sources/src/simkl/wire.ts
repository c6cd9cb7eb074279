import type { Identifiers, Subject, Title, WatchingRecord } from "@daybook/core/watching"
import { type Fields, fieldsOf, listOf, numberOf, someFieldsOf, textOf } from "../kit/jsonValues.js"
import { cleanName } from "../kit/values.js"
import { instantOf } from "../kit/WallClock.js"
import { type BulkMarks, makeBulkMarks } from "../kit/watches/bulk.js"
import { idOf, imdbOf, placeOf, starsOfTen, titleOf, watchedAt, watchedOnce, yearOf } from "../kit/watches/records.js"

/**
 * `GET /sync/all-items/?extended=full&episode_watched_at=yes` (https://simkl.docs.apiary.io). Numbers of other services
 * may be texts. Only the newest time of each film and episode is listed:
 *
 *   {"movies":[{"last_watched_at":"2025-03-01T21:30:00Z","status":"completed","user_rating":8,
 *      "movie":{"title":"Tin Roof Hours","year":1982,"ids":{"simkl":1,"imdb":"tt9100000","tmdb":"500001"}}}],
 *    "shows":[{"status":"watching","user_rating":null,"watched_episodes_count":1,
 *      "show":{"title":"What the Orchard Said","year":2021,"ids":{"simkl":2,"tvdb":"400001"}},
 *      "seasons":[{"number":2,"episodes":[{"number":5,"watched_at":"2025-03-14T20:11:00Z"}]}]}],
 *    "anime":[{"anime_type":"tv","status":"completed","watched_episodes_count":12,
 *      "show":{"title":"Violet Chalk","ids":{"simkl":3,"mal":"90001"}}}]}
 */
interface Mark {
  readonly subject: Subject
  /** Names the film or episode, to compare marks. */
  readonly name: string
  /** Epoch milliseconds; null if Simkl does not know it. */
  readonly at: number | null
  /** Episodes of a show that is counted as a whole. */
  readonly plays: number | null
}

/** An entry of a list. */
interface Entry {
  readonly subject: Subject
  readonly marks: ReadonlyArray<Mark>
  /** 0.5 to 5. */
  readonly rating: number | null
}

/** Some apps write the beginning of 1970 where they know no time. */
const firstTime = Date.UTC(1971, 0, 1)

const timeOf = (value: unknown): number | null => {
  const at = instantOf(textOf(value))
  return at === null || at < firstTime ? null : at
}

const allIds = (ids: Fields): Partial<Identifiers> => {
  const tvdb = idOf(numberOf(ids["tvdb"]))
  return {
    ...animeIds(ids),
    imdb: imdbOf(ids["imdb"]),
    tmdb: idOf(numberOf(ids["tmdb"])),
    tvdb: tvdb === null ? null : String(tvdb)
  }
}

/** Each season of an anime is a title of its own: ids of other services may be those of the whole show. */
const animeIds = (ids: Fields): Partial<Identifiers> => ({
  simkl: idOf(numberOf(ids["simkl"] ?? ids["simkl_id"])),
  mal: idOf(numberOf(ids["mal"])),
  anilist: idOf(numberOf(ids["anilist"]))
})

const titleIn = (value: unknown, idsIn: (ids: Fields) => Partial<Identifiers>): Title | null => {
  const work = someFieldsOf(value)
  const name = cleanName(textOf(work["title"]))
  return name === null ? null : titleOf(name, yearOf(work["year"]), idsIn(someFieldsOf(work["ids"])))
}

const movieOf = (row: Fields, work: unknown): Entry | null => {
  const title = titleIn(work, (ids) => ({ ...allIds(ids), tvdb: null }))
  if (title === null) return null
  const subject: Subject = { kind: "movie", title }
  const at = timeOf(row["last_watched_at"])
  const isWatched = row["last_watched_at"] != null || row["status"] === "completed"
  const name = JSON.stringify(["movie", title.ids.simkl ?? title.title])
  return {
    subject,
    marks: isWatched ? [{ subject, name, at, plays: null }] : [],
    rating: starsOfTen(numberOf(row["user_rating"]))
  }
}

const episodesOf = (row: Fields, title: Title): ReadonlyArray<Mark> =>
  listOf(row["seasons"]).flatMap((one) => {
    const season = someFieldsOf(one)
    const number = placeOf(numberOf(season["number"]))
    return listOf(season["episodes"]).flatMap((value): ReadonlyArray<Mark> => {
      const fields = someFieldsOf(value)
      const episode = placeOf(numberOf(fields["number"]))
      if (number === null || episode === null) return []
      return [
        {
          subject: { kind: "episode", title, season: number, episode, episodeTitle: null },
          name: JSON.stringify(["show", title.ids.simkl ?? title.title, number, episode]),
          at: timeOf(fields["watched_at"]),
          plays: null
        }
      ]
    })
  })

/** A show. Its episodes are marks, or it is counted as a whole. */
const showOf = (row: Fields, isAnime: boolean): Entry | null => {
  const title = titleIn(row["show"], isAnime ? animeIds : allIds)
  if (title === null) return null
  const subject: Subject = { kind: "show", title }
  const episodes = isAnime ? [] : episodesOf(row, title)
  const listed = listOf(row["seasons"]).reduce<number>(
    (sum, season) => sum + listOf(someFieldsOf(season)["episodes"]).length,
    0
  )
  const count = idOf(numberOf(row["watched_episodes_count"])) ?? idOf(listed)
  const whole = count === null || episodes.length > 0 ? [] : [{ subject, name: "", at: null, plays: count }]
  return { subject, marks: [...episodes, ...whole], rating: starsOfTen(numberOf(row["user_rating"])) }
}

const readers: Readonly<Record<string, (row: Fields) => Entry | null>> = {
  movies: (row) => movieOf(row, row["movie"]),
  shows: (row) => showOf(row, false),
  // Films have no seasons: a film is the same title everywhere.
  anime: (row) => (row["anime_type"] === "movie" ? movieOf(row, row["movie"] ?? row["show"]) : showOf(row, true))
}

const reportOf = ({ at, plays, subject }: Mark, bulk: BulkMarks) => {
  if (at !== null) return watchedAt(String(at), at, { isMarked: true, isDayOnly: bulk.isBulk(at) })
  // The seasons of an anime may be stored as one show: each has a count of its own.
  const key = subject.kind === "show" ? `seen ${subject.title.ids.simkl ?? subject.title.title}` : "seen"
  return watchedOnce(key, plays)
}

/** The viewings and the ratings of all lists, and the number of entries that could not be read. */
export const recordsOf = (lists: Fields) => {
  const rows = Object.entries(readers).flatMap(([list, read]) =>
    listOf(lists[list]).map((value) => {
      const row = fieldsOf(value)
      return row === null ? null : read(row)
    })
  )
  const entries = rows.filter((entry) => entry !== null)
  const marks = entries.flatMap((entry) => entry.marks)
  const bulk = makeBulkMarks()
  for (const { at, name } of marks) if (at !== null) bulk.add(at, name)
  return {
    viewings: marks.map((mark): WatchingRecord => ({
      subject: mark.subject,
      report: reportOf(mark, bulk),
      rating: null,
      tally: null
    })),
    ratings: entries.flatMap(({ rating, subject }): ReadonlyArray<WatchingRecord> =>
      rating === null ? [] : [{ subject, report: null, rating, tally: null }]
    ),
    unreadable: rows.length - entries.length
  }
}
