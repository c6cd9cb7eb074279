import { addDays, daysIn } from "@daybook/core/shared"
import { Effect } from "effect"
import type { Outing } from "../sampleOwner/attending/index.js"
import { hash } from "../sampleOwner/dice.js"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import type { SimulatedClock } from "../shared/Simulator.js"

/** A row of the calendar, as its owner sees it. */
export interface AgendaRow {
  readonly id: string
  /** Of an invitation from elsewhere; Google's own is made of the id. */
  readonly uid: string | null
  readonly summary: string
  readonly description: string | null
  readonly location: string | null
  /** Epoch milliseconds of a time, else the first day and the one after the last. */
  readonly when:
    | { readonly start: number; readonly end: number; readonly zone: string }
    | { readonly from: string; readonly to: string }
  readonly isDeclined: boolean
  readonly isCancelled: boolean
  /** When it is there at all, and when it was last another than before; epoch milliseconds. */
  readonly madeAt: number
  readonly changedAt: number
  /** Of a series: which one it is, by its planned start. */
  readonly series: { readonly id: string; readonly start: number } | null
  readonly fromMail: boolean
}

/** What a test does to the calendar. */
export interface AgendaControl {
  readonly rows: Effect.Effect<ReadonlyArray<AgendaRow>>
  readonly addRow: (row: Partial<AgendaRow> & Pick<AgendaRow, "id" | "summary" | "when">) => Effect.Effect<void>
  readonly editRow: (id: string, edit: Partial<AgendaRow>) => Effect.Effect<void>
  /** Deletes a row: of it remains little more than its id. */
  readonly deleteRow: (id: string) => Effect.Effect<void>
  /** Ends every sync token given so far. */
  readonly forgetTokens: Effect.Effect<void>
  /** Whether Google still tells what a deleted row was. */
  readonly forgetDeleted: Effect.Effect<void>
}

const hourMs = 3_600_000
const dayMs = 86_400_000
const zone = "America/Los_Angeles"

const bare = {
  uid: null,
  description: null,
  location: null,
  isDeclined: false,
  isCancelled: false,
  series: null,
  fromMail: false
}

const idOf = (...path: ReadonlyArray<string | number>) =>
  [hash("row", ...path), hash("row low", ...path), hash("row last", ...path)]
    .map((part) => part.toString(32).padStart(7, "0"))
    .join("")
    .slice(0, 20)

const orderLines = ({ orderId, quantity, seats, vendor }: Outing["purchases"][number]) =>
  `To see detailed information, use the official app.\n\nReservation Number: ${orderId}\n\nProvider: ${{ ticketmaster: "Ticketmaster", axs: "AXS", seatgeek: "SeatGeek", stubhub: "StubHub", eventbrite: "Eventbrite", vividseats: "Vivid Seats" }[vendor]}\n\nGuests: ${quantity}${seats.length > 0 ? `\n\nSeats: ${seats.join(", ")}` : ""}`

const ofOuting = (seed: number, outing: Outing, now: number): AgendaRow => {
  const { place } = outing
  const [purchase] = outing.purchases
  const fromMail = purchase !== undefined && hash(seed, "from mail", outing.key) % 3 === 0
  const isMoved = outing.moved !== null && outing.moved.at <= now
  const isOff = outing.cancelledAt !== null && outing.cancelledAt <= now
  const isDeclined = !outing.goes && !isOff && outing.at - dayMs <= now
  const changes = [
    outing.knownAt,
    isMoved ? outing.moved.at : 0,
    isOff ? outing.cancelledAt : 0,
    isDeclined ? outing.at - dayMs : 0
  ]
  return {
    ...bare,
    id: idOf(seed, outing.key),
    uid:
      hash(seed, "invited", outing.key) % 7 === 0
        ? `${hash(seed, "uid", outing.key).toString(16)}@invites.example.net`
        : null,
    summary: outing.title,
    description: fromMail
      ? orderLines(purchase)
      : outing.fixture !== null
        ? "<b>Game day</b><br>Meet at the gate"
        : null,
    location: `${place.name}, ${place.address}, ${place.city}, ${place.state} 98101, USA`,
    when:
      outing.lastDate === null
        ? {
            start: isMoved || outing.moved === null ? outing.at : outing.at - dayMs,
            end: outing.at + 3 * hourMs,
            zone: place.zone
          }
        : { from: outing.date, to: addDays(outing.lastDate, 1) },
    isDeclined,
    isCancelled: isOff,
    madeAt: outing.knownAt,
    changedAt: Math.max(...changes),
    fromMail
  }
}

