import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import type { Report, WatchingRecord } from "@daybook/core/watching"
import { Clock, Effect, Stream } from "effect"
import { columnsIn, csvRecords } from "../kit/exportFile/csvRecords.js"
import { type FileSample, type Member, baseName } from "../kit/exportFile/members.js"
import { wallTimeOf } from "../kit/scrobbles/playFile.js"
import { cleanName } from "../kit/values.js"
import { type BulkMarks, makeBulkMarks } from "../kit/watches/bulk.js"
import { idOf, placeOf, titleOf, watchedAt, watchedOnce, yearOf } from "../kit/watches/records.js"
import { type PlacedWatch, type WatchRow, isPlausible, watchPages } from "../kit/watches/watchFile.js"
import { numberOf } from "../kit/jsonValues.js"

const source = "tvtime"

/**
 * The archive holds tokens of sessions, addresses and messages. Only these files are opened: marks of episodes and
 * films, and those of earlier years.
 */
const isMember = (name: string): boolean =>
  /^(?:tracking-prod-records(?:-v2)?|seen_episode(?:_latest)?|rewatched_episode)\.csv$/.test(name)

/** Whether a file is one of marks of TV Time, or an archive with one. */
export const recogniseTvTime = ({ head, members }: FileSample): boolean => {
  const columns = columnsIn(head)
  const has = (...names: ReadonlyArray<string>) => names.every((name) => columns.has(name))
  return (
    members.some((name) => isMember(baseName(name))) ||
    (has("s_id", "ep_id", "key") && has("created_at")) ||
    has("movie_name", "entity_type") ||
    has("tv_show_name", "episode_season_number", "episode_number")
  )
}

type Value = (column: string) => string

/** The first of some columns that has a value: their names changed over the years. */
const firstOf = (value: Value, ...names: ReadonlyArray<string>): string =>
  names.map((name) => value(name).trim()).find((text) => text !== "") ?? ""

const instantIn = (text: string): number | null => {
  if (/^\d{9,10}$/.test(text)) return Number(text) * 1_000
  if (/^\d{12,13}$/.test(text)) return Number(text)
  return wallTimeOf(text.replace(/\.\d+$/, "").replace(/Z$/, ""))
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

/** A film: `type` is watch, rewatch, follow or towatch. There are no ids. */
const filmOf = (value: Value, now: number): Mark | null => {
  const name = cleanName(value("movie_name"))
  const year = yearOf(value("release_date").trim().slice(0, 4))
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

/** The mark of a row, or why it has none. */
const readMark = (value: Value, now: number): Mark | "not watched" | null => {
  if (value("movie_name").trim() !== "" || value("entity_type").trim().toLowerCase() === "movie")
    return /^(?:watch|rewatch)$/i.test(value("type").trim()) ? filmOf(value, now) : "not watched"
  const [key, type] = [value("key").trim(), value("type").trim()]
  // The older table also has the last episode of a show, and counts.
  if (type !== "" && !/^(?:watch|rewatch)$/i.test(type)) return "not watched"
  if (key !== "") return /^(?:re)?watch-episode-/.test(key) ? episodeOf(value, now) : "not watched"
  return firstOf(value, "episode_number", "ep_no") === "" ? "not watched" : episodeOf(value, now)
}

const reportOf = ({ at, key }: Mark, bulk: BulkMarks): Report =>
  at === null ? watchedOnce(key, null) : watchedAt(key, at, { isMarked: true, isDayOnly: bulk.isBulk(at) })

const recordsOf = (members: Stream.Stream<Member, SourceFailure>, cutShort: (where: string) => void) =>
  Stream.flatMap(members, (member) => csvRecords(member, { source, needed: [], cutShort }))

/** The personal data of TV Time, or one of its tables of marks. It is read twice: see `makeBulkMarks`. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.map(Clock.currentTimeMillis, (now) =>
      watchPages(file, {
        source,
        title: "personal data of TV Time",
        expected: "give the zip file that TV Time sent, or tracking-prod-records-v2.csv of it",
        recognise: recogniseTvTime,
        isMember,
        rows: (members, tally) => {
          const bulk = makeBulkMarks()
          const newest = new Set<string>()
          const count = Stream.runForEach(
            recordsOf(members, () => undefined),
            ({ value }) =>
              Effect.sync(() => {
                const mark = value === null ? null : readMark(value, now)
                if (mark === null || typeof mark === "string") return
                if (mark.at !== null) bulk.add(mark.at, mark.name)
                if (mark.isNewest) for (const name of mark.names) newest.add(name)
              })
          )
          const rowOf = (value: Value | null): WatchRow => {
            const mark = value === null ? null : readMark(value, now)
            if (mark === null || typeof mark === "string") return mark
            // Older tables list the same marks with other times.
            return !mark.isNewest && mark.names.some((name) => newest.has(name))
              ? "joined"
              : [{ subject: mark.subject, report: reportOf(mark, bulk), rating: null, tally: null }]
          }
          return Stream.concat(
            Stream.drain(Stream.fromEffect(count)),
            Stream.map(recordsOf(members, tally.cutShort), ({ place, value }): PlacedWatch => ({
              place,
              row: rowOf(value)
            }))
          )
        }
      })
    )
  )
