import { watchRank } from "@daybook/core/watching"
import { Stream } from "effect"
import { type OpenFile, eachFile } from "../kit/exportFile/Format.js"
import { decodeText } from "../kit/exportFile/text.js"
import { numberOf } from "../kit/jsonValues.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { cleanName } from "../kit/values.js"
import { animeRecords } from "../kit/watches/anime.js"
import { idOf, starsOfTen, titleOf } from "../kit/watches/records.js"
import { type WatchRow, watches, watchPagesOf } from "../kit/watches/watchFile.js"
import { type ListEntry, listEntries } from "./entries.js"

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
const readEntry = (entry: ListEntry, { now }: OpenFile): WatchRow => {
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

/** Anime from the list that MyAnimeList exports, as it came or unpacked. */
export const mal = fileSource({
  id: "mal",
  about: {
    title: "MyAnimeList",
    brings: "Anime that you watched and rated.",
    exports: "https://myanimelist.net/panel.php?go=export"
  },
  rank: watchRank({ rank: 150, naming: -9, rates: ["viewings", "title"] }),
  ...watches,
  syncType: "list",
  toPages: watchPagesOf(({ file }) => madeAt(file.name)),
  format: eachFile<ListEntry>({
    member: /^animelist_\d.*\.xml(?:\.gz)?$/,
    candidate: /\.xml(?:\.gz)?$/,
    begins: ({ text }) => /^\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<myanimelist[\s>]/i.test(text),
    rows: (member, { tally }) =>
      listEntries(decodeText(member.bytes), () => tally.cutShort(`${member.name} has no end`)).pipe(
        Stream.zipWithIndex,
        Stream.map(([row, index]) => ({ place: `${member.name}, entry ${index + 1}`, row }))
      )
  }),
  read: readEntry,
  fileTitle: "a list of MyAnimeList",
  expected: "give the file animelist_….xml.gz that MyAnimeList makes under Export"
})
