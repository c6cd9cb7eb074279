import { isLocalDate } from "@daybook/core/shared"
import { type Report, type Title, type WatchingRecord, noDetails, noIdentifiers, noonOf } from "@daybook/core/watching"
import { plainText } from "../archive/plainText.js"
import type { Item } from "./feed.js"

/** A diary entry or review as feed and export both know it. */
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

/** An entry without a day says that its film was seen, at a time that nobody knows (contract §14). */
export const toRecord = (entry: Entry, film: Partial<Title> = {}, logged: Pick<Report, "alias" | "loggedAt"> = unlogged): WatchingRecord => {
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

const titleOf = ({ title, year }: Pick<Entry, "title" | "year">, film: Partial<Title>): Title =>
  ({ title, year, ids: noIdentifiers, details: noDetails, ...film })

/** A film that was marked as seen, and nothing else. */
export const filmRecord = (row: Pick<Entry, "title" | "year" | "address">, film: Partial<Title>): WatchingRecord => ({
  subject: { kind: "movie", title: titleOf(row, film) },
  report: { key: "seen", at: null, date: null, rating: null, rewatch: null, review: null, reviewUrl: null, address: row.address, ...unlogged },
  rating: null,
  tally: null
})

/** Null for items that are no diary entries or reviews, such as lists. */
export const ofItem = (item: Item): WatchingRecord | null => {
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

const picture = /<p>\s*<img\s[^<>]*>\s*<\/p>/i
const spoilers = /<p>\s*<em>\s*This review may contain spoilers\.\s*<\/em>\s*<\/p>/i
/** What stands where an entry has no review. */
const plainWatch = /^Watched on [A-Z][a-z]+ [A-Z][a-z]+ \d{1,2}, \d{4}\.?$/

/** The review in an item's description, without the poster and the warning before it. */
export const reviewOf = (description: string): string | null => {
  const text = plainText(description.replace(picture, "").replace(spoilers, ""))
  return text === null || plainWatch.test(text) ? null : text
}

/** 0.5 to 5 by halves; anything else is none. */
export const ratingOf = (given: string | null | undefined): number | null => {
  const rating = Number(given ?? "")
  return rating >= 0.5 && rating <= 5 && Number.isInteger(rating * 2) ? rating : null
}

export const yearOf = (given: string | null | undefined): number | null => /^\d{4}$/.test(given?.trim() ?? "") ? Number(given) : null

export const dateOf = (given: string | null | undefined): string | null => given !== null && given !== undefined && isLocalDate(given.trim()) ? given.trim() : null

const numberOf = (given: string | null): number | null => /^[1-9]\d{0,8}$/.test(given ?? "") ? Number(given) : null
