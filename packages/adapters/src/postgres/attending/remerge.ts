import { RuleBook, type Turned, merged } from "@daybook/core/attending"
import { Calendar } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { Clock, DateTime, Effect } from "effect"
import { writeBills } from "./bills.js"
import { writeEvents } from "./events.js"
import { groundOf } from "./ground.js"
import { placeVenues } from "./places.js"
import { turnedBy } from "./shown.js"

/** Finds events anew. */
export interface Remerge {
  /**
   * Those of everything that shares one of some ties, or of everything. `left` are events that mentions just taken out
   * belonged to; `due` are events to tell of although nothing changed.
   */
  readonly of: (ties: ReadonlyArray<string> | null, left?: ReadonlyArray<number>, due?: ReadonlyArray<number>) => ReturnType<typeof run>
}

export const remerge = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rules = yield* RuleBook
  const calendar = yield* Calendar
  const around = { rules, aheadAt: zones(calendar.offsetAt) }
  return { of: (ties, left = [], due = []) => run(sql, around, ties, left, due) } satisfies Remerge
})

const run = Effect.fn("attending.remerge")(function*(
  sql: SqlClient.SqlClient,
  around: Parameters<typeof groundOf>[1],
  ties: ReadonlyArray<string> | null,
  left: ReadonlyArray<number>,
  due: ReadonlyArray<number>
) {
  const isNothing = ties !== null && ties.length === 0 && left.length === 0
  const settled = isNothing ? nothing : yield* Effect.gen(function*() {
    const { ground, rows } = yield* groundOf(sql, around, ties)
    const settled = yield* writeEvents(sql, rows, merged(ground), left)
    yield* writeBills(sql, settled.changed)
    yield* placeVenues(sql, settled.venues)
    return settled
  })
  const turned: Turned = yield* turnedBy(sql, { changed: [...new Set([...settled.changed, ...due])], gone: settled.gone }, yield* Clock.currentTimeMillis)
  return turned
})

const nothing = { changed: [], gone: [], venues: [] }

/** Clocks at a venue; those at home where its zone is not known. */
const zones = (atHome: (at: number) => number) => {
  const known = new Map<string, DateTime.TimeZone | null>()
  const named = (name: string) => {
    if (!known.has(name)) known.set(name, DateTime.zoneMakeNamed(name)._tag === "Some" ? DateTime.zoneUnsafeMakeNamed(name) : null)
    return known.get(name) ?? null
  }
  return (at: number, zone: string | null): number => {
    const there = zone === null ? null : named(zone)
    return there === null ? atHome(at) : DateTime.zonedOffset(DateTime.unsafeMakeZoned(at, { timeZone: there }))
  }
}
