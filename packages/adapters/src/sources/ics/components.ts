import { type Property, property, unfolded } from "./contentLines.js"

/** A component's own properties; those of what is nested in it, such as alarms, are left out. */
export type Component = ReadonlyArray<Property>

/** A calendar cut into what can be read by itself, so that what is broken costs only itself. */
export interface Components {
  /** Properties of the calendar, such as `X-WR-TIMEZONE`. */
  readonly calendar: Component
  readonly events: ReadonlyArray<Component>
  readonly zones: ReadonlyArray<ZoneComponent>
  /** False for text that is no calendar at all. */
  readonly isCalendar: boolean
  /** True where the calendar says that it ends: a file cut short does not. */
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

const mostDepth = 16

/** Cuts a calendar into its components. An END that fits nothing, and lines that are no properties, are passed over. */
export const components = (text: string): Components => {
  const root: Open = { kind: "", own: [], inner: [] }
  const stack: Array<Open> = [root]
  let ended = 0
  for (const line of unfolded(text)) {
    const given = property(line)
    if (given === null) continue
    const value = given.value.trim().toUpperCase()
    if (given.name === "BEGIN") {
      const open: Open = { kind: value, own: [], inner: [] }
      // An event cannot be inside another: its END is missing.
      while (value === "VEVENT" && stack.some(({ kind }) => kind === "VEVENT")) stack.pop()
      stack.at(-1)?.inner.push(open)
      if (stack.length < mostDepth) stack.push(open)
    } else if (given.name === "END") {
      if (value === "VCALENDAR") ended++
      const at = stack.findLastIndex(({ kind }) => kind === value)
      if (at > 0) stack.length = at
    } else stack.at(-1)?.own.push(given)
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
  rules: inner.flatMap(({ kind, own }) => kind === "STANDARD" || kind === "DAYLIGHT" ? [{ kind, own }] : [])
})

/** The first property of a name; a second one is a fault of the writer. */
export const first = (component: Component, name: string): Property | undefined => component.find((one) => one.name === name)
