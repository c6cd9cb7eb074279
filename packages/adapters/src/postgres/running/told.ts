import type { Detail, Report, Run, Told } from "@daybook/core/running"
import { isOutdated } from "@daybook/core/sync"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { isDeepStrictEqual } from "node:util"

/** What is stored of a run before a page: what the roads said, and why it is not there, if it was deleted. */
export interface Known {
  readonly told: Told
  readonly deleted: "no" | "by hand" | "by the provider"
  /** Of the archive that told it last, and of the one that told its deletion, epoch milliseconds. */
  readonly archivedAsOf: number | null
  readonly deletedAsOf: number | null
}

const unheard: Told = { listed: null, detailed: null, archived: null }

interface Row {
  readonly id: number
  readonly byHand: boolean | null
  readonly listed: Run | null
  readonly detailed: Detail | null
  readonly archived: Told["archived"]
  readonly archivedAsOf: number | null
  readonly deletedAsOf: number | null
}

/** What is known of each of some runs; one that was never heard of is absent. */
export const lookUp = (sql: SqlClient.SqlClient, ids: ReadonlyArray<number>) =>
  Effect.map(
    sql<Row>`
      SELECT given.id, deletion.by_hand, listed.said AS listed, detailed.said AS detailed, archived.said AS archived,
        (extract(epoch FROM archived.as_of) * 1000)::float8 AS archived_as_of, (extract(epoch FROM deletion.as_of) * 1000)::float8 AS deleted_as_of
      FROM unnest(${ids}::bigint[]) AS given (id)
      LEFT JOIN running_deletions AS deletion ON deletion.activity_id = given.id
      LEFT JOIN running_reports AS listed ON listed.activity_id = given.id AND listed.road = 'listed'
      LEFT JOIN running_reports AS detailed ON detailed.activity_id = given.id AND detailed.road = 'detailed'
      LEFT JOIN running_reports AS archived ON archived.activity_id = given.id AND archived.road = 'archived'
      WHERE deletion.activity_id IS NOT NULL OR listed.said IS NOT NULL OR archived.said IS NOT NULL`,
    (rows) => new Map(rows.map(({ archived, archivedAsOf, byHand, deletedAsOf, detailed, id, listed }): readonly [number, Known] => [id, {
      told: { listed, detailed, archived },
      deleted: byHand === null ? "no" : byHand ? "by hand" : "by the provider",
      archivedAsOf,
      deletedAsOf
    }]))
  )

/** What a page changes of one run. */
export interface Change {
  readonly id: number
  readonly before: Told
  readonly after: Told
  readonly wasDeleted: boolean
}

type OfRun = Exclude<Report, { readonly _tag: "Shoes" }>

const heard = (told: Told, report: OfRun): Told => {
  switch (report._tag) {
    case "Listed": return { ...told, listed: report.run }
    case "Detailed": return { ...told, listed: report.run, detailed: report.detail }
    case "Archived": return { ...told, archived: { run: report.run, detail: report.detail } }
  }
}

/**
 * Nothing brings back what was deleted by hand. An archive may be older than the provider's deletion: it brings back only
 * what an older archive lacked. An older archive does not change what a newer one told.
 */
const isHeeded = (report: OfRun, { archivedAsOf, deleted, deletedAsOf }: Known, asOf: number | null) => {
  if (deleted === "by hand") return false
  if (report._tag !== "Archived") return true
  return deleted === "no" ? !isOutdated(asOf, archivedAsOf) : asOf !== null && deletedAsOf !== null && asOf > deletedAsOf
}

/** What some reports change, run by run; those that say nothing new are absent. */
export const changesOf = (reports: ReadonlyArray<Report>, known: ReadonlyMap<number, Known>, asOf: number | null): ReadonlyArray<Change> => {
  const changes = new Map<number, Change>()
  for (const report of reports) {
    if (report._tag === "Shoes") continue
    const { id } = report.run
    const stored = known.get(id) ?? { told: unheard, deleted: "no", archivedAsOf: null, deletedAsOf: null }
    if (!isHeeded(report, stored, asOf)) continue
    const before = stored.deleted === "no" ? stored.told : unheard
    changes.set(id, { id, before, after: heard(changes.get(id)?.after ?? before, report), wasDeleted: stored.deleted !== "no" })
  }
  return Array.from(changes.values()).filter(({ after, before }) => !isDeepStrictEqual(after, before))
}

/** Stores what the roads now say, where it is another thing than before. */
export const writeTold = (sql: SqlClient.SqlClient, changes: ReadonlyArray<Change>) => {
  const rows = changes.flatMap(({ after, before, id }) =>
    (["listed", "detailed", "archived"] as const).flatMap((road) =>
      after[road] === null || isDeepStrictEqual(after[road], before[road]) ? [] : [{ id, road, said: JSON.stringify(after[road]) }]))
  return sql`
    INSERT INTO running_reports (activity_id, road, said)
    SELECT id, road, said::jsonb
    FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ road }) => road)}::text[], ${rows.map(({ said }) => said)}::text[]) AS given (id, road, said)
    ON CONFLICT (activity_id, road) DO UPDATE SET said = excluded.said`
}
