import { OwnEvent, ownProperty } from "@daybook/core/formats"
import type { LeftOut } from "@daybook/core/sync"
import { Option, Schema } from "effect"
import { createHash } from "node:crypto"
import { utc, type WallClock, wallClock, type Zones } from "../WallClock.js"
import { type CalendarRow, isRoutine, rowKey } from "./CalendarRow.js"
import { type Component, type Property, components, first, textOf } from "./components.js"
import { occurrences, type StepBudget, stepBudget } from "./recurrence.js"
import { durationOf, lastDateOf, type Moment, momentKey, momentOf, startOf, wallOf } from "./times.js"
import { zonesOf } from "./zones.js"

/** Time span for which series are expanded, epoch milliseconds. Other events may be left out. */
export interface Span {
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Maximum number of steps for all series of the calendar, 10 µs each. */
  readonly steps?: number | undefined
}

/** Content of a calendar file. */
export interface CalendarFile {
  readonly rows: ReadonlyArray<CalendarRow>
  /** Number of events that could not be read. */
  readonly broken: number
  /** The first of them. */
  readonly leftOut: ReadonlyArray<LeftOut>
  readonly isCalendar: boolean
  /** True when the file is complete. */
  readonly isWhole: boolean
  /** True when series were cut off at the limit. */
  readonly isCut: boolean
}

/** Maximum number of rows: 30 daily rows over ten years. */
const maxRows = 100_000
const maxSteps = 500_000

/** Recurring events are expanded this far into the future. */
const horizonMs = 400 * 86_400_000

/** Maximum number of unreadable events that are named. */
const maxLeftOut = 1_000

/** Maximum number of rules of one series; programs write one. */
const maxRules = 8

/** Largest difference between two time zones. */
const clockMs = 26 * 3_600_000

/** Properties of the file that its events depend on. */
interface FileContext {
  readonly zones: Zones
  /** `X-WR-TIMEZONE`: the zone in which UTC times are shown. */
  readonly display: WallClock | null
  /** The owner's address, when the calendar is named after it. */
  readonly owner: string | null
  readonly now: number
  readonly span: Span
  readonly steps: StepBudget
}

/** Reads a calendar (RFC 5545) event by event, so that a broken one is skipped alone. */
export const calendarFile = (text: string, now: number, span: Span = {}): CalendarFile => {
  const { calendar, events, isCalendar, isWhole, zones } = components(text)
  const zone = first(calendar, "X-WR-TIMEZONE")?.value.trim()
  const zoneLookup = zonesOf({ zones })
  const name = first(calendar, "X-WR-CALNAME")?.value.trim().toLowerCase()
  const context: FileContext = {
    zones: zoneLookup,
    display: zone === undefined ? null : (zoneLookup(zone) ?? wallClock(zone)),
    owner: name?.includes("@") === true ? name : null,
    now,
    span,
    steps: stepBudget(span.steps ?? maxSteps)
  }
  const rows: Array<CalendarRow> = []
  const leftOut: Array<LeftOut> = []
  let broken = 0
  const leaveOut = (events: ReadonlyArray<Component>) => {
    broken += events.length
    for (const event of events) if (leftOut.length < maxLeftOut) leftOut.push(unreadable(event))
  }
  for (const [uid, group] of byUid(events)) {
    try {
      const read = groupRows(uid, group, context)
      for (const row of read.rows)
        if (rows.length < maxRows) rows.push(row)
        else context.steps.isSpent = true
      leaveOut(read.broken)
    } catch {
      leaveOut(group)
    }
  }
  return { rows, broken, leftOut, isCalendar, isWhole, isCut: context.steps.isSpent }
}

