import {
  type Details,
  type Identifiers,
  type Subject,
  type Title,
  noDetails,
  noIdentifiers
} from "@daybook/core/watching"
import { cleanName, wholeNumber } from "../kit/values.js"
import { releaseYearOf } from "../kit/watches/records.js"

/**
 * Plex Media Server's responses. They are read without a schema for speed, since a library has tens of thousands of
 * rows. Some server versions send numbers as strings. A film in `/library/sections/{key}/all?includeGuids=1`:
 *
 *   {"ratingKey":"456","guid":"plex://movie/5d776…","type":"movie","title":"Tin Roof Hours","year":2010,
 *    "duration":8880000,"viewCount":2,"lastViewedAt":1763700000,"userRating":9.0,"addedAt":1618953630,
 *    "contentRating":"PG-13","summary":"…","Guid":[{"id":"imdb://tt1375666"},{"id":"tmdb://27205"}],
 *    "Genre":[{"tag":"Action"}],"Director":[{"tag":"Ada Quill"}]}
 *
 * A play in `/status/sessions/history/all`. `ratingKey` and `key` are missing once the file is deleted:
 *
 *   {"historyKey":"/status/sessions/history/123","key":"/library/metadata/456","ratingKey":"456",
 *    "title":"Tin Roof Hours","type":"movie","originallyAvailableAt":"2010-07-16","viewedAt":1763700000,"accountID":1}
 *
 * Episodes add `grandparentTitle`, `grandparentRatingKey` or `grandparentKey`, `parentIndex` (season) and `index`.
 * Their `Guid` identifies the episode, not the show.
 */
export type Raw = Readonly<Record<string, unknown>>

export const isRaw = (value: unknown): value is Raw =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value : typeof value === "number" ? String(value) : null

const numberOf = (value: unknown): number | null => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return typeof number === "number" && Number.isFinite(number) ? number : null
}

/** A non-negative integer. */
export const countOf = (value: unknown): number | null => {
  const number = numberOf(value)
  return number !== null && Number.isInteger(number) && number >= 0 && number <= 2_147_483_647 ? number : null
}

/** The rows of a container of any kind. */
export const rowsOf = (container: Raw): ReadonlyArray<Raw> => {
  const rows = container["Metadata"] ?? container["Directory"] ?? container["Account"] ?? container["Video"]
  return (Array.isArray(rows) ? rows : rows === undefined || rows === null ? [] : [rows]).filter(isRaw)
}

/** An item of the library, with its play count. Marking an item as watched changes that count, too. */
export interface Item {
  readonly ratingKey: string
  readonly type: "movie" | "episode" | "show"
  readonly title: Title
  readonly season: number | null
  readonly episode: number | null
  readonly showKey: string | null
  readonly showTitle: string | null
  readonly views: number
  /** Epoch seconds. */
  readonly lastViewedAt: number | null
  /** 0.5 to 5. */
  readonly rating: number | null
}

export const readItem = (row: Raw): Item | null => {
  const ratingKey = keyOf(row["ratingKey"])
  const type = row["type"]
  const title = cleanName(textOf(row["title"]))
  if (ratingKey === null || title === null || (type !== "movie" && type !== "episode" && type !== "show")) return null
  return {
    ratingKey,
    type,
    title: {
      title,
      year: countOf(row["year"]) ?? releaseYearOf(row["originallyAvailableAt"]),
      ids: idsOf(row),
      details: detailsOf(row, type)
    },
    season: countOf(row["parentIndex"]),
    episode: countOf(row["index"]),
    showKey: showKeyOf(row),
    showTitle: cleanName(textOf(row["grandparentTitle"])),
    views: countOf(row["viewCount"]) ?? 0,
    lastViewedAt: countOf(row["lastViewedAt"]),
    rating: starsOf(row["userRating"])
  }
}

/** One play of the history. */
export interface Play {
  readonly ratingKey: string | null
  /** Identifies the play permanently. */
  readonly historyKey: string
  /** Epoch seconds. */
  readonly viewedAt: number
  readonly account: number | null
  readonly item: Omit<Item, "ratingKey" | "views" | "lastViewedAt" | "rating">
}

