import { Schema } from "effect"
import { Domain } from "../domains.js"
import { Timestamp, field, iso, withExample } from "../shared/fields.js"
import { LocalDate } from "../shared/LocalDate.js"
import { SourceStatus } from "../sync/views.js"
import type { HomeStatus } from "./HomeSettings.js"
import type { LoginAttempt, SettingStatus } from "./ports.js"
import type { SourceState } from "./SourceOverview.js"

const NullableText = Schema.NullOr(Schema.String)

const SettingView = Schema.Struct({
  name: field(Schema.String, "Name of the setting", "DAYBOOK_LASTFM_API_KEY"),
  sentence: field(Schema.String, "What the setting is for", "Last.fm API key"),
  accepts: field(Schema.String, "Accepted values, in short words", "two letters"),
  default_value: field(NullableText, "The text that applies without a value; null without one", null),
  absence: field(NullableText, "What applies without a value, where no text means the same", null),
  secret: field(Schema.Boolean, "Whether the value is a secret, which is never answered"),
  required: field(Schema.Boolean, "Whether the source needs a value"),
  set: field(Schema.Boolean, "Whether the setting has a value"),
  origin: field(
    Schema.NullOr(Schema.Literal("environment", "file", "stored")),
    "Where the value comes from: the environment, the configuration file, or this API; null without a value",
    "stored"
  ),
  fixed: field(NullableText, "Why the setting cannot be changed here and what to do; null if it can", null),
  value: field(NullableText, "The value; null for secrets and without a value", null)
}).annotations({ identifier: "SourceSetting" })

const LoginView = Schema.Struct({
  name: field(Schema.String, "Name of the provider", "Strava"),
  connected: field(Schema.Boolean, "Whether a login is stored"),
  missing: field(Schema.Array(Schema.String), "Settings that the login needs and that have no value", [
    "DAYBOOK_STRAVA_CLIENT_ID"
  ]),
  application_url: field(
    NullableText,
    "Page for registering the application whose id and secret the settings hold",
    "https://www.strava.com/settings/api"
  )
}).annotations({ identifier: "SourceLogin" })

/** A source with its settings and the state of its syncs. */
export const SourceView = Schema.Struct({
  id: field(Schema.String, "Name of the source", "lastfm"),
  title: field(Schema.String, "Display name of the provider", "Last.fm"),
  domain: field(Domain, "Domain of the record"),
  brings: field(Schema.String, "What the source brings", "Plays, with tags, biographies and similar artists."),
  keys_url: field(NullableText, "Page where a key is had; null without one", "https://www.last.fm/api/account/create"),
  export_url: field(NullableText, "Page where an export file is had; null without one", null),
  reads_files: field(Schema.Boolean, "Whether export files can be imported"),
  enriches_only: field(Schema.Boolean, "Whether it only adds to records of other sources"),
  configured: field(Schema.Boolean, "Whether the source is fully configured"),
  missing: field(Schema.Array(Schema.String), "Required settings without a value, and a missing login", [
    "DAYBOOK_LASTFM_USERNAME"
  ]),
  records: field(Schema.NullOr(Schema.Number), "Number of its records; null if it only enriches", 128_400),
  sync: field(SourceStatus, "State of its syncs"),
  login: field(Schema.NullOr(LoginView), "Login at the provider; null if it needs none", null),
  settings: field(Schema.Array(SettingView), "Its settings")
}).annotations({ identifier: "SourceDetail" })

const settingView = ({ fixed, isRequired, isSecret, origin, ...one }: SettingStatus): typeof SettingView.Type => ({
  name: one.name,
  sentence: one.sentence,
  accepts: one.type,
  default_value: one.default,
  absence: one.absence,
  secret: isSecret,
  required: isRequired,
  set: origin !== null,
  origin,
  fixed,
  value: isSecret ? null : one.value
})

export const sourceView = (source: SourceState): typeof SourceView.Type => ({
  id: source.id,
  title: source.title,
  domain: source.domain,
  brings: source.brings,
  keys_url: source.keys,
  export_url: source.exports,
  reads_files: source.readsFiles,
  enriches_only: source.enrichesOnly,
  configured: source.missing.length === 0,
  missing: source.missing,
  records: source.records,
  sync: source.sync,
  login:
    source.login === null
      ? null
      : {
          name: source.login.name,
          connected: source.login.isConnected,
          missing: source.login.missing,
          application_url: source.login.application
        },
  settings: source.settings.map(settingView)
})

