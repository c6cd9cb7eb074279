import { wallTimeOf } from "../kit/scrobbles/playFile.js"
import { type DateOrder, writtenDay } from "../kit/exportFile/writtenDates.js"
import { dateAndClock, hourOf } from "../kit/exportFile/writtenTimes.js"

/** `YYYY-MM-DD` of a written date; null if there is no such day. Netflix is from 1997. */
export const dayOf = (text: string, order: DateOrder): string | null => writtenDay(text, order, 1997)

/** The date of a written time, if its order of day, month and year is unknown; null for one of Netflix itself. */
export const savedDateOf = (text: string): string | null => {
  if (wallTimeOf(text) !== null) return null
  const { date, seconds } = dateAndClock(text)
  return seconds === null ? null : date
}

/** Epoch milliseconds of a written time in UTC, of Netflix or of a program that saved the file again. */
export const timeOf = (text: string, order: DateOrder): number | null => {
  const { date, seconds } = dateAndClock(text)
  const day = dayOf(date, order)
  if (wallTimeOf(text) !== null || day === null || seconds === null) return wallTimeOf(text)
  return Date.parse(`${day}T00:00:00Z`) + seconds * 1_000
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
