import { Calendar, fromZoneName } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { type Context, Effect, Layer } from "effect"
import { Opening } from "../Opening.js"
import { settings } from "../Settings.js"
import { storage } from "./storage.js"

/** The zone that all stored days were computed in; none in a new database. */
export const storedZone = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ value: string }>`SELECT value FROM settings WHERE name = 'home_zone'`, ([row]) => row?.value))

/** The calendar of the home that the program works in, which is the stored one unless it may move it. */
const calendar = storage("home")(Effect.gen(function*() {
  const { home } = yield* Opening
  const { calendar: wished, namesZone } = yield* settings
  if (typeof home === "object") return yield* fromZoneName(home.zone)
  const stored = yield* storedZone
  return stored === undefined || home === "setting" && namesZone ? wished : yield* fromZoneName(stored)
}))

export const layer = Layer.effect(Calendar, calendar)

/** Writes the zone of a new database down. Stored data keeps its own. */
export const keepZone = storage("home")(Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { zone }: Context.Tag.Service<Calendar> = yield* Calendar
  yield* sql`INSERT INTO settings (name, value) VALUES ('home_zone', ${zone}) ON CONFLICT (name) DO NOTHING`
}))