/** A login that was begun on the page. */
export const LoginAttemptView = Schema.Struct({
  source: field(Schema.String, "Name of the source", "strava"),
  kind: field(
    Schema.Literal("code", "device", "pin", "password"),
    "`code`: the provider redirects back; `device`: a code is entered at the provider; `pin`: the address contains it; `password`: by name and password"
  ),
  state: field(Schema.Literal("pending", "done", "failed"), "State of the login"),
  url: field(NullableText, "Page of the provider to open; null when the login has ended", "https://trakt.tv/activate"),
  code: field(NullableText, "Code to enter there; null if none is needed", "5055CC52"),
  error: field(NullableText, "What failed and what to do next; null if nothing did", null),
  expires_at: withExample(Timestamp, "2026-03-14T20:30:00.000Z")
}).annotations({ identifier: "LoginAttempt" })

export const loginAttemptView = (attempt: LoginAttempt): typeof LoginAttemptView.Type => ({
  source: attempt.source,
  kind: attempt.kind,
  state: attempt.state,
  url: attempt.url,
  code: attempt.code,
  error: attempt.error,
  expires_at: iso(attempt.expiresAt)
})

/** The home time zone and the units. */
export const HomeView = Schema.Struct({
  time_zone: field(Schema.String, "Home time zone, an IANA name", "Europe/Berlin"),
  time_zone_fixed: field(Schema.Boolean, "Whether the environment sets the home time zone"),
  units: field(Schema.Literal("imperial", "metric"), "Units of distances on the page", "metric"),
  units_fixed: field(Schema.Boolean, "Whether the environment sets the units"),
  empty: field(Schema.Boolean, "Whether nothing is stored yet"),
  opened_at: withExample(
    Timestamp.annotations({ description: "When the host opened its data; changes once a change is taken over" }),
    "2026-03-14T20:15:00.000Z"
  ),
  reopening: field(
    Schema.Boolean,
    "Whether the host opens its data again to take over the change; it answers within seconds"
  ),
  problem: field(NullableText, "Why the last change of the home time zone failed; null if it did not", null)
}).annotations({ identifier: "Home" })

export const homeView = (home: HomeStatus): typeof HomeView.Type => ({
  time_zone: home.zone,
  time_zone_fixed: home.fixesZone,
  units: home.units,
  units_fixed: home.fixesUnits,
  empty: home.isEmpty,
  opened_at: iso(home.openedAt),
  reopening: home.isReopening,
  problem: home.problem
})

const zoneName = field(Schema.String, "IANA name of the time zone", "Asia/Tokyo")
const ZonePeriodView = Schema.Struct({
  from: field(Schema.NullOr(LocalDate), "First day of the period; null for the zone before all moves", "2023-08-15"),
  zone: zoneName
}).annotations({ identifier: "TimeZonePeriod" })
const ZoneTripView = Schema.Struct({
  from: field(LocalDate, "First day of the trip", "2025-03-02"),
  to: field(LocalDate, "Last day of the trip", "2025-03-16"),
  zone: zoneName
}).annotations({ identifier: "TimeZoneTrip" })

const entries = {
  periods: field(Schema.Array(ZonePeriodView), "Where the owner lived, oldest first; empty if always in one zone"),
  trips: field(Schema.Array(ZoneTripView), "Stays elsewhere, oldest first; they go before periods")
}

/** Moves and trips to store. */
export const NewZoneHistory = Schema.Struct(entries).annotations({ identifier: "NewTimeZoneHistory" })

/** The zones of earlier days. */
export const ZoneHistoryView = Schema.Struct({
  time_zone: field(Schema.String, "Home time zone of today, an IANA name: that of the last period", "Europe/Berlin"),
  ...entries,
  reopening: field(Schema.Boolean, "Whether the host opens its data again to take over a change"),
  problem: field(NullableText, "Why the last change failed; null if it did not", null)
}).annotations({ identifier: "TimeZoneHistory" })

export const zoneHistoryView = (home: HomeStatus): typeof ZoneHistoryView.Type => ({
  time_zone: home.zone,
  periods: home.history.periods,
  trips: home.history.trips,
  reopening: home.isReopening,
  problem: home.problem
})

const suggestedDays = {
  from: field(LocalDate, "First day", "2025-03-02"),
  to: field(Schema.NullOr(LocalDate), "Last day; null for a period that lasts", "2025-03-16"),
  zone: zoneName
}

/** A move or trip that stored records show. */
export const ZoneSuggestionView = Schema.Struct({
  kind: field(Schema.Literal("trip", "period"), "A stay of more than eight weeks is a period", "trip"),
  ...suggestedDays,
  reason: field(
    Schema.String,
    "Why it is suggested",
    "9 runs on 7 days had the clock of Asia/Tokyo, and nothing between them says otherwise."
  )
}).annotations({ identifier: "TimeZoneSuggestion" })

/** A suggestion to decline, by its days and its zone. */
export const DeclinedSuggestion = Schema.Struct(suggestedDays).annotations({ identifier: "DeclinedTimeZone" })
