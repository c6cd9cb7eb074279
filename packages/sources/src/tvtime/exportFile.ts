import type { SourceFailure } from "@daybook/core/sync"
import type { Report, WatchingRecord } from "@daybook/core/watching"
import { Effect, Stream } from "effect"
import { csvRecords } from "../kit/exportFile/csvRecords.js"
import type { makeTally } from "../kit/exportFile/exportPages.js"
import { files } from "../kit/exportFile/Format.js"
import { columnsOf } from "../kit/exportFile/formats.js"
import type { Member } from "../kit/exportFile/members.js"
import { wallTimeOf } from "../kit/scrobbles/playFile.js"
import { cleanName } from "../kit/values.js"
import { type BulkMarks, makeBulkMarks } from "../kit/watches/bulk.js"
import {
  idOf,
  imdbOf,
  placeOf,
  releaseYearOf,
  titleOf,
  watchedAt,
  watchedOnce,
  yearOf
} from "../kit/watches/records.js"
import { type PlacedWatch, type WatchRow, isPlausible } from "../kit/watches/watchFile.js"
import { numberOf } from "../kit/jsonValues.js"

const source = "tvtime"

/**
 * The archive holds tokens of sessions, addresses and messages. Only these files are opened: marks of episodes and
 * films, and those of earlier years.
 */
const isMember = (name: string): boolean =>
  /^(?:tracking-prod-records(?:-v2)?|seen_episode(?:_latest)?|rewatched_episode)\.csv$/.test(name) || isOut(name)

/** The files of TV Time Out, an extension for browsers that saved the account before TV Time closed. */
const isOut = (name: string): boolean => /^tvtime-(?:movies|series-episodes)[^/]*\.csv$/.test(name)

type Value = (column: string) => string

/** The first of some columns that has a value: their names changed over the years. */
const firstOf = (value: Value, ...names: ReadonlyArray<string>): string =>
  names.map((name) => value(name).trim()).find((text) => text !== "") ?? ""

const instantIn = (text: string): number | null => {
  if (/^\d{9,10}$/.test(text)) return Number(text) * 1_000
  if (/^\d{12,13}$/.test(text)) return Number(text)
  return wallTimeOf(text.replace(/Z$/, "").replace(/\.\d+$/, ""))
}

/** The first time of some columns. Some tables write 0 or the year 1 where there is none. */
const firstTime = (value: Value, ...names: ReadonlyArray<string>): number | null =>
  names.map((name) => instantIn(value(name).trim())).find((at) => at !== null && at > 0) ?? null

interface Mark {
  readonly subject: WatchingRecord["subject"]
  readonly name: string
  /** Names of an episode by which another table may list it: by the number of its show, and by the show's name. */
  readonly names: ReadonlyArray<string>
  /** Whether it is of the newest table. */
  readonly isNewest: boolean
  /** Epoch milliseconds; null if the file does not have it. */
  readonly at: number | null
  readonly key: string
  /** How often it was watched, if the row says so. */
  readonly plays?: number
}

/** A show's name, of which TVDB's may end with its year: `Harbour (2021)`. */
const showOf = (text: string): { readonly name: string | null; readonly year: number | null } => {
  const [suffix, written] = / \((\d{4})\)$/.exec(text.trim()) ?? []
  const year = yearOf(written)
  return { name: cleanName(year === null ? text : text.trim().slice(0, -suffix!.length)), year }
}

/**
 * An episode:
 *
 *   series_name,s_id,ep_id,season_number,s_no,episode_number,ep_no,key,created_at,rewatch_count,is_special,runtime
 *   What the Orchard Said,400001,8000001,2,,5,,watch-episode-8000001,2025-03-14 20:11:09,0,false,2880
 */
