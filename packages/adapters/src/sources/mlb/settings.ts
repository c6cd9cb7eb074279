import { Effect } from "effect"
import { attendingRules } from "../../attending/rules.js"
import { Settings as Setting } from "../provider/index.js"

export type Settings = Effect.Effect.Success<typeof settings>

/** On unless it is turned off: the league's data is open to anybody. */
export const missing = Setting.turnedOff("MLB_ENABLED")

export const settings = Effect.all({
  baseUrl: Setting.baseUrl("MLB_BASE_URL", "https://statsapi.mlb.com"),
  /** Where logos lie: `{id}.svg` and `team-cap-on-dark/{id}.svg`. */
  logoBaseUrl: Setting.baseUrl("MLB_LOGO_BASE_URL", "https://www.mlbstatic.com/team-logos"),
  photoBaseUrl: Setting.baseUrl("MLB_PHOTO_BASE_URL", "https://img.mlbstatic.com/mlb-photos/image/upload"),
  /** Where teams' colours come from, which the league's own data does not have. */
  colorBaseUrl: Setting.baseUrl("ESPN_BASE_URL", "https://site.api.espn.com"),
  gap: Setting.minInterval("MLB", "500 millis"),
  ownTeams: Effect.map(attendingRules, ({ teams }) => teams)
})
