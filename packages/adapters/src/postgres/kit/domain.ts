import type { Domain } from "@daybook/core"
import type { Statement } from "@effect/sql"
import type { Effect } from "effect"
import type { CountQuery } from "./counts.js"
import { sql } from "./sql.js"

/** A table that is exported, and its key columns. */
export interface ExportTable {
  readonly name: string
  readonly key: readonly [string, ...ReadonlyArray<string>]
}

/** What a domain's tables give the shared services. */
export interface DomainTables<E, R> {
  readonly domain: Domain
  /** What the providers and the owner said. Counts that are computed from it, and queues, are left out. */
  readonly exported: ReadonlyArray<ExportTable>
  /**
   * The kind and the id, as text, of every record that the log of changes lists. Feed items are of all domains and need
   * not be named.
   */
  readonly logged: Statement.Fragment
  /**
   * What the owner did with the record of a row of `part`: how often (`times`), and on which day last (`last`).
   * Selected row by row: planners expect one row per portion, and would join all activity for each row.
   */
  readonly activity: Statement.Fragment
  /**
   * What is known by now of the picture of a row of `images`, as JSON of texts: it joins the hints that its search
   * was entered with.
   */
  readonly pictureHints?: Statement.Fragment
  /** Whether the days of its feed entries follow from their instants alone. Else `rezone` moves them. */
  readonly feedFollowsInstants: boolean
  /** What reads would otherwise count over all records. */
  readonly counts?: ReadonlyArray<CountQuery>
  /** Computes the days of some periods again, in the calendar of the home. `zone` has rows (since, until, ahead). */
  readonly rezone: (zone: Statement.Fragment) => Effect.Effect<void, E, R>
}

export const tablesOf = <E, R>(tables: DomainTables<E, R>): DomainTables<E, R> => tables

/** The day of an instant in a row of `zone`. */
export const dayIn = (instant: string) => sql.literal(`((${instant} AT TIME ZONE 'UTC') + zone.ahead)::date`)

/** Whether an instant lies in the period of a row of `zone`. */
export const isInPeriod = (instant: string) => sql.literal(`${instant} >= zone.since AND ${instant} < zone.until`)

/** Whether an instant lies in a period of `zone`. */
export const isInAny = (zone: Statement.Fragment, instant: string): Statement.Fragment =>
  sql`EXISTS (SELECT FROM ${zone} AS zone WHERE ${isInPeriod(instant)})`
