import { Effect } from "effect"
import { attendingRules } from "../../attending/rules.js"
import * as Setting from "../kit/settings.js"

/** On by default: the data is open. */
export const missing = Setting.turnedOff("ESPN_ENABLED")

export const settings = Effect.all({
  baseUrl: Setting.baseUrl("ESPN_BASE_URL", "https://site.api.espn.com"),
  gap: Setting.minInterval("ESPN", "500 millis"),
  ownTeams: Effect.map(attendingRules, ({ teams }) => teams)
})
