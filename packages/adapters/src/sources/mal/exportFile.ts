import type { FileSample, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import type { WatchingRecord } from "@daybook/core/watching"
import { Clock, Effect, Stream } from "effect"

import { decodeText } from "../kit/exportFile/text.js"
import { numberOf } from "../kit/jsonValues.js"
import { cleanName } from "../kit/values.js"
import { animeRecords } from "../kit/watches/anime.js"
import { idOf, starsOfTen, titleOf } from "../kit/watches/records.js"
import { type PlacedWatch, type WatchRow, watchPages } from "../kit/watches/watchFile.js"
import { type ListEntry, listEntries } from "./entries.js"

const source = "mal"

const isMember = (name: string): boolean => /\.xml(?:\.gz)?$/.test(name)

/** Whether a file is a list of MyAnimeList, or an archive with one as it is named there. */
export const recogniseMal = ({ entries, text }: FileSample): boolean =>
  (entries ?? []).some((name) => /(?:^|\/)animelist_\d[^/]*\.xml(?:\.gz)?$/i.test(name)) ||
  /^\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<myanimelist[\s>]/i.test(text)

/** When the list was made, epoch milliseconds: `animelist_1741983069_-_1.xml.gz`. */
const madeAt = (name: string): number | undefined => {
  const seconds = /animelist_(\d{9,10})(?!\d)/i.exec(name)?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1_000
}

/** Types that are no films or series. */
const leftOut = ["music", "pv", "cm"]

/** Words, or numbers in older files. */
const isCompleted = (status: string): boolean => /^(?:completed|2)$/i.test(status)

/**
 * An entry of `animelist_….xml`. Days are `0000-00-00` if nobody knows them:
 *
 *   <anime><series_animedb_id>90001</series_animedb_id><series_title><![CDATA[Harbour]]></series_title>
 *    <series_type>TV</series_type><series_episodes>12</series_episodes>
 *    <my_watched_episodes>12</my_watched_episodes><my_start_date>2025-01-01</my_start_date>
 *    <my_finish_date>0000-00-00</my_finish_date><my_score>8</my_score><my_status>Completed</my_status>
 *    <my_times_watched>0</my_times_watched></anime>
 */
const readEntry = (entry: ListEntry, now: number): WatchRow => {
  if (entry === null) return null
  if (entry.kind === "manga") return "not a film or series"
  const value = (name: string): string => entry.values.get(name)?.trim() ?? ""
  const count = (name: string): number | null => idOf(numberOf(value(name)))
  const id = count("series_animedb_id")
  const name = cleanName(value("series_title"))
  if (id === null || name === null) return null
  const type = value("series_type").toLowerCase()
  if (leftOut.includes(type)) return "not a film or series"
  const records = animeRecords(
    {
      id,
      title: titleOf(name, null, { mal: id }),
      isFilm: type === "movie",
      watched: count("my_watched_episodes"),
      episodes: count("series_episodes"),
      isCompleted: isCompleted(value("my_status")),
      again: count("my_times_watched") ?? 0,
      finishedOn: value("my_finish_date"),
      rating: starsOfTen(numberOf(value("my_score")))
    },
    now
  )
  return records.length === 0 ? "not watched" : records
}

/** The list of an account, as it came or unpacked. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<WatchingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.map(Clock.currentTimeMillis, (now) => {
      const asOf = madeAt(file.name)
      return watchPages(file, {
        source,
        title: "a list of MyAnimeList",
        expected: "give the file animelist_….xml.gz that MyAnimeList makes under Export",
        recognise: recogniseMal,
        isMember,
        ...(asOf === undefined ? {} : { asOf }),
        rows: (members, tally) =>
          Stream.flatMap(members, (member) =>
            listEntries(decodeText(member.bytes), () => tally.cutShort(`${member.name} has no end`)).pipe(
              Stream.zipWithIndex,
              Stream.map(([entry, index]): PlacedWatch => ({
                place: `${member.name}, entry ${index + 1}`,
                row: readEntry(entry, now)
              }))
            )
          )
      })
    })
  )
