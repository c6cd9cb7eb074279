import { Either } from "effect"
import { XMLParser, XMLValidator } from "fast-xml-parser"
import { cleanName } from "../kit/values.js"
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
const longest = 200_000

/** An element's text, or that of the first if it is repeated. */
const text = (item: unknown, name: string): string | null => {
  const value = member(item, name)
  const one: unknown = Array.isArray(value) ? value[0] : value
  // Entities may encode characters that the database rejects.
  const clean =
    typeof one === "string"
      ? one
          .slice(0, longest)
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
