import type { Domain } from "@daybook/core"
import type { EntityRef } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"

/** The rows of a hall's table that belong to entities of a domain, as a condition. */
export const ofEntities = (sql: SqlClient.SqlClient, domain: Domain, entities: ReadonlyArray<EntityRef>): Statement.Fragment => sql`
  domain = ${domain} AND (entity_type, entity_id) IN (
    SELECT * FROM unnest(${entities.map(({ type }) => type)}::text[], ${entities.map(({ id }) => id)}::bigint[])
  )`

/** Takes whatever a hall keeps of entities of a domain out of its table. */
export const withdrawFrom = (sql: SqlClient.SqlClient, table: string) => (domain: Domain, entities: ReadonlyArray<EntityRef>) =>
  Effect.asVoid(sql`DELETE FROM ${sql(table)} WHERE ${ofEntities(sql, domain, entities)}`)
