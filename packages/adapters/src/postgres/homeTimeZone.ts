import {
  Calendar,
  type HomeZones,
  historyText,
  homeCalendar,
  homeMovedTo,
  homeWith,
  noHistory,
  parseHistory
} from "@daybook/core/shared"
import { Effect, Either, Layer } from "effect"
import { Opening } from "../Opening.js"
import { settings } from "../Settings.js"
import { requireExclusiveUse } from "./requireExclusiveUse.js"
import { sql } from "./kit/sql.js"
import { storedSetting } from "./kit/storedSettings.js"
import { storage } from "./storage.js"

/** The home that all days were computed for, and one whose days are still to be computed. */
export const homeSettings = {
  zone: "home_zone",
  history: "zone_history",
  /** A change that began: the zone of today, then the history. The next host goes on with it. */
  begun: "zone_history_begun",
  /** Present after the dates of a sample have moved: no stored day can be trusted. */
  outdated: "home_days_outdated"
} as const

/** The home that all stored days were computed for; none in a new database. */
export const storedHome = Effect.gen(function* () {
  const zone = yield* storedSetting(homeSettings.zone)
  if (zone === undefined) return undefined
  const history = yield* storedSetting(homeSettings.history)
  return { zone, history: history === undefined ? noHistory : yield* parseHistory(history) } satisfies HomeZones
})

/** One text for one home, to compare and to store. */
export const homeText = ({ history, zone }: HomeZones): string => `${zone}\n${historyText(history)}`

const homeIn = (text: string) =>
  Either.flatMap(parseHistory(text.slice(text.indexOf("\n") + 1)), (history) =>
    homeWith(text.slice(0, text.indexOf("\n")), history)
  )

/** A change that was interrupted goes on, unless another host uses the data. */
const begunHome = Effect.gen(function* () {
  const begun = yield* storedSetting(homeSettings.begun)
  if (begun === undefined) return undefined
  const home = yield* homeIn(begun)
  const former = yield* storedHome
  return yield* Effect.match(requireExclusiveUse(former?.zone ?? home.zone, home.zone), {
    onFailure: () => undefined,
    onSuccess: () => home
  })
})

/** The calendar that the program works in: the stored home, unless the program may change it. */
const calendar = storage("home")(
  Effect.gen(function* () {
    const { home } = yield* Opening
    const { calendar: wished, namesZone } = yield* settings
    if (typeof home === "object") return yield* homeCalendar(home)
    const existing = home === "setting" ? ((yield* begunHome) ?? (yield* storedHome)) : yield* storedHome
    if (existing === undefined) return wished
    // Moves say more than a variable of a host that somebody forgot.
    const isNamed = home === "setting" && namesZone && existing.history.periods.length === 0
    return yield* homeCalendar(isNamed ? yield* homeMovedTo(wished.zone, existing.history) : existing)
  })
)

export const layer = Layer.effect(Calendar, calendar)

/** Stores the time zone of a new database. Existing data keeps its own. */
export const keepZone = storage("home")(
  Effect.gen(function* () {
    const { zone } = yield* Calendar
    yield* sql`
      INSERT INTO settings (name, value) VALUES (${homeSettings.zone}, ${zone}) ON CONFLICT (name) DO NOTHING`
  })
)