/** What everybody has in a calendar: the dentist, a birthday, a quiz each week. */
const everyday = ({ calendar, seed, startsAt }: SampleOwner, now: number): ReadonlyArray<AgendaRow> => {
  const days = daysIn(calendar.dateOf(startsAt), addDays(calendar.dateOf(now), 61))
  const quiz = idOf(seed, "quiz")
  return days.flatMap((date, index): ReadonlyArray<AgendaRow> => {
    const start = calendar.startOf(date)
    const madeAt = start - 60 * dayMs
    const row = { ...bare, madeAt, changedAt: madeAt }
    if (index % 7 === 2) {
      const planned = start + 19 * hourMs
      return [
        {
          ...row,
          id: `${quiz}_${new Date(planned).toISOString().replace(/[-:]|\.\d{3}/g, "")}`,
          summary: "Pub quiz",
          location: "The Marrow Arms",
          when: { start: planned, end: planned + 2 * hourMs, zone },
          series: { id: quiz, start: planned }
        }
      ]
    }
    if (index % 91 === 17)
      return [
        {
          ...row,
          id: idOf(seed, "dentist", date),
          summary: "Dentist",
          when: { start: start + 9 * hourMs, end: start + 10 * hourMs, zone }
        }
      ]
    return index % 365 === 100
      ? [
          {
            ...row,
            id: idOf(seed, "birthday", date),
            summary: "Ivy's birthday",
            when: { from: date, to: addDays(date, 1) }
          }
        ]
      : []
  })
}

/** The person's calendar, with what a test has done to it, and what changed when. */
export const makeAgenda = (sampleOwner: SampleOwner, clock: SimulatedClock) => {
  const edits = new Map<string, { readonly row: Partial<AgendaRow>; readonly sequence: number }>()
  const deleted = new Map<string, number>()
  let sequence = 0
  let epoch = 0
  let remembers = true
  const rowsAt = (now: number): ReadonlyArray<AgendaRow> => {
    const rows = [
      ...sampleOwner.attending
        .knownAt(now)
        .filter(({ inCalendar }) => inCalendar)
        .map((outing) => ofOuting(sampleOwner.seed, outing, now)),
      ...everyday(sampleOwner, now)
    ]
    const rowsById = new Map(rows.filter(({ madeAt }) => madeAt <= now).map((row) => [row.id, row] as const))
    for (const [id, { row }] of edits) {
      rowsById.set(id, {
        ...bare,
        id,
        summary: "",
        when: { from: "2026-01-01", to: "2026-01-02" },
        madeAt: 0,
        changedAt: 0,
        ...rowsById.get(id),
        ...row
      })
    }
    return [...rowsById.values()]
  }
  const edit = (id: string, row: Partial<AgendaRow>) =>
    Effect.map(clock.now, (now) => {
      edits.set(id, { row: { ...edits.get(id)?.row, ...row, changedAt: now }, sequence: ++sequence })
      deleted.delete(id)
    })
  return {
    rowsAt,
    isDeleted: (id: string) => deleted.has(id),
    remembers: () => remembers,
    /** What changed after a token was given. */
    isNewer: (row: AgendaRow, since: { readonly at: number; readonly sequence: number }) =>
      row.changedAt > since.at || Math.max(edits.get(row.id)?.sequence ?? 0, deleted.get(row.id) ?? 0) > since.sequence,
    token: (now: number) => Buffer.from(`${epoch}/${now}/${sequence}`).toString("base64url"),
    read: (token: string) => {
      const [of, at, number] = Buffer.from(token, "base64url").toString().split("/").map(Number)
      return of === epoch && at !== undefined && number !== undefined ? { at, sequence: number } : null
    },
    control: {
      rows: Effect.map(clock.now, (now) => rowsAt(now).filter(({ id }) => !deleted.has(id))),
      addRow: (row: Partial<AgendaRow> & Pick<AgendaRow, "id" | "summary" | "when">) => edit(row.id, row),
      editRow: edit,
      deleteRow: (id: string) => Effect.sync(() => void deleted.set(id, ++sequence)),
      forgetTokens: Effect.sync(() => void epoch++),
      forgetDeleted: Effect.sync(() => void (remembers = false))
    } satisfies AgendaControl
  }
}
export type Agenda = ReturnType<typeof makeAgenda>