/** Where an unreadable event stands, and what is wrong with it. */
const unreadable = (event: Component): LeftOut => {
  const start = first(event, "DTSTART")
  return {
    place: `line ${(start ?? event[0])?.line ?? "unknown"}`,
    reason: start === undefined ? "the event has no start" : "its date cannot be read"
  }
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
 * Outlook's published calendars lack UIDs, which RFC 5545 §3.6.1 requires. Such events are identified by start and
 * summary; changed occurrences by the series of the same summary.
 */
const namelessUids = (events: ReadonlyArray<Component>) => {
  const value = (event: Component, name: string) => first(event, name)?.value.trim() ?? ""
  const hashOf = (begins: string, event: Component) =>
    createHash("sha256")
      .update(`${begins}\n${value(event, "SUMMARY")}`)
      .digest("hex")
      .slice(0, 32)
  const series = new Map(
    events
      .filter((event) => uidOf(event) === "" && event.some(({ name }) => name === "RRULE"))
      .map((event) => [value(event, "SUMMARY"), hashOf(value(event, "DTSTART"), event)])
  )
  return (event: Component): string => {
    const recurrence = value(event, "RECURRENCE-ID")
    return recurrence === ""
      ? hashOf(value(event, "DTSTART"), event)
      : (series.get(value(event, "SUMMARY")) ?? hashOf(recurrence, event))
  }
}

const maxUidLength = 600

interface Group {
  readonly rows: ReadonlyArray<CalendarRow>
  /** Events that could not be read. A series whose days are all excluded is not one of them. */
  readonly broken: ReadonlyArray<Component>
}

/** Rows of one UID: a single event, or a series with its overridden occurrences. */
const groupRows = (fullUid: string, group: ReadonlyArray<Component>, context: FileContext): Group => {
  const uid = fullUid.slice(0, maxUidLength)
  const momentIn = (event: Component, name: string) => momentOf(first(event, name), context.zones, context.display)
  const aged = group.toSorted(byAge)
  const master = aged.findLast((event) => momentIn(event, "RECURRENCE-ID") === null)
  const start = master === undefined ? null : momentIn(master, "DTSTART")
  const newest = new Map(
    aged.flatMap((event) => {
      const [moment] = momentsOf(first(event, "RECURRENCE-ID"), start, context)
      return moment === undefined ? [] : [[momentKey(moment), { event, moment }] as const]
    })
  )
  const overrides = [...newest].flatMap(
    ([id, { event, moment }]) => rowOf(rowKey(uid, id), event, momentIn(event, "DTSTART") ?? moment, context) ?? []
  )
  if (master === undefined) return { rows: overrides, broken: overrides.length === 0 ? group : [] }
  if (start === null || !master.some(({ name }) => name === "RRULE" || name === "RDATE")) {
    const row = rowOf(uid, master, start, context)
    const rows = row === null ? overrides : [row, ...overrides]
    return { rows, broken: rows.length === 0 ? group : row === null ? [master] : [] }
  }
  const overriddenIds = new Set(newest.keys())
  const pattern = rowOf(uid, master, start, context)
  const length = lengthOf(master, context)
  const others = seriesOf(master, start, length, context).flatMap((moment) => {
    const id = momentKey(moment)
    return pattern === null || overriddenIds.has(id)
      ? []
      : { ...pattern, key: rowKey(uid, id), start: startOf(moment), lastDate: lastDateOf(moment, length) }
  })
  return { rows: [...others, ...overrides], broken: [] }
}

/** Orders versions of an event by sequence number, then by modification time. */
const byAge = (a: Component, b: Component): number => {
  const sequence = (event: Component) => Number.parseInt(first(event, "SEQUENCE")?.value ?? "0", 10) || 0
  return sequence(a) - sequence(b) || (changedAt(a) ?? 0) - (changedAt(b) ?? 0)
}

const changedAt = (event: Component): number | null =>
  wallOf(first(event, "LAST-MODIFIED")?.value ?? "") ?? wallOf(first(event, "CREATED")?.value ?? "")

/**
 * Times of a series in the form of its start. Programs also write them as days, without a zone, or days as midnights.
 */
const momentsOf = (
  property: Property | undefined,
  start: Moment | null,
  { display, zones }: FileContext
): ReadonlyArray<Moment> =>
  (property?.value.split(",") ?? []).flatMap((part) => {
    const value = { ...property!, value: part.split("/")[0] ?? "" }
    const moment = momentOf(value, zones, display)
    if (moment === null || start === null) return moment ?? []
    if (start.kind === "day")
      return moment.kind === "day"
        ? moment
        : { kind: "day", wall: dayOf(momentOf(value, zones, null)?.wall ?? moment.wall) }
    if (moment.kind === "day") return { ...start, wall: moment.wall + start.wall - dayOf(start.wall) }
    return { ...moment, clock: moment.clock ?? start.clock }
  })

const dayOf = (wall: number) => Math.floor(wall / 86_400_000) * 86_400_000

const seriesOf = (master: Component, start: Moment, length: number, context: FileContext): ReadonlyArray<Moment> => {
  const { display, now, span, steps, zones } = context
  // Rules apply in the zone of the start, whatever the display zone.
  const ownStart = momentOf(first(master, "DTSTART"), zones, null) ?? start
  const clock = ownStart.kind === "time" ? ownStart.clock : null
  const toDisplay = (wall: number): Moment =>
    ownStart.kind === "time" && clock === utc && display !== null
      ? { kind: "time", wall: display.wallOf(wall), clock: display }
      : { ...start, wall }
  const listed = (name: string) =>
    master.filter((one) => one.name === name).flatMap((one) => momentsOf(one, start, context))
  const window = {
    from: (span.from ?? -Infinity) - length - clockMs,
    to: Math.min(now + horizonMs, (span.to ?? Infinity) + clockMs)
  }
  const byRule = master
    .filter(({ name }) => name === "RRULE")
    .slice(0, maxRules)
    .flatMap(({ value }) => occurrences(value, ownStart.wall, window, clock ?? undefined, steps).map(toDisplay))
  const except = new Set(listed("EXDATE").map(momentKey))
  const series = new Map([start, ...byRule, ...listed("RDATE")].map((moment) => [momentKey(moment), moment] as const))
  return [...series].flatMap(([key, moment]) => (except.has(key) ? [] : [moment]))
}

const rowOf = (key: string, event: Component, start: Moment | null, context: FileContext): CalendarRow | null => {
  const isCancelled = first(event, "STATUS")?.value.trim().toUpperCase() === "CANCELLED"
  if (start === null && !isCancelled) return null
  const text = (name: string) => {
    const property = first(event, name)
    return property === undefined ? null : textOf(property.value)
  }
  const length = lengthOf(event, context)
  const own = Option.getOrUndefined(decodeOwn(text(ownProperty)))
  return {
    ...(own === undefined ? {} : { own }),
    key,
    changedAt: changedAt(event),
    isCancelled,
    isDeclined: event.some(
      (one) =>
        one.name === "ATTENDEE" &&
        one.parameters["PARTSTAT"]?.toUpperCase() === "DECLINED" &&
        isOwner(one.value, context)
    ),
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

const decodeOwn = Schema.decodeUnknownOption(Schema.parseJson(OwnEvent))

/** Properties in which programs write the link of a video call. */
const callProperties = new Set([
  "CONFERENCE",
  "X-GOOGLE-CONFERENCE",
  "X-MICROSOFT-SKYPETEAMSMEETINGURL",
  "X-MICROSOFT-ONLINEMEETINGINFORMATION",
  "X-ZOOM-MEETING-ID"
])

const isOwner = (attendee: string, { owner }: FileContext) =>
  owner !== null && attendee.trim().toLowerCase() === `mailto:${owner}`

/** Duration in milliseconds; 0 without an end, one day for a whole day. */
const lengthOf = (event: Component, { display, zones }: FileContext): number => {
  const [start, end] = [
    momentOf(first(event, "DTSTART"), zones, display),
    momentOf(first(event, "DTEND"), zones, display)
  ]
  const length =
    start !== null && end !== null ? end.wall - start.wall : (durationOf(first(event, "DURATION")?.value) ?? 0)
  return Math.max(0, Math.min(length, 366 * 86_400_000))
}
