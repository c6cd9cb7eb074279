import type { CalendarEntry, EntryTime } from "@daybook/core/formats"
import { addDays, isLocalDate } from "@daybook/core/shared"
import { notFound } from "../kit/errors.js"
import { calendar } from "./calendar.js"
import { type Json, type PublishedRequest, type Publisher, listAt, numberAt, textAt, valueAt } from "./publication.js"

/** Days for which a cancelled event stays in a calendar, so that subscribers learn of it. */
const cancelledDays = 90
const maxPages = 5

/** The newest records of a list; undefined if the lens does not allow it. */
const recordsOf = async (
  { read }: PublishedRequest,
  target: string,
  limit: number
): Promise<ReadonlyArray<Json> | undefined> => {
  const records: Array<Json> = []
  for (let page = 1; page <= maxPages; page++) {
    const { body, status } = await read(`${target}${target.includes("?") ? "&" : "?"}limit=${limit}&page=${page}`)
    if (status !== 200) return status === 404 ? records : undefined
    const list = listAt(body, "data")
    records.push(...list)
    if (list.length < limit) break
  }
  return records
}

const joined = (parts: ReadonlyArray<string | undefined>): string | undefined => {
  const present = parts.filter((part) => part !== undefined)
  return present.length === 0 ? undefined : present.join(", ")
}

const dayAt = (record: Json, name: string): string | undefined => {
  const day = textAt(record, name)?.slice(0, 10)
  return day !== undefined && isLocalDate(day) ? day : undefined
}

const instantAt = (record: Json, name: string): number | undefined => {
  const at = Date.parse(textAt(record, name) ?? "")
  return Number.isFinite(at) ? at : undefined
}

const isRoundedToDays = ({ lens }: PublishedRequest, domain: string) => lens.definition.round?.time?.[domain] === "day"

const statuses: Readonly<Record<string, CalendarEntry["status"]>> = { postponed: "TENTATIVE", cancelled: "CANCELLED" }

const eventEntry = (request: PublishedRequest, event: Json): ReadonlyArray<CalendarEntry> => {
  const day = dayAt(event, "event_date")
  const summary = textAt(event, "title")
  const id = numberAt(event, "id")
  if (day === undefined || summary === undefined || id === undefined) return []
  const last = dayAt(event, "end_date") ?? day
  const at = isRoundedToDays(request, "attending") ? undefined : instantAt(event, "event_datetime")
  const time: EntryTime =
    at === undefined || last > day ? { kind: "days", first: day, last } : { kind: "instant", at, end: null }
  return [
    {
      uid: `event-${id}.${request.lens.definition.name}@${request.host}`,
      time,
      summary,
      location: joined(["name", "city", "state", "country"].map((part) => textAt(event, "venue", part))),
      description: joined([textAt(event, "subtitle"), textAt(event, "notes")]),
      category: textAt(event, "category"),
      status: statuses[textAt(event, "status") ?? ""] ?? "CONFIRMED"
    }
  ]
}

const file = (request: PublishedRequest, what: string, entries: ReadonlyArray<CalendarEntry>) => ({
  contentType: "text/calendar; charset=utf-8",
  body: calendar(`Daybook: ${request.lens.definition.name}, ${what}`, entries, request.now),
  maxAge: 300
})

/** What the owner attended. */
const events: Publisher = async (request) => {
  const all = await recordsOf(request, `/v1/attending/events?to=${request.today}`, 100)
  if (all === undefined) return notFound
  const attended = all.filter((event) => valueAt(event, "attended") !== false)
  return file(
    request,
    "events",
    attended.flatMap((event) => eventEntry(request, event))
  )
}

/** Events from today on, and those that were cancelled lately. */
const upcoming: Publisher = async (request) => {
  const { today } = request
  const all = await recordsOf(request, `/v1/attending/events?from=${addDays(today, -cancelledDays)}`, 100)
  if (all === undefined) return notFound
  const ahead = all.filter((event) => {
    const last = dayAt(event, "end_date") ?? dayAt(event, "event_date")
    return (last !== undefined && last >= today) || valueAt(event, "status") === "cancelled"
  })
  return file(
    request,
    "upcoming",
    ahead.flatMap((event) => eventEntry(request, event))
  )
}

/** The time of a run is the wall clock of its place, which is written as if it were UTC. */
const runTime = (request: PublishedRequest, run: Json): EntryTime | undefined => {
  const day = dayAt(run, "date")
  const at = instantAt(run, "date")
  if (day === undefined || at === undefined) return undefined
  if (isRoundedToDays(request, "running")) return { kind: "days", first: day, last: day }
  const seconds = numberAt(run, "duration_s")
  return { kind: "wall", at, end: seconds === undefined ? null : at + seconds * 1_000 }
}

const runs: Publisher = async (request) => {
  const all = await recordsOf(request, "/v1/running/recent", 50)
  if (all === undefined) return notFound
  const { lens, host } = request
  // Ids of runs are never shown: the time names a run, and a number those of one time.
  const counts = new Map<string, number>()
  const entries = all.toReversed().flatMap((run): ReadonlyArray<CalendarEntry> => {
    const time = runTime(request, run)
    if (time === undefined) return []
    const start = time.kind === "days" ? time.first : new Date(time.at).toISOString().slice(0, 19)
    const count = (counts.get(start) ?? 0) + 1
    counts.set(start, count)
    const name = `run-${start.replaceAll(/[-:]/g, "")}${count === 1 ? "" : `-${count}`}`
    const distance = numberAt(run, "distance_mi")
    return [
      {
        uid: `${name}.${lens.definition.name}@${host}`,
        time,
        summary: textAt(run, "name") ?? "Run",
        location: joined([textAt(run, "city"), textAt(run, "state")]),
        description: joined([
          distance === undefined ? undefined : `${distance} mi`,
          textAt(run, "duration"),
          textAt(run, "pace")
        ]),
        category: undefined,
        status: "CONFIRMED"
      }
    ]
  })
  return file(request, "runs", entries.toReversed())
}

const calendars: ReadonlyMap<string, Publisher> = new Map([
  ["events.ics", events],
  ["upcoming.ics", upcoming],
  ["runs.ics", runs]
])

/** `events.ics`, `upcoming.ics` and `runs.ics`. */
export const calendarAt = (path: string): Publisher | undefined => calendars.get(path)
