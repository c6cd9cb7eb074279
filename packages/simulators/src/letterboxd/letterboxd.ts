import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import { hash } from "../sampleOwner/dice.js"
import { cover, pngResponse } from "../shared/cover.js"
import { makeSimulator, type SimulatedRequest, type SimulatorContext } from "../shared/Simulator.js"
import { type LoggedFilm, makeDiary, siteYear } from "./Diary.js"

/** Items that a feed holds. */
const feedLength = 50

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")

/** New Zealand's clock, in milliseconds ahead of UTC: the site is at home there. */
const ahead = 13 * 3_600_000

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
const two = (value: number) => String(value).padStart(2, "0")

/** `Mon, 12 Jan 2026 09:03:05 +1300` */
const published = (seconds: number) => {
  const at = new Date(seconds * 1_000 + ahead)
  return `${days[at.getUTCDay()]}, ${two(at.getUTCDate())} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +1300`
}

const longDay = (date: string) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone: "UTC"
  })

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "") || "film"

const stars = (rating: number) => "★".repeat(Math.floor(rating)) + (rating % 1 === 0 ? "" : "½")

/** The feed of some entries, oldest first; newest first in the text. */
const feed = (
  username: string,
  baseUrl: string,
  entries: ReadonlyArray<LoggedFilm>
): string => `<?xml version='1.0' encoding='utf-8'?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:letterboxd="https://letterboxd.com" xmlns:tmdb="https://themoviedb.org">
<channel><title>Letterboxd - ${username}</title><link>${baseUrl}/${username}/</link><description>Letterboxd - ${username}</description>
${entries
  .toReversed()
  .flatMap((entry, index) =>
    index === 3
      ? [listItem(username, baseUrl, entry), item(username, baseUrl, entry)]
      : [item(username, baseUrl, entry)]
  )
  .slice(0, feedLength)
  .join("\n")}
</channel></rss>
`

const item = (username: string, baseUrl: string, entry: LoggedFilm): string => {
  const { date, film, isLiked, number, rating, review } = entry
  const year = siteYear(film)
  const title = `${film.title}, ${year}${rating === null ? "" : ` - ${stars(rating)}`}`
  return `<item> <title>${escaped(title)}</title> <link>${baseUrl}/${username}/film/${slugOf(film.title)}/</link> <guid isPermaLink="false">letterboxd-${review === null ? "watch" : "review"}-${number}</guid> <pubDate>${published(entry.loggedAt)}</pubDate>${
    date === null ? "" : ` <letterboxd:watchedDate>${date}</letterboxd:watchedDate>`
  } <letterboxd:rewatch>${entry.rewatch ? "Yes" : "No"}</letterboxd:rewatch> <letterboxd:filmTitle>${escaped(film.title)}</letterboxd:filmTitle> <letterboxd:filmYear>${year}</letterboxd:filmYear>${
    rating === null ? "" : ` <letterboxd:memberRating>${rating.toFixed(1)}</letterboxd:memberRating>`
  } <letterboxd:memberLike>${isLiked ? "Yes" : "No"}</letterboxd:memberLike> <tmdb:movieId>${film.tmdb}</tmdb:movieId> <description><![CDATA[ ${description(baseUrl, entry)} ]]></description> <dc:creator>${username}</dc:creator></item>`
}

const description = (baseUrl: string, { date, film, isSpoiler, review }: LoggedFilm) => {
  const poster = `<p><img src="${baseUrl}/resized/film-poster/${hash("poster", film.tmdb).toString(36)}.jpg?v=1"/></p>`
  if (review === null)
    return `${poster} <p>Watched on ${longDay(date ?? "2026-01-01")}, ${(date ?? "2026").slice(0, 4)}.</p>`
  const paragraphs = review
    .split("\n\n")
    .map((text) => `<p>${escaped(text)}</p>`)
    .join(" ")
  return `${poster}${isSpoiler ? " <p><em>This review may contain spoilers.</em></p>" : ""} ${paragraphs}`
}

/** Lists are items, too, of which a diary says nothing. */
const listItem = (username: string, baseUrl: string, { loggedAt, number }: LoggedFilm) =>
  `<item> <title>Films with lanterns</title> <link>${baseUrl}/${username}/list/films-with-lanterns/</link> <guid isPermaLink="false">letterboxd-list-${number}</guid> <pubDate>${published(loggedAt)}</pubDate> <description><![CDATA[ <ul><li>Film</li></ul> ]]></description> <dc:creator>${username}</dc:creator></item>`

/** Letterboxd's feed of the person's diary. Programs that do not say who they are are turned away. */
export const letterboxd = ({ baseUrl, clock, sampleOwner }: SimulatorContext) =>
  Effect.sync(() => {
    const diary = makeDiary(sampleOwner, clock)
    const path = `/${sampleOwner.username}/rss/`
    const answer = (
      request: SimulatedRequest,
      entries: ReadonlyArray<LoggedFilm>
    ): HttpServerResponse.HttpServerResponse => {
      const poster = /^\/resized\/film-poster\/(\w+)\.jpg$/.exec(request.path)?.[1]
      if (poster !== undefined) return pngResponse(cover(poster, 500))
      if (!/^\w+\/\d/.test(request.headers["user-agent"] ?? "")) return forbidden
      if (request.path !== path) return missing
      const newest = request.distortion?._tag === "Empty" ? [] : entries.slice(-feedLength)
      const text = feed(sampleOwner.username, baseUrl, newest)
      const etag = `"${hash(text).toString(36)}"`
      if (request.headers["if-none-match"] === etag) return HttpServerResponse.empty({ status: 304, headers: { etag } })
      return HttpServerResponse.text(text, { contentType: "application/rss+xml;charset=UTF-8", headers: { etag } })
    }
    return makeSimulator({
      id: "letterboxd",
      clock,
      settings: {
        DAYBOOK_LETTERBOXD_BASE_URL: baseUrl,
        DAYBOOK_LETTERBOXD_USERNAME: sampleOwner.username,
        DAYBOOK_LETTERBOXD_MIN_INTERVAL_MS: "0"
      },
      control: diary,
      ready: Effect.asVoid(diary.entries),
      answer: (request) => Effect.map(diary.entries, (entries) => answer(request, entries))
    })
  })

const page = (status: number, title: string) =>
  HttpServerResponse.html(
    `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
  ).pipe(HttpServerResponse.setStatus(status))
const forbidden = page(403, "Just a moment...")
const missing = page(404, "Sorry, we can't find the page you've requested.")
