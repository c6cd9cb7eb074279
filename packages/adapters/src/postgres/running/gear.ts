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

/**
 * Stores shoes, and says how many are new or another than before. A fact that the provider's answer leaves out keeps its
 * last value; an archive, which `asOf` is the time of, is the whole of what archives say, unless a newer one spoke.
 */
export const writeShoes = (sql: SqlClient.SqlClient, source: string, given: ReadonlyArray<Shoe>, asOf: number | null) => {
  const shoes = Array.from(new Map(given.map((shoe) => [shoe.id, shoe])).values())
  const kept = (column: "brand" | "model") =>
    asOf === null ? sql`coalesce(excluded.${sql(column)}, running_gear.${sql(column)})` : sql`excluded.${sql(column)}`
  return Effect.map(
    sql<{ isAnother: boolean }>`
      WITH before AS (SELECT * FROM running_gear WHERE id = ANY(${shoes.map(({ id }) => id)}::text[])), written AS (
      INSERT INTO running_gear (id, source, name, brand, model, distance, retired, as_of)
      SELECT shoe.id, ${source}, shoe.name, shoe.brand, shoe.model, shoe.distance, coalesce(shoe.retired, known.retired, false),
        to_timestamp(${asOf}::float8 / 1000)
      FROM unnest(
        ${shoes.map(({ id }) => id)}::text[], ${shoes.map(({ name }) => name)}::text[], ${shoes.map(({ brand }) => brand)}::text[],
        ${shoes.map(({ model }) => model)}::text[], ${shoes.map(({ distance }) => distance)}::numeric[], ${shoes.map(({ retired }) => retired)}::boolean[]
      ) AS shoe (id, name, brand, model, distance, retired)
      LEFT JOIN running_gear AS known ON known.id = shoe.id
      ON CONFLICT (id) DO UPDATE SET
        name = excluded.name, brand = ${kept("brand")}, model = ${kept("model")},
        distance = coalesce(excluded.distance, running_gear.distance), retired = excluded.retired, as_of = coalesce(excluded.as_of, running_gear.as_of)
      WHERE excluded.as_of IS NULL OR running_gear.as_of IS NULL OR excluded.as_of >= running_gear.as_of
      RETURNING *)
      SELECT (written.name, written.brand, written.model, written.distance, written.retired)
        IS DISTINCT FROM (before.name, before.brand, before.model, before.distance, before.retired) AS is_another
      FROM written LEFT JOIN before USING (id)`,
    (rows) => rows.filter(({ isAnother }) => isAnother).length
  )
}
