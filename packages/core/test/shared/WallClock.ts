/** Since 1970 no zone changed its offset twice within four days. */
const stepMs = 3 * 86_400_000

/** The platform's calendar of a time zone, as the reference for tests. Instants are epoch milliseconds. */
export interface WallClock {
  /** `YYYY-MM-DD`. */
  readonly dayAt: (instant: number) => string
  /** The wall-clock time as if in UTC, whole seconds. */
  readonly readingAt: (instant: number) => number
  /** The instants, to the millisecond, at which the offset changes. */
  readonly changes: (from: number, to: number) => ReadonlyArray<number>
}

export const wallClock = (timeZone: string): WallClock => {
  // The Swedish locale formats dates as ISO 8601.
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })
  const reading = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
    hourCycle: "h23"
  })
  const readingAt = (instant: number) => Date.parse(`${reading.format(instant).replace(" ", "T")}Z`)
  const offsetAt = (instant: number) => readingAt(instant) - Math.floor(instant / 1000) * 1000
  const changeIn = (from: number, to: number): number => {
    if (to - from === 1) return to
    const middle = Math.floor((from + to) / 2)
    return offsetAt(middle) === offsetAt(from) ? changeIn(middle, to) : changeIn(from, middle)
  }
  const changes = (from: number, to: number) => {
    const instants: Array<number> = []
    let offset = offsetAt(from)
    for (let instant = from; instant < to; instant += stepMs) {
      const next = offsetAt(instant + stepMs)
      if (next !== offset) instants.push(changeIn(instant, instant + stepMs))
      offset = next
    }
    return instants
  }
  return { dayAt: (instant) => day.format(instant), readingAt, changes }
}
