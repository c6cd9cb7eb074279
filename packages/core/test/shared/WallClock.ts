/** No zone has changed its clocks twice within four days since 1970. */
const stepMs = 3 * 86_400_000

/** What the platform's own calendar shows in a zone: the yardstick for ours. Instants are epoch milliseconds. */
export interface WallClock {
  /** `YYYY-MM-DD`. */
  readonly dayAt: (instant: number) => string
  /** The clock's reading, written as if it were UTC, whole seconds. */
  readonly readingAt: (instant: number) => number
  /** The instants, to the millisecond, from which the clock runs at another offset. */
  readonly changes: (from: number, to: number) => ReadonlyArray<number>
}

export const wallClock = (timeZone: string): WallClock => {
  // Swedish dates are written as in ISO 8601.
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })
  const reading = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium", hourCycle: "h23" })
  const readingAt = (instant: number) => Date.parse(`${reading.format(instant).replace(" ", "T")}Z`)
  const offsetAt = (instant: number) => readingAt(instant) - Math.floor(instant / 1000) * 1000
  const changeIn = (from: number, to: number): number => {
    if (to - from === 1) return to
    const middle = Math.floor((from + to) / 2)
    return offsetAt(middle) === offsetAt(from) ? changeIn(middle, to) : changeIn(from, middle)
  }
  const changes = (from: number, to: number) => {
    const found: Array<number> = []
    let known = offsetAt(from)
    for (let instant = from; instant < to; instant += stepMs) {
      const next = offsetAt(instant + stepMs)
      if (next !== known) found.push(changeIn(instant, instant + stepMs))
      known = next
    }
    return found
  }
  return { dayAt: (instant) => day.format(instant), readingAt, changes }
}
