import { createHash } from "node:crypto"
import { utc, type WallClock, wallClock, type Zones } from "../clocks/WallClock.js"
import { type CalendarRow, isRoutine, rowKey } from "./CalendarRow.js"
import { type Component, components, first } from "./components.js"
import { type Property, textOf } from "./contentLines.js"
import { occurrences, type StepBudget, stepBudget } from "./recurrence.js"
import type { Span } from "./Span.js"
import { durationOf, lastDateOf, type Moment, momentKey, momentOf, startOf, wallOf } from "./times.js"
import { zonesOf } from "./zones.js"

/** What a calendar file says. */
export interface CalendarFile {
  readonly rows: ReadonlyArray<CalendarRow>
  /** Events that could not be read. */
  readonly broken: number
  readonly isCalendar: boolean
  /** True where the file ends as it says it does. */
  readonly isWhole: boolean
  /** True where series have more events than are told. */
  readonly isCut: boolean
}

/** Rows of one calendar. A person with 30 daily rows over ten years has as many. */
const mostRows = 100_000
const mostSteps = 500_000

/** Recurring events are told up to this long after now. */
const horizonMs = 400 * 86_400_000

/** Rules of one series: programs write one. */
const mostRules = 8

/** Clocks of two places differ by no more. */
const clockMs = 26 * 3_600_000

/** What reading an event needs of the file around it. */
interface Setting {
  readonly zones: Zones
  /** `X-WR-TIMEZONE`, on whose clocks times in UTC are shown. */
  readonly display: WallClock | null
  /** The owner's address, where the calendar is named after it. */
  readonly owner: string | null
  readonly now: number
  readonly span: Span
  readonly steps: StepBudget
}

/** Reads a calendar (RFC 5545), event by event, so that one that is broken costs only itself. */
export const calendarFile = (text: string, now: number, span: Span = {}): CalendarFile => {
  const { calendar, events, isCalendar, isWhole, zones } = components(text)
  const zone = first(calendar, "X-WR-TIMEZONE")?.value.trim()
  const given = zonesOf({ zones })
  const name = first(calendar, "X-WR-CALNAME")?.value.trim().toLowerCase()
  const setting: Setting = { zones: given, display: zone === undefined ? null : given(zone) ?? wallClock(zone), owner: name?.includes("@") === true ? name : null, now, span, steps: stepBudget(span.steps ?? mostSteps) }
  const rows: Array<CalendarRow> = []
  let broken = 0
  for (const [uid, group] of byUid(events)) {
    try {
      const read = groupRows(uid, group, setting)
      for (const row of read.rows) if (rows.length < mostRows) rows.push(row)
      else setting.steps.isSpent = true
      broken += read.broken
    } catch {
      broken += group.length
    }
  }
  return { rows, broken, isCalendar, isWhole, isCut: setting.steps.isSpent }
}

const byUid = (events: ReadonlyArray<Component>): ReadonlyMap<string, ReadonlyArray<Component>> => {
  const groups = new Map<string, Array<Component>>()
  const nameless = namelessUids(events)
  for (const event of events) {
    const uid = uidOf(event) || nameless(event)
    const group = groups.get(uid)
    if (group === undefined) groups.set(uid, [event])
    else group.push(event)
  }
  return groups
}

const uidOf = (event: Component): string => first(event, "UID")?.value.trim() ?? ""

/**
 * Outlook's published calendars leave UIDs out, which RFC 5545 §3.6.1 demands: such a row is known by when it begins and what
 * it is called, a changed one of a series by the series of that name.
 */
const namelessUids = (events: ReadonlyArray<Component>) => {
  const value = (event: Component, name: string) => first(event, name)?.value.trim() ?? ""
  const hashOf = (begins: string, event: Component) => createHash("sha256").update(`${begins}\n${value(event, "SUMMARY")}`).digest("hex").slice(0, 32)
  const series = new Map(events.filter((event) => uidOf(event) === "" && event.some(({ name }) => name === "RRULE"))
    .map((event) => [value(event, "SUMMARY"), hashOf(value(event, "DTSTART"), event)]))
  return (event: Component): string => {
    const recurrence = value(event, "RECURRENCE-ID")
    return recurrence === "" ? hashOf(value(event, "DTSTART"), event) : series.get(value(event, "SUMMARY")) ?? hashOf(recurrence, event)
  }
}

const longestUid = 600

interface Group {
  readonly rows: ReadonlyArray<CalendarRow>
  /** Events that could not be read: a series all of whose days are left out is none of them. */
  readonly broken: number
}

/** An event's rows: itself, or each of its series with what was said of single ones. */
const groupRows = (given: string, group: ReadonlyArray<Component>, setting: Setting): Group => {
  const uid = given.slice(0, longestUid)
  const momentIn = (event: Component, name: string) => momentOf(first(event, name), setting.zones, setting.display)
  const aged = group.toSorted(byAge)
  const master = aged.findLast((event) => momentIn(event, "RECURRENCE-ID") === null)
  const start = master === undefined ? null : momentIn(master, "DTSTART")
  const newest = new Map(aged.flatMap((event) => {
    const [moment] = momentsOf(first(event, "RECURRENCE-ID"), start, setting)
    return moment === undefined ? [] : [[momentKey(moment), { event, moment }] as const]
  }))
  const overrides = [...newest].flatMap(([id, { event, moment }]) => rowOf(rowKey(uid, id), event, momentIn(event, "DTSTART") ?? moment, setting) ?? [])
  if (master === undefined) return { rows: overrides, broken: overrides.length === 0 ? group.length : 0 }
  if (start === null || !master.some(({ name }) => name === "RRULE" || name === "RDATE")) {
    const rows = [rowOf(uid, master, start, setting), ...overrides].filter((row) => row !== null)
    return { rows, broken: rows.length === 0 ? group.length : 0 }
  }
  const spoken = new Set(newest.keys())
  const pattern = rowOf(uid, master, start, setting)
  const length = lengthOf(master, setting)
  const others = seriesOf(master, start, length, setting).flatMap((moment) => {
    const id = momentKey(moment)
    return pattern === null || spoken.has(id) ? [] : { ...pattern, key: rowKey(uid, id), start: startOf(moment), lastDate: lastDateOf(moment, length) }
  })
  return { rows: [...others, ...overrides], broken: 0 }
}

