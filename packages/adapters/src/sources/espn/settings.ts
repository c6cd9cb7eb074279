import { Effect } from "effect"
import { attendingRules } from "../../attending/rules.js"
import { Settings as Setting } from "../provider/index.js"

/** On unless it is turned off: what the site itself asks for is open to anybody. */
export const missing = Setting.turnedOff("ESPN_ENABLED")

export const settings = Effect.all({
  baseUrl: Setting.baseUrl("ESPN_BASE_URL", "https://site.api.espn.com"),
  gap: Setting.minInterval("ESPN", "500 millis"),
  ownTeams: Effect.map(attendingRules, ({ teams }) => teams)
})