/** Null for rows other than plays of films and episodes, such as music. */
export const readPlay = (row: Raw): Play | null => {
  const viewedAt = countOf(row["viewedAt"])
  const item = readItem({ ...row, ratingKey: "0" })
  if (viewedAt === null || viewedAt === 0 || item === null || item.type === "show") return null
  return {
    ratingKey: keyOf(row["ratingKey"]) ?? lastPart(row["key"]),
    historyKey: textOf(row["historyKey"]) ?? `${viewedAt} ${item.title.title}`,
    viewedAt,
    account: countOf(row["accountID"]),
    item
  }
}

/** An episode of a show; null if its number is unknown. */
export const episodeOf = (item: Pick<Item, "title" | "season" | "episode">, show: Title): Subject | null =>
  item.season === null || item.episode === null
    ? null
    : { kind: "episode", title: show, season: item.season, episode: item.episode, episodeTitle: item.title.title }

const showKeyOf = (row: Raw) => keyOf(row["grandparentRatingKey"]) ?? lastPart(row["grandparentKey"])

/** Restricted to safe characters, since it becomes part of URLs. */
const keyOf = (value: unknown): string | null => {
  const key = textOf(value)
  return key !== null && /^[\w-]{1,64}$/.test(key) ? key : null
}

const lastPart = (key: unknown): string | null =>
  typeof key === "string" ? (/\/library\/metadata\/(\d{1,64})/.exec(key)?.[1] ?? null) : null

/** Ten points are five stars; less than one point is null. */
const starsOf = (value: unknown): number | null => {
  const points = numberOf(value)
  return points !== null && points >= 1 && points <= 10 ? Math.round(points) / 2 : null
}

/**
 * In characters; agents' ids have up to a hundred. Regular expressions over millions of characters can exceed the
 * stack.
 */
const maxGuidLength = 500

/** Reads `Guid` of newer agents and `guid` of older ones: `com.plexapp.agents.imdb://tt1375666?lang=en`. */
const idsOf = (row: Raw): Identifiers => {
  const guid = textOf(row["guid"])
  const listed = (Array.isArray(row["Guid"]) ? row["Guid"] : []).filter(isRaw).flatMap((one) => textOf(one["id"]) ?? [])
  const guids = [...listed, ...(guid === null ? [] : [guid])].filter((one) => one.length <= maxGuidLength)
  const ids = guids
    .map((one) => /(\w+):\/\/([^/?]+)/.exec(one))
    .reduce<Record<string, string>>(
      (all, match) => (match === null ? all : { [schemes[match[1]!] ?? match[1]!]: match[2]!, ...all }),
      {}
    )
  const tmdb = countOf(ids["tmdb"])
  const imdb = ids["imdb"]
  const tvdb = ids["tvdb"]
  return {
    ...noIdentifiers,
    tmdb: tmdb === 0 ? null : tmdb,
    imdb: imdb !== undefined && /^tt\d{1,12}$/.test(imdb) ? imdb : null,
    tvdb: tvdb !== undefined && /^\d{1,12}$/.test(tvdb) ? tvdb : null,
    plex: guid !== null && /^plex:\/\/[\w/.-]{1,200}$/.test(guid) ? guid : null
  }
}

const schemes: Readonly<Record<string, string>> = { themoviedb: "tmdb", thetvdb: "tvdb" }

const tagsOf = (value: unknown): ReadonlyArray<string> => [
  ...new Set((Array.isArray(value) ? value : []).filter(isRaw).flatMap((one) => cleanName(textOf(one["tag"])) ?? []))
]

const detailsOf = (row: Raw, type: Item["type"]): Details => {
  const duration = numberOf(row["duration"])
  return {
    ...noDetails,
    genres: tagsOf(row["Genre"]),
    directors: type === "movie" ? tagsOf(row["Director"]).map((name) => ({ name, id: null })) : [],
    durationMin: type === "movie" && duration !== null && duration > 0 ? wholeNumber(duration / 60_000) : null,
    contentRating: textOf(row["contentRating"]),
    tagline: textOf(row["tagline"]),
    summary: textOf(row["summary"]),
    seasons: type === "show" ? countOf(row["childCount"]) : null,
    episodes: type === "show" ? countOf(row["leafCount"]) : null
  }
}