/** Of two that say the same of one event, that with the higher number was said later, then that which was changed later. */
const byAge = (a: Component, b: Component): number => {
  const sequence = (event: Component) => Number.parseInt(first(event, "SEQUENCE")?.value ?? "0", 10) || 0
  return sequence(a) - sequence(b) || (changedAt(a) ?? 0) - (changedAt(b) ?? 0)
}

const changedAt = (event: Component): number | null =>
  wallOf(first(event, "LAST-MODIFIED")?.value ?? "") ?? wallOf(first(event, "CREATED")?.value ?? "")

/** Times of a series as its start is told, which programs write otherwise at times: as days, without a zone, days as midnights. */
const momentsOf = (given: Property | undefined, start: Moment | null, { display, zones }: Setting): ReadonlyArray<Moment> =>
  (given?.value.split(",") ?? []).flatMap((part) => {
    const value = { ...given!, value: part.split("/")[0] ?? "" }
    const moment = momentOf(value, zones, display)
    if (moment === null || start === null) return moment ?? []
    if (start.kind === "day") return moment.kind === "day" ? moment : { kind: "day", wall: dayOf(momentOf(value, zones, null)?.wall ?? moment.wall) }
    if (moment.kind === "day") return { ...start, wall: moment.wall + start.wall - dayOf(start.wall) }
    return { ...moment, clock: moment.clock ?? start.clock }
  })

const dayOf = (wall: number) => Math.floor(wall / 86_400_000) * 86_400_000

const seriesOf = (master: Component, start: Moment, length: number, setting: Setting): ReadonlyArray<Moment> => {
  const { display, now, span, steps, zones } = setting
  // A rule counts on the clocks that its start is written in, whatever they are shown on.
  const written = momentOf(first(master, "DTSTART"), zones, null) ?? start
  const clock = written.kind === "time" ? written.clock : null
  const shown = (wall: number): Moment => written.kind === "time" && clock === utc && display !== null ? { kind: "time", wall: display.wallOf(wall), clock: display } : { ...start, wall }
  const listed = (name: string) => master.filter((one) => one.name === name).flatMap((one) => momentsOf(one, start, setting))
  const window = { from: (span.from ?? -Infinity) - length - clockMs, to: Math.min(now + horizonMs, (span.to ?? Infinity) + clockMs) }
  const ruled = master.filter(({ name }) => name === "RRULE").slice(0, mostRules).flatMap(({ value }) => occurrences(value, written.wall, window, clock ?? undefined, steps).map(shown))
  const except = new Set(listed("EXDATE").map(momentKey))
  const series = new Map([start, ...ruled, ...listed("RDATE")].map((moment) => [momentKey(moment), moment] as const))
  return [...series].flatMap(([key, moment]) => except.has(key) ? [] : [moment])
}

const rowOf = (key: string, event: Component, start: Moment | null, setting: Setting): CalendarRow | null => {
  const isCancelled = first(event, "STATUS")?.value.trim().toUpperCase() === "CANCELLED"
  if (start === null && !isCancelled) return null
  const text = (name: string) => {
    const given = first(event, name)
    return given === undefined ? null : textOf(given.value)
  }
  const length = lengthOf(event, setting)
  return {
    key,
    changedAt: changedAt(event),
    isCancelled,
    isDeclined: event.some((one) => one.name === "ATTENDEE" && one.parameters["PARTSTAT"]?.toUpperCase() === "DECLINED" && isOwner(one.value, setting)),
    summary: text("SUMMARY"),
    description: text("DESCRIPTION"),
    location: text("LOCATION"),
    isRoutine: isRoutine({
      isOfSeries: event.some(({ name }) => name === "RRULE" || name === "RDATE" || name === "RECURRENCE-ID"),
      length,
      guests: event.filter(({ name }) => name === "ATTENDEE").length,
      hasCall: event.some(({ name }) => callProperties.has(name)),
      texts: [text("LOCATION"), text("DESCRIPTION")]
    }),
    start: start === null ? null : startOf(start),
    lastDate: start === null ? null : lastDateOf(start, length)
  }
}

/** Properties in which programs write the link of a call. */
const callProperties = new Set(["CONFERENCE", "X-GOOGLE-CONFERENCE", "X-MICROSOFT-SKYPETEAMSMEETINGURL", "X-MICROSOFT-ONLINEMEETINGINFORMATION", "X-ZOOM-MEETING-ID"])

const isOwner = (attendee: string, { owner }: Setting) => owner !== null && attendee.trim().toLowerCase() === `mailto:${owner}`

/** Of an event by its own start, milliseconds; without an end it has none, a whole day lasts one. */
const lengthOf = (event: Component, { display, zones }: Setting): number => {
  const [start, end] = [momentOf(first(event, "DTSTART"), zones, display), momentOf(first(event, "DTEND"), zones, display)]
  const length = start !== null && end !== null ? end.wall - start.wall : durationOf(first(event, "DURATION")?.value) ?? 0
  return Math.max(0, Math.min(length, 366 * 86_400_000))
}
