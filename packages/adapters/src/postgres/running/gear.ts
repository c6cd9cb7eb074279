import { type GearRef, gearIdOf, type Shoe } from "@daybook/core/running"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Makes place for shoes that runs speak of before anything else is known of them. */
export const mentionGear = Effect.fn("running.mentionGear")(function*(sql: SqlClient.SqlClient, source: string, mentioned: ReadonlyArray<GearRef>) {
  const gear = Array.from(new Map(mentioned.map((one) => [gearIdOf(one), "id" in one ? null : one.name])))
  if (gear.length === 0) return
  yield* sql`
    INSERT INTO running_gear (id, source, name)
    SELECT id, ${source}, name FROM unnest(${gear.map(([id]) => id)}::text[], ${gear.map(([, name]) => name)}::text[]) AS given (id, name)
    ON CONFLICT DO NOTHING`
})

/** Stores shoes; a fact that this answer leaves out keeps its last value. Says how many are new or another than before. */
export const writeShoes = (sql: SqlClient.SqlClient, source: string, given: ReadonlyArray<Shoe>) => {
  const shoes = Array.from(new Map(given.map((shoe) => [shoe.id, shoe])).values())
  return Effect.map(
    sql`
      INSERT INTO running_gear (id, source, name, brand, model, distance, retired)
      SELECT shoe.id, ${source}, shoe.name, shoe.brand, shoe.model, shoe.distance, coalesce(shoe.retired, known.retired, false)
      FROM unnest(
        ${shoes.map(({ id }) => id)}::text[], ${shoes.map(({ name }) => name)}::text[], ${shoes.map(({ brand }) => brand)}::text[],
        ${shoes.map(({ model }) => model)}::text[], ${shoes.map(({ distance }) => distance)}::numeric[], ${shoes.map(({ retired }) => retired)}::boolean[]
      ) AS shoe (id, name, brand, model, distance, retired)
      LEFT JOIN running_gear AS known ON known.id = shoe.id
      ON CONFLICT (id) DO UPDATE SET
        name = excluded.name, brand = coalesce(excluded.brand, running_gear.brand), model = coalesce(excluded.model, running_gear.model),
        distance = coalesce(excluded.distance, running_gear.distance), retired = excluded.retired
      WHERE (running_gear.name, running_gear.brand, running_gear.model, running_gear.distance, running_gear.retired) IS DISTINCT FROM
        (excluded.name, coalesce(excluded.brand, running_gear.brand), coalesce(excluded.model, running_gear.model),
          coalesce(excluded.distance, running_gear.distance), excluded.retired)
      RETURNING id`,
    (rows) => rows.length
  )
}
