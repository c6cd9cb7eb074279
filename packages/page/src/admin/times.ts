import { ago, briefDate, clock, quantity } from "../text/format.js"

/** "21 Nov, 20:15" in the reader's time zone. */
export const dayAndTime = (instant: string): string => {
  const at = Date.parse(instant)
  return `${briefDate(at, Date.now())}, ${clock(at)}`
}

/** "3 hours ago", or "never". */
export const agoOr = (instant: string | null, never: string): string =>
  instant === null ? never : ago(Date.parse(instant), Date.now())

const minute = 60_000

/** "5 min", "3 hours" or "12 days" since a time. */
export const howLong = (since: string): string => {
  const minutes = Math.max(Math.floor((Date.now() - Date.parse(since)) / minute), 0)
  if (minutes < 120) return `${minutes} min`
  return minutes < 48 * 60 ? quantity(Math.floor(minutes / 60), "hour") : quantity(Math.floor(minutes / 1_440), "day")
}

const units = ["bytes", "KB", "MB", "GB", "TB"] as const

/** "48.1 MB", in powers of 1,000 as disks are sold. */
export const size = (bytes: number): string => {
  const power = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const value = bytes / 1_000 ** power
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}
