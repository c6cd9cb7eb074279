const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** Beyond a week a date says more than a count of days. */
const longestCount = 7 * day

const spanOf = (ms: number): string => {
  if (ms < hour) return `${Math.max(1, Math.round(ms / minute))} min`
  if (ms < 2 * day) return `${Math.round(ms / hour)} h`
  return `${Math.round(ms / day)} days`
}

const two = (value: number) => String(value).padStart(2, "0")

/** Date and time on the clocks here: `2026-03-14 20:15`. */
export const localTime = (instant: number): string => {
  const at = new Date(instant)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** An instant as ISO text, for people: `5 min ago`, `in 3 h`, and beyond a week its date and time here. */
export const forPeople = (iso: string, now: number = Date.now()): string => {
  const instant = Date.parse(iso)
  const distance = Math.abs(now - instant)
  if (Number.isNaN(instant)) return iso
  if (distance > longestCount) return localTime(instant)
  return instant > now ? `in ${spanOf(distance)}` : `${spanOf(distance)} ago`
}
