import { type Identifiers, type Report, type Title, noDetails, noIdentifiers } from "@daybook/core/watching"
import { wholeNumber } from "../values.js"

/** A film or show as a file names it. */
export const titleOf = (title: string, year: number | null, ids: Partial<Identifiers> = {}): Title => ({
  title,
  year,
  ids: { ...noIdentifiers, ...ids },
  details: noDetails
})

const bare = {
  date: null,
  rating: null,
  rewatch: null,
  review: null,
  reviewUrl: null,
  alias: null,
  loggedAt: null
} satisfies Partial<Report>

/** A viewing at an instant, epoch milliseconds. */
export const watchedAt = (key: string, at: number, more: Partial<Report> = {}): Report => ({
  ...bare,
  key,
  at,
  ...more
})

/** Something that was watched at an unknown time, `plays` times if that is reported. */
export const watchedOnce = (key: string, plays: number | null, more: Partial<Report> = {}): Report => ({
  ...bare,
  key,
  at: null,
  plays,
  ...more
})

/** 0.5 to 5 for a rating of 1 to 10; null for anything else. */
export const starsOfTen = (rating: number | null | undefined): number | null =>
  rating != null && rating >= 1 && rating <= 10 ? Math.round(rating) / 2 : null

/** A positive integer that can be stored, or null. */
export const idOf = (value: number | null | undefined): number | null => {
  const whole = value != null && Number.isInteger(value) ? wholeNumber(value) : null
  return whole !== null && whole > 0 ? whole : null
}

/** A number of a season or an episode, from 0; null for anything else. */
export const placeOf = (value: number | null | undefined): number | null =>
  value != null && Number.isInteger(value) && value >= 0 && value <= 100_000 ? value : null

export const imdbOf = (value: unknown): string | null =>
  typeof value === "string" && /^tt\d{1,12}$/.test(value.trim()) ? value.trim() : null

/** A year of release; null for anything else. */
export const yearOf = (value: unknown): number | null => {
  const year = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return typeof year === "number" && Number.isInteger(year) && year >= 1870 && year <= 2200 ? year : null
}

/** The year of a day of release. Where the day is unknown, some services write the beginning of the epoch. */
export const releaseYearOf = (date: unknown): number | null =>
  typeof date === "string" && /^\d{4}-/.test(date.trim()) && !date.trim().startsWith("1970-01-01")
    ? yearOf(date.trim().slice(0, 4))
    : null
