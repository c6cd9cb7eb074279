import type { Identifiers, Subject } from "@daybook/core/watching"
import { fieldsOf, listOf, numberOf, someFieldsOf, textOf, wordOf } from "../jsonValues.js"
import { isoInstant } from "../schemas.js"
import { wallTimeOf } from "../scrobbles/playFile.js"
import { cleanName } from "../values.js"
import { idOf, imdbOf, placeOf, titleOf, yearOf } from "../watches/records.js"

/**
 * An item of Jellyfin or Emby. A tick is 100 ns. Times have seven digits of a second. `LastPlayedDate` is missing if
 * somebody marked it as watched:
 *
 *   {"Id":"77c0…","Name":"Low Water","Type":"Episode","SeriesId":"51aa…","SeriesName":"Harbour",
 *    "ParentIndexNumber":2,"IndexNumber":5,"ProductionYear":2021,"RunTimeTicks":28800000000,
 *    "ProviderIds":{"Tvdb":"8000001"},
 *    "UserData":{"PlayCount":1,"Played":true,"LastPlayedDate":"2025-03-14T20:11:09.0000000Z"}}
 *
 * `ProviderIds` of an episode are its own: those of the show are those of the series.
 */
export interface Item {
  readonly id: string
  readonly kind: "movie" | "episode" | "series"
  readonly name: string
  readonly year: number | null
  readonly season: number | null
  readonly episode: number | null
  readonly seriesId: string | null
  readonly seriesName: string | null
  /** Milliseconds. */
  readonly length: number | null
  readonly ids: Partial<Identifiers>
  readonly isPlayed: boolean
  /** When the newest play began, epoch milliseconds. */
  readonly lastPlayedAt: number | null
}

const kinds = new Map<unknown, Item["kind"]>([
  ["Movie", "movie"],
  ["Episode", "episode"],
  ["Series", "series"]
])
const ticksPerMilli = 10_000

/** No film and no play is longer than 10,000 hours, in milliseconds. */
const maxMillis = 36_000_000_000

/** Milliseconds. Servers write -2147483648 and other impossible numbers for a length that they do not know. */
const possibleLength = (millis: number | null): number | null =>
  millis !== null && millis >= 0 && millis <= maxMillis ? millis : null

/** An id as it is in addresses. Some answers write dashes. */
export const itemId = (value: unknown): string | null => {
  const id = wordOf(value)?.replaceAll("-", "").toLowerCase() ?? ""
  return /^[\da-z]{1,64}$/.test(id) ? id : null
}

/** Null for other types, and for an item without id or name. */
export const readItem = (value: unknown): Item | null => {
  const row = someFieldsOf(value)
  const kind = kinds.get(row["Type"])
  const id = itemId(row["Id"])
  const name = cleanName(textOf(row["Name"]))
  if (kind === undefined || id === null || name === null) return null
  const userData = someFieldsOf(row["UserData"])
  const ticks = numberOf(row["RunTimeTicks"])
  return {
    id,
    kind,
    name,
    year: yearOf(row["ProductionYear"]),
    season: placeOf(numberOf(row["ParentIndexNumber"])),
    episode: placeOf(numberOf(row["IndexNumber"])),
    seriesId: itemId(row["SeriesId"]),
    seriesName: cleanName(textOf(row["SeriesName"])),
    length: possibleLength(ticks === null ? null : ticks / ticksPerMilli) || null,
    ids: idsIn(row["ProviderIds"], kind),
    isPlayed: userData["Played"] === true || userData["Played"] === "true",
    lastPlayedAt: isoInstant(textOf(userData["LastPlayedDate"]))
  }
}

