import { folded, months } from "./languages.js"

/** Hours, minutes and seconds: `21:29:28`, `23h32min06s`, `22H37'16"`, `09时11分28秒`, `21.29.28`, `4.46 Uhr`. */
const clocks = [
  /(\d{1,2})\s?(?::|[hu]|[时時点點시])\s?(\d{2})(?:\s?(?::|m(?:in)?|['’′]|[分분])\s?(\d{2}))?/iu,
  /(?<![\d.])(\d{1,2})\.(\d{2})\.(\d{2})(?![\d.])/,
  /(?<![\d.])(\d{1,2})\.(\d{2})(?=\s?Uhr(?!\p{L}))/iu
]
/** `GMT-03:00`, `UTC+8`, `GMT`. */
const zone = /(?<!\p{L})(?:GMT|UTC)(?!\p{L})\s?(?:([+\-−–])\s?(\d{1,2})(?::?(\d{2}))?)?/u

const afternoon = /(?:^|[^\p{L}])p\.?\s?m\.?(?![\p{L}])|下午|午後|晚上|오후/iu
const morning = /(?:^|[^\p{L}])a\.?\s?m\.?(?![\p{L}])|上午|午前|凌晨|早上|오전/iu

const clockIn = (text: string) => clocks.map((pattern) => pattern.exec(text)).find((match) => match !== null) ?? null

const timeOf = (text: string, clock: RegExpExecArray): readonly [number, number, number] | null => {
  const [, hourText, minute, second = "0"] = clock
  const hour = Number(hourText)
  const isTwelve = hour >= 1 && hour <= 12
  const shifted =
    isTwelve && afternoon.test(text) ? (hour % 12) + 12 : isTwelve && morning.test(text) ? hour % 12 : hour
  const all = [shifted, Number(minute), Number(second)] as const
  return shifted < 24 && all[1] < 60 && all[2] < 60 ? all : null
}

/** The day in a text without a clock. Some devices write the year with two digits, after the day. */
const dayIn = (text: string): readonly [number, number, number] | null => {
  const asian = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/.exec(text)
  if (asian !== null) return [Number(asian[1]), Number(asian[2]) - 1, Number(asian[3])]
  const [day, short] = text.match(/(?<!\d)\d{1,2}(?!\d)/g) ?? []
  const year = /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0] ?? (short?.length === 2 ? `20${short}` : undefined)
  const words = folded(text).match(/[\p{L}\p{M}]+/gu) ?? []
  const month = words.flatMap((word) => months.get(word) ?? [])[0]
  return year === undefined || day === undefined || month === undefined ? null : [Number(year), month, Number(day)]
}

const withoutZone = (text: string): string => text.replace(zone, " ")

/** Whether a text has a time of day, in whatever language. */
export const hasClock = (text: string): boolean => clockIn(withoutZone(text)) !== null

/**
 * The time in the words of a device's language, as milliseconds as if its clock were UTC: `Added on Friday, January 17,
 * 2025 9:29:28 PM`. Null in an unknown language.
 */
export const wallIn = (text: string): number | null => {
  const rest = withoutZone(text)
  const clock = clockIn(rest)
  const time = clock === null ? null : timeOf(rest, clock)
  const date = clock === null ? null : dayIn(rest.replace(clock[0], " "))
  if (time === null || date === null) return null
  const wall = Date.UTC(date[0], date[1], date[2], ...time)
  return new Date(wall).getUTCDate() === date[2] ? wall : null
}

const maxHours = 14

/** How far the clock of a device is ahead of UTC, in milliseconds: `GMT-03:00`. Null where the time has no zone. */
export const offsetIn = (text: string): number | null => {
  const [match, sign = "+", hours = "0", minutes = "0"] = zone.exec(text) ?? []
  if (match === undefined || Number(hours) > maxHours || Number(minutes) >= 60) return null
  return (sign === "+" ? 1 : -1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
