import { Effect } from "effect"
import { attendingRules } from "../../attending/rules.js"
import * as Setting from "../kit/settings.js"

export type Settings = Effect.Effect.Success<typeof settings>

/** On by default: the data is open. */
export const missing = Setting.turnedOff("MLB_ENABLED")

export const settings = Effect.all({
  baseUrl: Setting.baseUrl("MLB_BASE_URL", "https://statsapi.mlb.com"),
  /** Base URL of logos: `{id}.svg` and `team-cap-on-dark/{id}.svg`. */
  logoBaseUrl: Setting.baseUrl("MLB_LOGO_BASE_URL", "https://www.mlbstatic.com/team-logos"),
  photoBaseUrl: Setting.baseUrl("MLB_PHOTO_BASE_URL", "https://img.mlbstatic.com/mlb-photos/image/upload"),
  /** Source of team colours, which the league's API lacks. */
  colorBaseUrl: Setting.baseUrl("ESPN_BASE_URL", "https://site.api.espn.com"),
  gap: Setting.minInterval("MLB", "500 millis"),
  ownTeams: Effect.map(attendingRules, ({ teams }) => teams)
})
