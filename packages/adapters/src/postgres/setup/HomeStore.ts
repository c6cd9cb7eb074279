import { HomeStore, type Standstill } from "@daybook/core/setup"
import { Effect, Option, Schema } from "effect"
import { boolean } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { storeSetting, storedSetting } from "../kit/storedSettings.js"
import { storeLayer } from "../kit/store.js"
import { declineZone, declinedZones, zoneEvidence } from "./zoneEvidence.js"

const valueOf = (name: string) => Effect.map(storedSetting(name), (value) => value ?? null)

const toStandstill = Schema.decodeOption(
  Schema.parseJson(Schema.Struct({ at: Schema.Number, milliseconds: Schema.Number, times: Schema.Number }))
)

const standstillOf = (process: Standstill["process"]) =>
  Effect.map(valueOf(`host_standstill_${process}`), (value) =>
    value === null ? [] : Option.toArray(Option.map(toStandstill(value), (report) => ({ ...report, process })))
  )

export const layer = storeLayer(HomeStore, {
  units: Effect.map(valueOf("units"), (value) => (value === "imperial" || value === "metric" ? value : null)),
  setUnits: (units) => storeSetting("units", units),
  address: valueOf("host_address"),
  announce: (address) => storeSetting("host_address", address),
  standstills: Effect.zipWith(standstillOf("answers"), standstillOf("works"), (one, other) => [...one, ...other]),
  reportStandstill: ({ process, ...report }) => storeSetting(`host_standstill_${process}`, JSON.stringify(report)),
  isEmpty: Effect.map(
    sql({ empty: boolean })`
      SELECT NOT EXISTS (SELECT FROM sync_runs WHERE status = 'completed') AND NOT EXISTS (SELECT FROM feed_items) AS empty`,
    ([row]) => row?.empty ?? true
  ),
  zoneEvidence,
  declinedZones,
  declineZone
})
