import { localDay, monthNames, timeOfDay, weekdayIn, weekdayNames } from "./dates.js"

// Written out, since the page has one language: the formatters of `Intl` take a tenth of a second on a phone to make.

/** A number with at most so many decimals: "12.4", "1,234". */
export const decimal = (value: number, digits = 1): string => {
  const [whole = "", fraction = ""] = value.toFixed(digits).split(".")
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",")
  const digitsAfter = fraction.replace(/0+$/, "")
  const text = digitsAfter === "" ? grouped : `${grouped}.${digitsAfter}`
  return text === "-0" ? "0" : text
}

/** 6,634 */
export const count = (value: number): string => decimal(value, 0)

/** "1 play", "2 plays" */
export const quantity = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

/** "21 Nov", "21 November 2026" or "Sat 21 November", of a calendar day, which has no time zone. */
export const day = (date: string, form: "short" | "long" | "weekday" = "long"): string => {
  const [year = "", month = "", number = ""] = date.slice(0, 10).split("-")
  const name = monthNames[Number(month) - 1] ?? ""
  if (form === "short") return `${Number(number)} ${name.slice(0, 3)}`
  const ofMonth = `${Number(number)} ${name}`
  return form === "long" ? `${ofMonth} ${year}` : `${weekdayNames[weekdayIn(date)]!.slice(0, 3)} ${ofMonth}`
}

/** "21 November 2026" in the reader's time zone. */
export const dateOf = (instant: number): string => day(localDay(instant))

/** "21 Nov", with the year unless it is the current one. */
export const briefDate = (instant: number, now: number): string => {
  const date = localDay(instant)
  const year = date.slice(0, 4)
  return year === localDay(now).slice(0, 4) ? day(date, "short") : `${day(date, "short")} ${year}`
}

/** "Saturday" */
export const weekdayOf = (instant: number): string => weekdayNames[weekdayIn(localDay(instant))]!

const minute = 60_000
const hour = 60 * minute
const oneDay = 24 * hour

/** A relative time: "just now", "5 minutes ago", "yesterday", "3 weeks ago", or the date. */
export const ago = (instant: number, now: number): string => {
  const past = now - instant
  if (past < 2 * minute) return "just now"
  if (past < hour) return `${Math.floor(past / minute)} minutes ago`
  if (past < oneDay) return `${quantity(Math.floor(past / hour), "hour")} ago`
  const days = Math.floor(past / oneDay)
  if (days === 1) return "yesterday"
  if (days < 14) return `${days} days ago`
  return days < 60 ? `${Math.floor(days / 7)} weeks ago` : dateOf(instant)
}

/** A pace in minutes: 8.4 is "8:24". */
export const pace = (minutes: number): string => {
  const seconds = Math.round(minutes * 60)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
}

/** A rating from 0.5 to 5 as stars: "★★★★½". */
export const stars = (rating: number): string => "★".repeat(Math.floor(rating)) + (rating % 1 === 0 ? "" : "½")

const formats: Readonly<Record<string, string>> = {
  bluray: "Blu-ray",
  uhd_bluray: "4K Blu-ray",
  hddvd: "HD DVD",
  dvd: "DVD",
  vhs: "VHS",
  digital: "Digital"
}

/** The printed name of a disc format. */
export const discFormat = (type: string): string => formats[type] ?? type.replaceAll("_", " ")

/** A safe link URL, or undefined: provider data may contain `javascript:` URLs. */
export const safeLink = (address: string | null | undefined): string | undefined =>
  address != null && /^https?:\/\//i.test(address) ? address : undefined

/** "20:15" in the reader's time zone. */
export const clock = (instant: number): string => timeOfDay(instant).slice(0, 5)

/** Seconds as "4:05" or "1:04:05". */
export const duration = (seconds: number): string => {
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, "0")}:${String(rest).padStart(2, "0")}`
  return hours > 0 ? `${hours}:${tail}` : tail
}
