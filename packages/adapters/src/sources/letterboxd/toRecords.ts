import { isLocalDate } from "@daybook/core/shared"
import { type Report, type Title, type WatchingRecord, noDetails, noIdentifiers, noonOf } from "@daybook/core/watching"
import { plainText } from "../kit/values.js"
import type { Item } from "./wire.js"

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