/** Names of providers are written `Tmdb`, or in other letters by some plugins. */
const idsIn = (value: unknown, kind: Item["kind"]): Partial<Identifiers> => {
  const ids = new Map(Object.entries(someFieldsOf(value)).map(([name, id]) => [name.toLowerCase(), id]))
  const tvdb = idOf(numberOf(ids.get("tvdb")))
  return {
    tmdb: idOf(numberOf(ids.get("tmdb"))),
    imdb: imdbOf(ids.get("imdb")),
    tvdb: tvdb !== null && kind === "series" ? String(tvdb) : null
  }
}

/** The identifier that an item's id is. Emby's ids are plain numbers, which identify nothing elsewhere. */
export type OwnId = (id: string) => Partial<Identifiers>

/** The film or episode. `series` is the show of an episode if the server still has it. Null without a number. */
export const subjectOf = (item: Item, series: Item | null, ownId: OwnId): Subject | null => {
  const { episode, name, season, seriesId } = item
  if (item.kind === "movie")
    return { kind: "movie", title: titleOf(name, item.year, { ...item.ids, ...ownId(item.id) }) }
  const show = series?.name ?? item.seriesName
  if (item.kind === "series" || show === null || season === null || episode === null) return null
  const title = titleOf(show, series?.year ?? null, { ...series?.ids, ...(seriesId === null ? {} : ownId(seriesId)) })
  return { kind: "episode", title, season, episode, episodeTitle: name }
}

/**
 * A play of the Playback Reporting plugin, whose answer is a table of texts with its columns in `colums`:
 *
 *   {"colums":["rowid","DateCreated","UserId","ItemId","ItemType","ItemName","PlaybackMethod","ClientName",…],
 *    "results":[["17","2025-03-14 20:11:09.1234567","9a8b…","77c0…","Episode","Harbour - s02e05 - Low Water",…]]}
 *
 * `DateCreated` is the start by the clock of the server. `PlayDuration` is in seconds.
 */
export interface Activity {
  readonly userId: string | null
  readonly itemId: string
  readonly kind: "movie" | "episode"
  /** `2025-03-14 20:11:09`, by the server's clock. */
  readonly started: string
  /** Milliseconds, as if the server's clock were UTC. */
  readonly wall: number
  /** Milliseconds; null if the plugin wrote a number that is impossible. */
  readonly played: number | null
}

/** A part of the plugin's table. */
export interface ActivityPage {
  /** Plays of films and episodes. */
  readonly plays: ReadonlyArray<Activity>
  /** The number of all rows, music included. */
  readonly count: number
  /** The highest number of a row; 0 if the server does not write them. */
  readonly last: number
}

/** Null if an answer is not such a table. */
export const readActivity = (value: unknown): ActivityPage | null => {
  const table = fieldsOf(value)
  const columns = table === null ? [] : listOf(table["colums"] ?? table["columns"])
  const places = new Map(columns.map((name, index) => [textOf(name)?.toLowerCase(), index]))
  const isKnown = ["datecreated", "userid", "itemid", "itemtype", "playduration"].every((name) => places.has(name))
  if (table === null || !Array.isArray(table["results"]) || !isKnown) return null
  const rows = listOf(table["results"])
  const plays = rows.flatMap((cells): ReadonlyArray<Activity> => {
    const cell = (name: string): unknown => listOf(cells)[places.get(name) ?? -1]
    const kind = kinds.get(cell("itemtype"))
    const id = itemId(cell("itemid"))
    const started = textOf(cell("datecreated"))?.trim().slice(0, 19).replace("T", " ") ?? ""
    const wall = wallTimeOf(started)
    const seconds = numberOf(cell("playduration"))
    if (id === null || wall === null || seconds === null || (kind !== "movie" && kind !== "episode")) return []
    const userId = itemId(cell("userid"))
    return [{ userId, itemId: id, kind, started, wall, played: possibleLength(seconds * 1_000) }]
  })
  const numbers = rows.map((cells) => idOf(numberOf(listOf(cells)[places.get("rowid") ?? -1])) ?? 0)
  return { plays, count: rows.length, last: Math.max(0, ...numbers) }
}
