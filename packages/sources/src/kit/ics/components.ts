/** One property: name and parameter names in upper case, and the raw value. */
export interface Property {
  readonly name: string
  readonly parameters: Readonly<Record<string, string>>
  readonly value: string
  /** Number from 1 of the line at which it begins. */
  readonly line: number
}

/** Longer lines are truncated, characters. No useful value is that long. */
const maxLineLength = 65_536

/**
 * Unfolded lines of a calendar (RFC 5545 §3.1), without a byte order mark. A line that begins with a blank continues
 * the line before.
 */
function* unfolded(text: string): Generator<readonly [text: string, line: number]> {
  let parts: Array<string> = []
  let length = 0
  let number = 0
  let start = 0
  const joined = () => [parts.join("").slice(0, maxLineLength), start] as const
  for (const line of physicalLines(text.startsWith("\ufeff") ? text.slice(1) : text)) {
    number++
    const isContinued = line.startsWith(" ") || line.startsWith("\t")
    if (isContinued && parts.length > 0) {
      if (length < maxLineLength) parts.push(line.slice(1))
      length += line.length - 1
    } else if (line.trim() !== "") {
      if (parts.length > 0) yield joined()
      parts = [line]
      start = number
      length = line.length
    }
  }
  if (parts.length > 0) yield joined()
}

/** Yields lines one by one: an array of them would take several times the memory of the text. */
function* physicalLines(text: string): Generator<string> {
  const end = /\r\n|\n|\r/g
  let start = 0
  for (let match = end.exec(text); match !== null; match = end.exec(text)) {
    yield text.slice(start, match.index)
    start = end.lastIndex
  }
  yield text.slice(start)
}

/**
 * Parses a line; null when it is no property. Some feeds leave quotes open: a quote with no colon after it is a plain
 * character.
 */
const property = (line: string, number: number): Property | null => {
  const colon = valueAt(line, true) ?? valueAt(line, false)
  if (colon === null) return null
  const [name = "", ...rest] = split(line.slice(0, colon))
  if (!/^[A-Za-z0-9-]+$/.test(name)) return null
  const parameters = Object.fromEntries(
    rest.flatMap((part) => {
      const at = part.indexOf("=")
      return at < 1
        ? []
        : [
            [
              part.slice(0, at).toUpperCase(),
              part
                .slice(at + 1)
                .replaceAll('"', "")
                .trim()
            ] as const
          ]
    })
  )
  return { name: name.toUpperCase(), parameters, value: line.slice(colon + 1).replaceAll("\0", ""), line: number }
}

const valueAt = (line: string, respectsQuotes: boolean): number | null => {
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"' && respectsQuotes) isQuoted = !isQuoted
    else if (line[at] === ":" && !isQuoted) return at
  }
  return null
}

const split = (head: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let isQuoted = false
  let start = 0
  for (let at = 0; at < head.length; at++) {
    if (head[at] === '"') isQuoted = !isQuoted
    else if (head[at] === ";" && !isQuoted) {
      parts.push(head.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, head.slice(start)]
}

/** Unescapes a TEXT value (RFC 5545 §3.3.11). */
export const textOf = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_, sign: string) => (sign === "n" || sign === "N" ? "\n" : sign))

/** A component's own properties, without those of nested components such as alarms. */
export type Component = ReadonlyArray<Property>

/** A calendar split into parts that are read one by one, so that a broken one is skipped alone. */
export interface Components {
  /** Properties of the calendar, such as `X-WR-TIMEZONE`. */
  readonly calendar: Component
  readonly events: ReadonlyArray<Component>
  readonly zones: ReadonlyArray<ZoneComponent>
  /** False for text without a calendar. */
  readonly isCalendar: boolean
  /** True when every calendar has its END line; a truncated file does not. */
  readonly isWhole: boolean
}

export interface ZoneComponent {
  readonly own: Component
  readonly rules: ReadonlyArray<{ readonly kind: "STANDARD" | "DAYLIGHT"; readonly own: Component }>
}

interface Open {
  readonly kind: string
  readonly own: Array<Property>
  readonly inner: Array<Open>
}

const maxDepth = 16

/** Splits a calendar into components. Unmatched END lines and invalid lines are skipped. */
export const components = (text: string): Components => {
  const root: Open = { kind: "", own: [], inner: [] }
  const stack: Array<Open> = [root]
  let ended = 0
  for (const [line, number] of unfolded(text)) {
    const entry = property(line, number)
    if (entry === null) continue
    const value = entry.value.trim().toUpperCase()
    if (entry.name === "BEGIN") {
      const open: Open = { kind: value, own: [], inner: [] }
      // Events do not nest: the END of the outer one is missing.
      while (value === "VEVENT" && stack.some(({ kind }) => kind === "VEVENT")) stack.pop()
      stack.at(-1)?.inner.push(open)
      if (stack.length < maxDepth) stack.push(open)
    } else if (entry.name === "END") {
      if (value === "VCALENDAR") ended++
      const at = stack.findLastIndex(({ kind }) => kind === value)
      if (at > 0) stack.length = at
    } else stack.at(-1)?.own.push(entry)
  }
  const calendars = root.inner.filter(({ kind }) => kind === "VCALENDAR")
  const within = calendars.flatMap(({ inner }) => inner)
  return {
    calendar: calendars.flatMap(({ own }) => own),
    events: within.filter(({ kind }) => kind === "VEVENT").map(({ own }) => own),
    zones: within.filter(({ kind }) => kind === "VTIMEZONE").map(zoneOf),
    isCalendar: calendars.length > 0,
    isWhole: calendars.length > 0 && ended >= calendars.length
  }
}

const zoneOf = ({ inner, own }: Open): ZoneComponent => ({
  own,
  rules: inner.flatMap(({ kind, own }) => (kind === "STANDARD" || kind === "DAYLIGHT" ? [{ kind, own }] : []))
})

/** The first property of a name; repeated ones are errors. */
export const first = (component: Component, name: string): Property | undefined =>
  component.find((one) => one.name === name)