const episodeOf = (value: Value, now: number): Mark | null => {
  const { name, year } = showOf(firstOf(value, "series_name", "tv_show_name"))
  const season = placeOf(numberOf(firstOf(value, "season_number", "s_no", "episode_season_number")))
  const episode = placeOf(numberOf(firstOf(value, "episode_number", "ep_no")))
  const at = firstTime(value, "watch_date", "created_at", "updated_at", "seen_date")
  if (name === null || season === null || episode === null) return null
  if (at !== null && !isPlausible(at, now)) return null
  const tvdb = idOf(numberOf(firstOf(value, "s_id", "tv_show_id", "series_id")))
  const nameBy = (show: unknown) => JSON.stringify([show, season, episode])
  return {
    subject: {
      kind: "episode",
      title: titleOf(name, year, { tvdb: tvdb === null ? null : String(tvdb) }),
      season,
      episode,
      episodeTitle: null
    },
    name: nameBy(tvdb ?? name),
    names: [nameBy(tvdb ?? name), nameBy(name)],
    isNewest: value("key").trim() !== "",
    at,
    key: at === null ? "seen" : String(at)
  }
}

/** A film: `type` is watch, rewatch, follow or towatch. There are no ids, but a `uuid` that rows of a film share. */
const filmOf = (value: Value, { now, years }: Reading): Mark | null => {
  const name = cleanName(value("movie_name"))
  const year = releaseYearOf(value("release_date")) ?? years.get(value("uuid").trim()) ?? null
  const at = firstTime(value, "watch_date", "created_at")
  if (name === null || (at !== null && !isPlausible(at, now))) return null
  return {
    subject: { kind: "movie", title: titleOf(name, year) },
    name: JSON.stringify([name, year]),
    names: [],
    isNewest: false,
    at,
    key: at === null ? "seen" : String(at)
  }
}

/**
 * A row of TV Time Out, an episode with the ids of its show or a film. Its time is that of the last mark:
 *
 *   series_tvdb_id,series_imdb_id,series_uuid,title,season,episode,tvdb_id,is_watched,watched_at,rewatch_count,special
 *   400001,,u-1,What the Orchard Said,1,1,8000001,true,2024-03-14T20:11:09Z,1,false
 *   uuid,tvdb_id,imdb_id,title,year,created_at,watched_at,is_watched,rewatch_count
 *   m-1,200,tt9100000,Tin Roof Hours,1982,2024-01-01T00:00:00Z,2024-02-01T21:00:00Z,true,0
 */
const outMarkOf = (value: Value, { now }: Reading): Mark | null => {
  const isEpisode = value("episode").trim() !== ""
  const { name, year } = showOf(value("title"))
  const at = firstTime(value, "watched_at")
  if (name === null || (at !== null && !isPlausible(at, now))) return null
  const tvdb = idOf(numberOf(value(isEpisode ? "series_tvdb_id" : "tvdb_id")))
  const ids = {
    tvdb: tvdb === null ? null : String(tvdb),
    imdb: imdbOf(value(isEpisode ? "series_imdb_id" : "imdb_id"))
  }
  const common = {
    isNewest: false,
    at,
    key: at === null ? "seen" : String(at),
    plays: 1 + (idOf(numberOf(value("rewatch_count"))) ?? 0)
  }
  if (!isEpisode) {
    const title = titleOf(name, yearOf(value("year")) ?? year, ids)
    return { ...common, subject: { kind: "movie", title }, name: JSON.stringify([name, title.year]), names: [] }
  }
  const [season, episode] = [placeOf(numberOf(value("season"))), placeOf(numberOf(value("episode")))]
  if (season === null || episode === null) return null
  const nameBy = (show: unknown) => JSON.stringify([show, season, episode])
  return {
    ...common,
    subject: { kind: "episode", title: titleOf(name, year, ids), season, episode, episodeTitle: null },
    name: nameBy(tvdb ?? name),
    names: [nameBy(tvdb ?? name), nameBy(name)]
  }
}

interface Reading {
  /** Epoch milliseconds. */
  readonly now: number
  /** Years of films by their `uuid`. */
  readonly years: ReadonlyMap<string, number>
}

