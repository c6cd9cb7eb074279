import { isLocalDate } from "@daybook/core/shared"

export const dateOrders = ["mdy", "dmy", "ymd"] as const
export type DateOrder = (typeof dateOrders)[number]

const partsOf = (text: string): readonly [number, number, number] | null => {
  const [, a, b, c] = /^(\d{1,4})\s*[/.\-年]\s*(\d{1,2})\s*[/.\-月]\s*(\d{1,4})\s*[.日]?$/u.exec(text.trim()) ?? []
  return a === undefined ? null : [Number(a), Number(b), Number(c)]
}

/** Learns the order of day, month and year from a whole column: the short history writes dates as the account does. */
export const makeDateColumn = () => {
  const possible = new Set<DateOrder>(dateOrders)
  return {
    add: (text: string): void => {
      const parts = partsOf(text)
      if (parts === null) return
      const [a, b, c] = parts
      if (a > 31 || /^\d{4}/.test(text.trim())) for (const order of ["mdy", "dmy"] as const) possible.delete(order)
      else if (c > 31 || /\d{4}\.?$/.test(text.trim())) possible.delete("ymd")
      if (a > 12) possible.delete("mdy")
      if (b > 12) for (const order of ["dmy", "ymd"] as const) possible.delete(order)
      // Dots come with the day first, slashes with two digits never with the year first.
      if (text.includes(".") && a <= 31) possible.delete("mdy")
      if (/[/.]/.test(text) && a <= 31 && !/^\d{4}/.test(text.trim())) possible.delete("ymd")
    },
    /** Null if the column does not decide it. */
    order: (): DateOrder | null => (possible.size === 1 ? [...possible][0]! : null)
  }
}

/** `YYYY-MM-DD` of a written date; null if there is no such day. */
export const dayOf = (text: string, order: DateOrder): string | null => {
  const parts = partsOf(text)
  if (parts === null) return null
  const [a, b, c] = parts
  const [year, month, day] = order === "mdy" ? [c, a, b] : order === "dmy" ? [c, b, a] : [a, b, c]
  const full = year < 100 ? 2_000 + year : year
  const date = `${full}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
  return full >= 1997 && full <= 9_999 && isLocalDate(date) ? date : null
}
