import { declaredWriter } from "@daybook/core/domain"
import { type Flight, places } from "@daybook/core/places"
import { type CsvFormat, tables } from "./exportFile/csvTables.js"
import { recordOf, recordPages } from "./exportFile/recordFile.js"

/** What sources have in common whose files are tables of flights. */
export const flightTables = (format: CsvFormat<Flight>) => ({
  writer: declaredWriter(places),
  syncType: "flights",
  toPages: recordPages("flight"),
  format: tables([format]),
  read: recordOf
})

const isDay = (text: string) => {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** `2025-03-14`, and in old entries `2006-02` or `2006` alone. */
export const departureDay = (text: string): Pick<Flight, "day" | "flown_on"> | null => {
  const day = text.trim()
  if (/^\d{4}-\d\d-\d\d$/.test(day)) return isDay(day) ? { day, flown_on: day } : null
  return /^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/.test(day) ? { day, flown_on: null } : null
}

/** The number without the airline and leading zeros: `TP0123` and `123` are the same. */
export const numberOf = (text: string): string =>
  /^(?:[A-Z][A-Z0-9]|[0-9][A-Z]|[A-Z]{3})?\s*0*(\d{1,4}[A-Z]?)$/.exec(text.trim().toUpperCase())?.[1] ?? text.trim()

export const lowerChoice = <const Value extends string>(values: ReadonlyArray<Value>, text: string): Value | null =>
  values.find((value) => value === text.trim().toLowerCase().replaceAll(" ", "_")) ?? null
