import { isLocalDate } from "@daybook/core/shared"
import { clockText, dateAndClock } from "./writtenTimes.js"

export const dateOrders = ["mdy", "dmy", "ymd"] as const
export type DateOrder = (typeof dateOrders)[number]

const partsOf = (text: string): readonly [number, number, number] | null => {
  const [, a, b, c] = /^(\d{1,4})\s*[/.\-年]\s*(\d{1,2})\s*[/.\-月]\s*(\d{1,4})\s*[.日]?$/u.exec(text.trim()) ?? []
  return a === undefined ? null : [Number(a), Number(b), Number(c)]
}

const fullYear = (year: number): number => (year < 100 ? 2_000 + year : year)

/** Korean and Hungarian dates: `25. 3. 14.` */
const spacedDots = /^\d{1,4}\. \d{1,2}\. \d{1,2}\.$/

interface Years {
  readonly firstYear: number
  readonly lastYear: number
}

/** The orders in which a date of these years may be written. */
const ordersOf = (text: string, { firstYear, lastYear }: Years): ReadonlyArray<DateOrder> => {
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
 * Learns the order of day, month and year from a whole column: services write dates as the account does, and
 * spreadsheets as their language does. A date that fits no order says nothing of it. `now` is in epoch milliseconds.
 */
export const makeDateColumn = (now: number, firstYear: number) => {
  const years = { firstYear, lastYear: new Date(now + dayMs).getUTCFullYear() }
  let possible: ReadonlyArray<DateOrder> = dateOrders
  return {
    add: (text: string): void => {
      const orders = ordersOf(text, years)
      if (orders.length > 0) possible = possible.filter((order) => orders.includes(order))
    },
    /** Null if the column does not decide it. */
    order: (): DateOrder | null => (possible.length === 1 ? possible[0]! : null)
  }
}

const dayMs = 86_400_000

/** `YYYY-MM-DD` of a written date; null if there is no such day, or one before `firstYear`. */
export const writtenDay = (text: string, order: DateOrder, firstYear: number): string | null => {
  const parts = partsOf(text)
  if (parts === null) return null
  const [a, b, c] = parts
  const [year, month, day] = order === "mdy" ? [c, a, b] : order === "dmy" ? [c, b, a] : [a, b, c]
  const full = fullYear(year)
  const date = `${full}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
  return full >= firstYear && full <= 9_999 && isLocalDate(date) ? date : null
}

const yearFirst = /^\d{4}\D/
/** `2024/3/14`, `2024年3月14日`: as spreadsheets write days in East Asia. */
const yearFirstOfLanguage = /^\d{4}[^\d-]/

/**
 * Reads the days of a table whose program wrote them in its own order, also with a time behind them: `3/9/2024 6:05 PM`
 * becomes `2024-03-09 18:05:00`. Days with the year first get dashes. Null from `dayIn` if the table does not
 * decide the order; `isUnclear` then says so.
 */
export const makeTableDays = (texts: ReadonlyArray<string>, now: number) => {
  // `25. 3.14` is a day, not one at a quarter past three.
  const split = (text: string) => (partsOf(text) === null ? dateAndClock(text) : { date: text.trim(), seconds: null })
  const isOfTable = (date: string) => partsOf(date) !== null && !yearFirst.test(date)
  const dates = texts.map((text) => split(text).date).filter(isOfTable)
  const column = makeDateColumn(now, 1900)
  for (const date of dates) column.add(date)
  const order = column.order()
  return {
    isUnclear: dates.length > 0 && order === null,
    dayIn: (text: string): string | null => {
      const { date, seconds } = split(text)
      const isOfLanguage = yearFirstOfLanguage.test(date) && partsOf(date) !== null
      if (!isOfLanguage && !isOfTable(date)) return text.trim()
      const ownOrder = isOfLanguage ? "ymd" : order
      const day = ownOrder === null ? null : writtenDay(date, ownOrder, 1900)
      return day === null || seconds === null ? day : `${day} ${clockText(seconds)}`
    }
  }
}

/** What a report says of a table whose days are unclear. */
export const unclearDays = "the dates do not show whether the day or the month comes first"
