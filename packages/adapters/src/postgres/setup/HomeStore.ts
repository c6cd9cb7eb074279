import { HomeStore } from "@daybook/core/setup"
import { Effect, Option, Schema } from "effect"
import { boolean, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { storeLayer } from "../kit/store.js"

const valueOf = (name: string) =>
  Effect.map(sql({ value: text })`SELECT value FROM settings WHERE name = ${name}`, ([row]) => row?.value ?? null)

const setValue = (name: string, value: string) =>
  Effect.asVoid(sql`
    INSERT INTO settings (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`)

const toStandstill = Schema.decodeOption(
  Schema.parseJson(Schema.Struct({ at: Schema.Number, milliseconds: Schema.Number }))
)

export const layer = storeLayer(HomeStore, {
  units: Effect.map(valueOf("units"), (value) => (value === "imperial" || value === "metric" ? value : null)),
  setUnits: (units) => setValue("units", units),
  address: valueOf("host_address"),
  announce: (address) => setValue("host_address", address),
  standstill: Effect.map(valueOf("host_standstill"), (value) =>
    value === null ? null : Option.getOrNull(toStandstill(value))
  ),
  reportStandstill: (standstill) => setValue("host_standstill", JSON.stringify(standstill)),
  isEmpty: Effect.map(
    sql({ empty: boolean })`
      SELECT NOT EXISTS (SELECT FROM sync_runs WHERE status = 'completed') AND NOT EXISTS (SELECT FROM feed_items) AS empty`,
    ([row]) => row?.empty ?? true
  )
})
