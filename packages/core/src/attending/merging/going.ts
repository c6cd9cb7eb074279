import type { Game } from "../games.js"
import type { Thread } from "./threads.js"
import type { Told } from "./Told.js"

/** What is said of being there. */
export interface Standing {
  readonly status: "scheduled" | "postponed" | "cancelled"
  readonly going: boolean
  /** Whether there is anything to show at all: an event that is off, or that the person declined, only with a ticket. */
  readonly listed: boolean
}

/** The person's own word, else their tickets and calendar (contract §14). */
export const standingOf = (threads: ReadonlyArray<Thread>, told: ReadonlyArray<Told>, game: Game | null): Standing => {
  const tickets = threads.filter(({ hasOrder }) => hasOrder)
  const rows = told.filter(({ mention }) => mention.orders.length === 0)
  const off = offBy(tickets, game, rows)
  const presence = latest(told.filter((one) => one.presence !== null))?.presence ?? null
  const word = latest(told.filter(({ mention }) => mention.attended !== null))?.mention.attended ?? null
  const been = told.some(({ mention }) => mention.attended === true && mention.state === "confirmed")
  const said = presence ?? (word === false ? false : null)
  const present = told.some(({ promotion }) => promotion !== null) || tickets.some(({ state }) => state === "confirmed") || been || rows.some(({ mention }) => mention.state === "confirmed")
  const struck = latest(rows)?.mention.state === "cancelled"
  const going = said ?? (off === "scheduled" && present && !struck)
  return { status: off, going, listed: tickets.length > 0 || presence !== null || told.some(({ promotion, source }) => promotion !== null || source === "manual") || (said !== false && present && off !== "cancelled" && !struck) }
}

const offBy = (tickets: ReadonlyArray<Thread>, game: Game | null, rows: ReadonlyArray<Told>): Standing["status"] => {
  if (game !== null && game.state !== "cancelled" && game.state !== "postponed") return ticketsOff(tickets) ?? "scheduled"
  if (game !== null) return game.state === "cancelled" ? "cancelled" : "postponed"
  const row = latest(rows)?.mention.state
  return ticketsOff(tickets) ?? (row === "cancelled" || row === "postponed" ? row : "scheduled")
}

/** A seller who cancels or postpones says so of every order. */
const ticketsOff = (tickets: ReadonlyArray<Thread>): "cancelled" | "postponed" | null => {
  const [newest] = tickets.toSorted((a, b) => b.told[0]!.mention.saidAt - a.told[0]!.mention.saidAt || (a.key < b.key ? -1 : 1))
  if (newest === undefined || tickets.some(({ state }) => state === "confirmed" || state === "unread")) return null
  return newest.state === "cancelled" ? "cancelled" : newest.state === "postponed" && !isMoved(newest) ? "postponed" : null
}

/** The mail that postpones an event may say to which day. */
const isMoved = ({ told }: Thread): boolean => {
  const dates = told.map(({ mention }) => mention.date)
  return dates[0] !== null && dates.slice(1).some((date) => date !== null && date !== dates[0])
}

const latest = (told: ReadonlyArray<Told>): Told | undefined =>
  told.reduce<Told | undefined>((newest, one) => newest === undefined || one.mention.saidAt >= newest.mention.saidAt ? one : newest, undefined)