/** The mark of a row, or why it has none. */
const readMark = (value: Value, reading: Reading): Mark | "not watched" | null => {
  const isWatched = value("is_watched").trim()
  if (isWatched !== "") return /^(?:true|1|yes)$/i.test(isWatched) ? outMarkOf(value, reading) : "not watched"
  if (value("movie_name").trim() !== "" || value("entity_type").trim().toLowerCase() === "movie")
    return /^(?:watch|rewatch)$/i.test(value("type").trim()) ? filmOf(value, reading) : "not watched"
  const [key, type] = [value("key").trim(), value("type").trim()]
  // The older table also has the last episode of a show, and counts.
  if (type !== "" && !/^(?:watch|rewatch)$/i.test(type)) return "not watched"
  if (key !== "") return /^(?:re)?watch-episode-/.test(key) ? episodeOf(value, reading.now) : "not watched"
  return firstOf(value, "episode_number", "ep_no") === "" ? "not watched" : episodeOf(value, reading.now)
}

/** The mark with its time. How often it was watched is kept next to it, if it was more than once. */
const reportsOf = ({ at, key, plays }: Mark, bulk: BulkMarks): ReadonlyArray<Report> => {
  if (at === null) return [watchedOnce(key, plays ?? null)]
  const viewing = watchedAt(key, at, { isMarked: true, isDayOnly: bulk.isBulk(at) })
  return plays === undefined || plays === 1 ? [viewing] : [viewing, watchedOnce("seen", plays)]
}

/** A spreadsheet writes these in the order of its language. */
const days = ["watch_date", "created_at", "updated_at", "seen_date", "watched_at", "release_date"]

const recordsOf = (
  members: Stream.Stream<Member, SourceFailure>,
  { cutShort, remark }: Pick<ReturnType<typeof makeTally>, "cutShort" | "remark">
) => Stream.flatMap(members, (member) => csvRecords(member, { source, needed: [], cutShort, days, remark }))

/** The personal data of TV Time, or one of its tables of marks. It is read twice: see `makeBulkMarks`. */
export const format = files<WatchRow>({
  member: isMember,
  begins: (beginning) => {
    const columns = columnsOf(beginning)
    const has = (...names: ReadonlyArray<string>) => names.every((name) => columns.has(name))
    return (
      has("s_id", "ep_id", "key", "created_at") ||
      has("movie_name", "entity_type") ||
      has("tv_show_name", "episode_season_number", "episode_number") ||
      (has("is_watched", "watched_at", "title") && (has("series_tvdb_id") || has("uuid", "year")))
    )
  },
  rows: (members, { now, tally }) => {
    const bulk = makeBulkMarks()
    const newest = new Set<string>()
    const years = new Map<string, number>()
    const reading = { now, years }
    const count = Stream.runForEach(
      recordsOf(members, { cutShort: () => undefined, remark: () => undefined }),
      ({ value }) =>
        Effect.sync(() => {
          const year = value === null ? null : releaseYearOf(value("release_date"))
          if (value !== null && year !== null) years.set(value("uuid").trim(), year)
          const mark = value === null ? null : readMark(value, reading)
          if (mark === null || typeof mark === "string") return
          if (mark.at !== null) bulk.add(mark.at, mark.name)
          if (mark.isNewest) for (const name of mark.names) newest.add(name)
        })
    )
    const rowOf = (value: Value | null): WatchRow => {
      const mark = value === null ? null : readMark(value, reading)
      if (mark === null || typeof mark === "string") return mark
      // Older tables list the same marks with other times.
      return !mark.isNewest && mark.names.some((name) => newest.has(name))
        ? "joined"
        : reportsOf(mark, bulk).map((report) => ({ subject: mark.subject, report, rating: null, tally: null }))
    }
    return Stream.concat(
      Stream.drain(Stream.fromEffect(count)),
      Stream.map(recordsOf(members, tally), ({ place, value }): PlacedWatch => ({ place, row: rowOf(value) }))
    )
  }
})
