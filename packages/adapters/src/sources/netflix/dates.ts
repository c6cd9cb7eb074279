import { isLocalDate } from "@daybook/core/shared"
import { wallTimeOf } from "../kit/scrobbles/playFile.js"

export const dateOrders = ["mdy", "dmy", "ymd"] as const
export type DateOrder = (typeof dateOrders)[number]

const partsOf = (text: string): readonly [number, number, number] | null => {
  const [, a, b, c] = /^(\d{1,4})\s*[/.\-年]\s*(\d{1,2})\s*[/.\-月]\s*(\d{1,4})\s*[.日]?$/u.exec(text.trim()) ?? []
  return a === undefined ? null : [Number(a), Number(b), Number(c)]
}

/** The first year of viewings at Netflix. */
const firstYear = 2007

const fullYear = (year: number): number => (year < 100 ? 2_000 + year : year)

/** Korean and Hungarian dates: `25. 3. 14.` */
const spacedDots = /^\d{1,4}\. \d{1,2}\. \d{1,2}\.$/

/** The orders in which a date may be written. `lastYear` is the newest year that it can have. */
const ordersOf = (text: string, lastYear: number): ReadonlyArray<DateOrder> => {
  const parts = partsOf(text)
  if (parts === null) return dateOrders
  if (spacedDots.test(text.trim())) return ["ymd"]
  const isYear = (part: number) => fullYear(part) >= firstYear && fullYear(part) <= lastYear
  const [a, b, c] = parts
  return dateOrders.filter((order) => {
    const [year, month, day] = order === "mdy" ? [c, a, b] : order === "dmy" ? [c, b, a] : [a, b, c]
    // Dots come with the day first, slashes with two digits never with the year first.
    const isUsual = order === "mdy" ? !text.includes(".") : order === "dmy" || a > 31 || !/[/.]/.test(text)
    return isUsual && isYear(year) && month >= 1 && month <= 12 && day >= 1 && day <= 31
  })
}

/**
 * Learns the order of day, month and year from a whole column: the short history writes dates as the account does. A
 * date that fits no order says nothing of it. `now` is in epoch milliseconds.
 */
export const makeDateColumn = (now: number) => {
  const lastYear = new Date(now + dayMs).getUTCFullYear()
  let possible: ReadonlyArray<DateOrder> = dateOrders
  return {
    add: (text: string): void => {
      const orders = ordersOf(text, lastYear)
      if (orders.length > 0) possible = possible.filter((order) => orders.includes(order))
    },
    /** Null if the column does not decide it. */
    order: (): DateOrder | null => (possible.length === 1 ? possible[0]! : null)
  }
}

const dayMs = 86_400_000

/** `YYYY-MM-DD` of a written date; null if there is no such day. */
export const dayOf = (text: string, order: DateOrder): string | null => {
  const parts = partsOf(text)
  if (parts === null) return null
  const [a, b, c] = parts
  const [year, month, day] = order === "mdy" ? [c, a, b] : order === "dmy" ? [c, b, a] : [a, b, c]
  const full = fullYear(year)
  const date = `${full}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
  return full >= 1997 && full <= 9_999 && isLocalDate(date) ? date : null
}

/** A time of day behind a date, as programs for tables write it: ` 0:01`, ` 20:15:30`, ` 12:01 AM`. */
const timeOfDay = /[\sT]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?(?:\s*([ap])\.?\s?m\.?)?$/iu

/** The hour of a clock of twelve or 24 hours. */
const hourOf = (hours: string, half: string | undefined): number =>
  half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0)

/** The date of a written time, if its order of day, month and year is unknown; null for one of Netflix itself. */
export const savedDateOf = (text: string): string | null =>
  wallTimeOf(text) === null && timeOfDay.test(text.trim()) ? text.trim().replace(timeOfDay, "") : null

/** Epoch milliseconds of a written time in UTC, of Netflix or of a program that saved the file again. */
export const timeOf = (text: string, order: DateOrder): number | null => {
  const [, hours = "", minutes = "", seconds = "0", half] = timeOfDay.exec(text.trim()) ?? []
  const day = dayOf(text.trim().replace(timeOfDay, ""), order)
  const hour = hourOf(hours, half)
  if (wallTimeOf(text) !== null || day === null || hours === "" || hour > 23) return wallTimeOf(text)
  return Date.parse(`${day}T00:00:00Z`) + ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
}

/** Milliseconds of `01:02:03`, `0:02:03`, `12:02:03 AM` or `02:03.0`; null for anything else: `Not latest view`. */
export const lengthOf = (text: string): number | null => {
  const [, minutesOnly, secondsOnly] = /^(\d{1,3}):(\d{2})[.,]\d+$/.exec(text.trim()) ?? []
  if (minutesOnly !== undefined) return (Number(minutesOnly) * 60 + Number(secondsOnly)) * 1_000
  const [, hours, minutes, seconds, half] =
    /^(\d{1,3})[:.](\d{2})[:.](\d{2})(?:[.,]\d+)?(?:\s*([ap])\.?\s?m\.?)?$/i.exec(text.trim()) ?? []
  if (hours === undefined) return null
  return (hourOf(hours, half) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
}
