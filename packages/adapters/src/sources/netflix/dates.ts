import { wallTimeOf } from "../kit/scrobbles/playFile.js"
import { type DateOrder, writtenDay } from "../kit/exportFile/writtenDates.js"

/** `YYYY-MM-DD` of a written date; null if there is no such day. Netflix is from 1997. */
export const dayOf = (text: string, order: DateOrder): string | null => writtenDay(text, order, 1997)

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
