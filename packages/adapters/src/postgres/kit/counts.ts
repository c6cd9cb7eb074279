import type { Domain } from "@daybook/core"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import type { Column } from "./columns.js"
import { sql } from "./sql.js"

/** Counts over all records of a domain, as one JSON value that is stored for the data version of the domain. */
export interface DomainCounts<A> {
  readonly domain: Domain
  /** A query that counts otherwise takes a new name: a version may hold the counts of an earlier program. */
  readonly name: string
  readonly body: Column<A>
  /** Answers one row with one column of type `jsonb`. */
  readonly query: Statement.Fragment
}

/** The domain and name of counts, and how they are counted. */
export type CountQuery = Pick<DomainCounts<unknown>, "domain" | "name" | "query">

/** The counts of the current data version, or counted now if the last change has not been counted yet. */
export const readCounts = <A>({ body, domain, name, query }: DomainCounts<A>) =>
  Effect.gen(function* () {
    const [current] = yield* sql({ body })`
      SELECT counts.body FROM domain_counts AS counts
      JOIN versions ON versions.topic = counts.domain AND versions.version = counts.version
      WHERE counts.domain = ${domain} AND counts.name = ${name}`
    if (current !== undefined) return current.body
    const [counted] = yield* sql({ body })`SELECT (${query}) AS body`
    return counted!.body
  })

/**
 * Counts for the current data version, unless that is done. One statement sees records and version as one commit left
 * them. Writes nothing while the version is the same.
 */
export const completeCounts = ({ domain, name, query }: CountQuery) => sql`
  INSERT INTO domain_counts AS former (domain, name, version, body)
  SELECT topic, ${name}, version, (${query}) FROM versions
  WHERE topic = ${domain} AND NOT EXISTS (
    SELECT FROM domain_counts AS counts
    WHERE counts.domain = ${domain} AND counts.name = ${name} AND counts.version >= versions.version
  )
  ON CONFLICT (domain, name) DO UPDATE SET version = excluded.version, body = excluded.body
  WHERE former.version < excluded.version`
