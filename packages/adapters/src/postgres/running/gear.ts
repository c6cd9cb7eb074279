import { type GearRef, type Shoe, type StoredShoe, gearIdOf, isSameShoe, mergeShoe } from "@daybook/core/running"
import { Effect } from "effect"
import { type ColumnsOf, boolean, instant, nullable, numeric, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

const shoeColumns: ColumnsOf<StoredShoe> = {
  id: text,
  name: nullable(text),
  brand: nullable(text),
  model: nullable(text),
  distance: nullable(numeric),
  retired: boolean,
  asOf: nullable(instant)
}
const shoes = table("running_gear", { source: text, ...shoeColumns })
const mentions = table("running_gear", { id: text, source: text, name: nullable(text) })

/** Inserts rows for shoes that runs refer to before their details are known. */
export const mentionGear = Effect.fn("running.mentionGear")(function* (
  source: string,
  mentioned: ReadonlyArray<GearRef>
) {
  const names = Array.from(new Map(mentioned.map((one) => [gearIdOf(one), "id" in one ? null : one.name])))
  yield* mentions.insert(
    names.map(([id, name]) => ({ id, source, name })),
    { skip: true }
  )
})

/** Stores shoes and returns how many are new or changed. `asOf` is the time of the archive that they come from. */
export const writeShoes = Effect.fn("running.writeShoes")(function* (
  source: string,
  reported: ReadonlyArray<Shoe>,
  asOf: number | null
) {
  const reportedById = new Map(reported.map((shoe) => [shoe.id, shoe]))
  const storedShoes = yield* sql(shoeColumns)`
    SELECT ${shoes.select("shoe")} FROM running_gear AS shoe WHERE id = ANY(${[...reportedById.keys()]}::text[])`
  const storedById = new Map(storedShoes.map((shoe) => [shoe.id, shoe]))
  const merged = Array.from(reportedById.values(), (shoe) => mergeShoe(storedById.get(shoe.id), shoe, asOf))
  yield* shoes.upsert(
    merged.map((shoe) => ({ ...shoe, source })),
    { key: ["id"], keep: ["source"], returning: {} }
  )
  return merged.filter((shoe) => !isSameShoe(storedById.get(shoe.id), shoe)).length
})
