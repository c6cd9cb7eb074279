import type { WatchingRecord } from "@daybook/core/watching"
import { type Fields, fieldsOf, listOf, numberOf, someFieldsOf, textOf } from "../kit/jsonValues.js"
import { cleanName } from "../kit/values.js"
import { animeRecords } from "../kit/watches/anime.js"
import { idOf, starsOfTen, titleOf, yearOf } from "../kit/watches/records.js"

/**
 * The lists of an account (https://docs.anilist.co). Scores are out of 100, 0 without one. Days may lack their parts.
 * Lists of one's own repeat the entries of the others:
 *
 *   {"data":{"MediaListCollection":{"lists":[{"name":"Completed","isCustomList":false,"entries":[
 *     {"id":7,"mediaId":100,"status":"COMPLETED","score":85,"progress":12,"repeat":0,
 *      "completedAt":{"year":2025,"month":3,"day":null},
 *      "media":{"idMal":90001,"title":{"romaji":"Minato","english":"Harbour"},"episodes":12,"format":"TV",
 *       "startDate":{"year":2021}}}]}]}}}
 */
export const query = `query ($userName: String) {
  MediaListCollection(userName: $userName, type: ANIME) {
    lists {
      entries {
        id mediaId status score(format: POINT_100) progress repeat
        completedAt { year month day }
        media { idMal title { romaji english } episodes format startDate { year } }
      }
    }
  }
}`

/** `2025-03-14`; what is not a day where a part is missing. */
const dayOf = (value: unknown): string => {
  const { day, month, year } = someFieldsOf(value)
  const part = (one: unknown, digits: number) => String(numberOf(one) ?? 0).padStart(digits, "0")
  return `${part(year, 4)}-${part(month, 2)}-${part(day, 2)}`
}

/** The records of an entry; none for one that says nothing, null for one that cannot be read. */
const entryRecords = (entry: Fields, now: number): ReadonlyArray<WatchingRecord> | null => {
  const media = someFieldsOf(entry["media"])
  const names = someFieldsOf(media["title"])
  const id = idOf(numberOf(entry["mediaId"]))
  const name = cleanName(textOf(names["english"])) ?? cleanName(textOf(names["romaji"]))
  if (id === null || name === null) return null
  if (media["format"] === "MUSIC") return []
  const { status } = entry
  return animeRecords(
    {
      id,
      title: titleOf(name, yearOf(numberOf(someFieldsOf(media["startDate"])["year"])), {
        anilist: id,
        mal: idOf(numberOf(media["idMal"]))
      }),
      isFilm: media["format"] === "MOVIE",
      watched: idOf(numberOf(entry["progress"])),
      episodes: idOf(numberOf(media["episodes"])),
      // Who watches it again has seen all of it.
      isCompleted: status === "COMPLETED" || status === "REPEATING",
      again: idOf(numberOf(entry["repeat"])) ?? 0,
      finishedOn: dayOf(entry["completedAt"]),
      rating: starsOfTen((numberOf(entry["score"]) ?? 0) / 10)
    },
    now
  )
}

/** The records of all lists, each entry once, and the number of entries that could not be read. */
export const recordsOf = (lists: ReadonlyArray<unknown>, now: number) => {
  const entries = new Map<string, Fields | null>()
  for (const value of lists.flatMap((list) => listOf(someFieldsOf(list)["entries"]))) {
    const entry = fieldsOf(value)
    entries.set(JSON.stringify(entry?.["id"] ?? value), entry)
  }
  const rows = [...entries.values()].map((entry) => (entry === null ? null : entryRecords(entry, now)))
  return { records: rows.flatMap((row) => row ?? []), unreadable: rows.filter((row) => row === null).length }
}
