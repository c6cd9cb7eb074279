import { isLocalDate } from "@daybook/core/shared"
import { type Report, type Title, type WatchingRecord, noDetails, noIdentifiers, noonOf } from "@daybook/core/watching"
import { Either } from "effect"
import { XMLParser, XMLValidator } from "fast-xml-parser"
import { cleanName, plainText } from "../kit/values.js"
import { instantOf } from "../kit/WallClock.js"

/**
 * A member's feed, https://letterboxd.com/{username}/rss/, with about fifty entries, newest first:
 *
 *   <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:letterboxd="https://letterboxd.com"
 *     xmlns:tmdb="https://themoviedb.org">
 *   <channel><title>Letterboxd - Someone</title><link>https://letterboxd.com/someone/</link>
 *   <item><title>Tin Roof Hours, 1982 - ★★★★½</title>
 *     <link>https://letterboxd.com/someone/film/tin-roof-hours/1/</link>
 *     <guid isPermaLink="false">letterboxd-review-1153149850</guid>
 *     <pubDate>Mon, 12 Jan 2026 09:03:05 +1300</pubDate>
 *     <letterboxd:watchedDate>2026-01-11</letterboxd:watchedDate> <letterboxd:rewatch>Yes</letterboxd:rewatch>
 *     <letterboxd:filmTitle>Tin Roof Hours</letterboxd:filmTitle> <letterboxd:filmYear>1982</letterboxd:filmYear>
 *     <letterboxd:memberRating>4.5</letterboxd:memberRating> <tmdb:movieId>12102</tmdb:movieId>
 *     <description><![CDATA[ <p><img src="https://a.ltrbxd.com/…crop.jpg?v=1"/></p>
 *       <p>Still great.</p> ]]></description>
 *   </item></channel></rss>
 *
 * Lists are items, too, without the film elements. A review outside the diary has no `watchedDate`. Series have
 * `tmdb:tvId` instead of `tmdb:movieId`.
 */
export interface Item {
  readonly guid: string
  readonly link: string | null
  /** Epoch milliseconds. */
  readonly publishedAt: number | null
  readonly watchedDate: string | null
  readonly rewatch: boolean
  readonly filmTitle: string | null
  readonly filmYear: string | null
  readonly memberRating: string | null
  readonly movieId: string | null
  readonly tvId: string | null
  readonly description: string
}

export interface Feed {
  readonly items: ReadonlyArray<Item>
}

const parser = new XMLParser({
  ignoreAttributes: true,
  // A film may be called 1917.
  parseTagValue: false,
  htmlEntities: true,
  isArray: (name) => name === "item"
})

/** Parses a feed. Left describes the problem. */
export const readFeed = (text: string): Either.Either<Feed, string> => {
  const wrong = Either.left("answers with something that is not a feed")
  if (XMLValidator.validate(text) !== true) return wrong
  return Either.flatMap(
    Either.try({ try: (): unknown => parser.parse(text), catch: () => "answers with something that is not a feed" }),
    (parsed) => {
      const channel = member(member(parsed, "rss"), "channel")
      // An empty channel element is parsed as text.
      if (channel === undefined) return wrong
      const items = member(channel, "item")
      return Either.right({ items: Array.isArray(items) ? items.flatMap(readItem) : [] })
    }
  )
}

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && name in value
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

/** Maximum length of a text in characters. */
const maxTextLength = 200_000

/** An element's text, or that of the first if it is repeated. */
const text = (item: unknown, name: string): string | null => {
  const value = member(item, name)
  const one: unknown = Array.isArray(value) ? value[0] : value
  // Entities may encode characters that the database rejects.
  const clean =
    typeof one === "string"
      ? one
          .slice(0, maxTextLength)
          .replace(/\0/g, "")
          .replace(/\p{Surrogate}/gu, "\ufffd")
          .trim()
      : ""
  return clean === "" ? null : clean
}

const readItem = (item: unknown): ReadonlyArray<Item> => {
  const guid = text(item, "guid")
  if (guid === null) return []
  return [
    {
      guid,
      link: text(item, "link"),
      publishedAt: instantOf(text(item, "pubDate")),
      watchedDate: text(item, "letterboxd:watchedDate"),
      rewatch: text(item, "letterboxd:rewatch")?.toLowerCase() === "yes",
      filmTitle: cleanName(text(item, "letterboxd:filmTitle")),
      filmYear: text(item, "letterboxd:filmYear"),
      memberRating: text(item, "letterboxd:memberRating"),
      movieId: text(item, "tmdb:movieId"),
      tvId: text(item, "tmdb:tvId"),
      description: text(item, "description") ?? ""
    }
  ]
}

