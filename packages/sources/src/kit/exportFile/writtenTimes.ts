/** A time of day as programs for tables write it: `0:01`, `20:15:30`, `12:01 AM`. */
const clock = /(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?(?:\s*([ap])\.?\s?m\.?)?$/iu
const wholeClock = new RegExp(`^${clock.source}`, "iu")
const clockAfterDate = new RegExp(`(?:[\\sT]|,\\s)+${clock.source}`, "iu")

/** The hour of a clock of twelve or 24 hours. */
export const hourOf = (hours: string, half: string | undefined): number =>
  half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0)

const secondsIn = (match: RegExpExecArray | null): number | null => {
  if (match === null) return null
  const [, hours = "", minutes = "", seconds = "0", half] = match
  const [hour, minute, second] = [hourOf(hours, half), Number(minutes), Number(seconds)]
  return hour > 23 || minute > 59 || second > 59 ? null : (hour * 60 + minute) * 60 + second
}

/** Seconds since midnight of a written time of day; null for another text. */
export const clockSeconds = (text: string): number | null => secondsIn(wholeClock.exec(text.trim()))

/** A written date, and the seconds since midnight of the time behind it; null without one. */
export const dateAndClock = (text: string): { readonly date: string; readonly seconds: number | null } => {
  const plain = text.trim()
  const match = clockAfterDate.exec(plain)
  const seconds = secondsIn(match)
  return { date: match === null || seconds === null ? plain : plain.slice(0, match.index), seconds }
}

const digits = (value: number) => String(Math.floor(value)).padStart(2, "0")

/** `20:15:30` of seconds since midnight. */
export const clockText = (seconds: number): string =>
  [seconds / 3_600, (seconds / 60) % 60, seconds % 60].map(digits).join(":")
