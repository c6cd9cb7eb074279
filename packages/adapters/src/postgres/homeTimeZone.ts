import { Calendar, fromZoneName } from "@daybook/core/shared"
import { type Context, Effect, Layer } from "effect"
import { Opening } from "../Opening.js"
import { settings } from "../Settings.js"
import { text } from "./kit/columns.js"
import { sql } from "./kit/sql.js"
import { storage } from "./storage.js"

/** The time zone that all stored days were computed in; none in a new database. */
export const storedZone = Effect.map(
  sql({ value: text })`SELECT value FROM settings WHERE name = 'home_zone'`,
  ([row]) => row?.value
)

/** The calendar that the program works in: the stored home time zone, unless the program may change it. */
const calendar = storage("home")(
  Effect.gen(function* () {
    const { home } = yield* Opening
    const { calendar: wished, namesZone } = yield* settings
    if (typeof home === "object") return yield* fromZoneName(home.zone)
    const storedName = yield* storedZone
    return storedName === undefined || (home === "setting" && namesZone) ? wished : yield* fromZoneName(storedName)
  })
)

export const layer = Layer.effect(Calendar, calendar)

/** Stores the time zone of a new database. Existing data keeps its own. */
export const keepZone = storage("home")(
  Effect.gen(function* () {
    const { zone }: Context.Tag.Service<Calendar> = yield* Calendar
    yield* sql`INSERT INTO settings (name, value) VALUES ('home_zone', ${zone}) ON CONFLICT (name) DO NOTHING`
  })
)
