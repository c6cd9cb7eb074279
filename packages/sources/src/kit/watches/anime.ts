import { type LocalDate, isLocalDate } from "@daybook/core/shared"
import { type Report, type Title, type WatchingRecord, noonOf } from "@daybook/core/watching"
import { watchedAt, watchedOnce } from "./records.js"
import { isPlausible } from "./watchFile.js"

/** An entry of a list of anime. Each season of a show is a title of its own. */
export interface AnimeEntry {
  /** The title's number at the service. */
  readonly id: number
  readonly title: Title
  readonly isFilm: boolean
  /** Watched episodes of a season; of a film 0 or 1. Null if there are none. */
  readonly watched: number | null
  /** Number of episodes; null if the service does not know it. */
  readonly episodes: number | null
  readonly isCompleted: boolean
  /** How often it was watched again. */
  readonly again: number
  /** The day on which it was watched to the end, as the service writes it: `2025-00-00` is none. */
  readonly finishedOn: LocalDate | null
  /** 0.5 to 5. */
  readonly rating: number | null
}

/** A film has a day, if it is known whole. A count is kept where there are more viewings, or none has a day. */
const filmReports = ({ again, finishedOn, isCompleted, watched }: AnimeEntry, now: number): ReadonlyArray<Report> => {
  if (watched === null && !isCompleted) return []
  const day = finishedOn !== null && isLocalDate(finishedOn) && isPlausible(noonOf(finishedOn), now) ? finishedOn : null
  const some = watchedOnce("seen", 1 + again)
  if (day === null) return [some]
  const viewing = watchedAt("finished", noonOf(day), { date: day, isMarked: true })
  return again === 0 ? [viewing] : [viewing, some]
}

/** The number of episodes of a season. Its first and last days say nothing of them. */
const seasonReports = ({ episodes, id, isCompleted, watched }: AnimeEntry): ReadonlyArray<Report> => {
  if (watched === null && !isCompleted) return []
  const plays = watched === null || isCompleted ? (episodes ?? watched) : watched
  // Several seasons may be stored as one show: each has a count of its own.
  return [watchedOnce(`seen ${id}`, plays)]
}

/** What an entry says: reports, and the rating of its title. None for one that is neither watched nor rated. */
export const animeRecords = (entry: AnimeEntry, now: number): ReadonlyArray<WatchingRecord> => {
  const { isFilm, rating, title } = entry
  const subject: WatchingRecord["subject"] = isFilm ? { kind: "movie", title } : { kind: "show", title }
  const reports = isFilm ? filmReports(entry, now) : seasonReports(entry)
  return [...reports, ...(rating === null ? [] : [null])].map((report) => ({
    subject,
    report,
    rating: report === null ? rating : null,
    tally: null
  }))
}