/** A diary entry or review, from the feed or the export. */
export interface Entry {
  readonly title: string
  readonly year: number | null
  readonly watchedDate: string | null
  readonly rewatch: boolean
  readonly rating: number | null
  readonly review: string | null
  readonly url: string | null
  readonly address: string | null
  readonly isPartial?: boolean
}

const unlogged = { alias: null, loggedAt: null }

/** An entry without a day records a viewing at an unknown time. */
export const toRecord = (
  entry: Entry,
  film: Partial<Title> = {},
  logged: Pick<Report, "alias" | "loggedAt"> = unlogged
): WatchingRecord => {
  const date = entry.watchedDate
  const report: Report = {
    key: [date ?? "undated", ...(entry.rewatch ? ["rewatch"] : [])].join(" "),
    at: date === null ? null : noonOf(date),
    date,
    rating: entry.rating,
    rewatch: entry.rewatch,
    review: entry.review,
    reviewUrl: entry.review === null ? null : entry.url,
    address: entry.address,
    isPartial: entry.isPartial === true,
    ...logged
  }
  return { subject: { kind: "movie", title: titleOf(entry, film) }, report, rating: null, tally: null }
}

const titleOf = ({ title, year }: Pick<Entry, "title" | "year">, film: Partial<Title>): Title => ({
  title,
  year,
  ids: noIdentifiers,
  details: noDetails,
  ...film
})

/** A film that was only marked as seen. */
export const filmRecord = (row: Pick<Entry, "title" | "year" | "address">, film: Partial<Title>): WatchingRecord => ({
  subject: { kind: "movie", title: titleOf(row, film) },
  report: {
    key: "seen",
    at: null,
    date: null,
    rating: null,
    rewatch: null,
    review: null,
    reviewUrl: null,
    address: row.address,
    ...unlogged
  },
  rating: null,
  tally: null
})

/** Null for items that are neither diary entries nor reviews, such as lists. */
export const itemRecord = (item: Item): WatchingRecord | null => {
  if (!/^letterboxd-(watch|review)-/.test(item.guid) || item.filmTitle === null) return null
  const poster = /<img\s[^<>]*?src="(https?:[^"<>]{1,2000})"/i.exec(item.description)?.[1] ?? null
  return toRecord(
    {
      title: item.filmTitle,
      year: yearOf(item.filmYear),
      watchedDate: dateOf(item.watchedDate),
      rewatch: item.rewatch,
      rating: ratingOf(item.memberRating),
      review: item.guid.startsWith("letterboxd-review-") ? reviewOf(item.description) : null,
      url: item.link,
      address: null
    },
    {
      ids: { ...noIdentifiers, tmdb: numberOf(item.movieId), tmdbSeries: numberOf(item.tvId) },
      details: { ...noDetails, poster: poster?.replace(/&amp;/g, "&") ?? null }
    },
    { alias: item.guid, loggedAt: item.publishedAt }
  )
}

const posterMarkup = /<p>\s*<img\s[^<>]*>\s*<\/p>/i
const spoilerWarning = /<p>\s*<em>\s*This review may contain spoilers\.\s*<\/em>\s*<\/p>/i
/** The text of an entry without a review. */
const plainWatch = /^Watched on [A-Z][a-z]+ [A-Z][a-z]+ \d{1,2}, \d{4}\.?$/

/** The review in an item's description, without the poster and the spoiler warning. */
export const reviewOf = (description: string): string | null => {
  const text = plainText(description.replace(posterMarkup, "").replace(spoilerWarning, ""))
  return text === null || plainWatch.test(text) ? null : text
}

/** 0.5 to 5 in steps of 0.5; null for anything else. */
export const ratingOf = (text: string | null | undefined): number | null => {
  const rating = Number(text ?? "")
  return rating >= 0.5 && rating <= 5 && Number.isInteger(rating * 2) ? rating : null
}

export const yearOf = (text: string | null | undefined): number | null =>
  /^\d{4}$/.test(text?.trim() ?? "") ? Number(text) : null

export const dateOf = (text: string | null | undefined): string | null =>
  text !== null && text !== undefined && isLocalDate(text.trim()) ? text.trim() : null

const numberOf = (text: string | null): number | null => (/^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : null)
