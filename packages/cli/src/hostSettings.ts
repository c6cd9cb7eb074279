import { publicUrl, Setting } from "@daybook/adapters"
import { type Units, unitSystems } from "@daybook/core/running"
import { isProxy } from "@daybook/http"
import { Either } from "effect"

/** The unit system of the page and the command line. */
export const units = Setting.withDefault<Units>(
  Setting.oneOf("DAYBOOK_UNITS", unitSystems, "distances on the page and the terminal"),
  "imperial",
  "imperial"
)

/** A template of addresses: http or https, each of the three numbers once, and none of them in the host's name. */
const isTemplate = (text: string) =>
  /^https?:\/\/[^/?#@\s{}]+\/\S+$/i.test(text) &&
  ["{z}", "{x}", "{y}"].every((part) => text.split(part).length === 2) &&
  URL.canParse(text)

/** Tiles of maps. The address is part of the page, so it is no secret. */
const tilesUrl = Setting.withDefault(
  Setting.setting<string | null>({
    name: "DAYBOOK_TILES_URL",
    type: "address",
    sentence: "tiles of maps, with `{z}`, `{x}` and `{y}`; visitors' browsers then ask that server",
    parse: (text, name) =>
      isTemplate(text)
        ? Either.right(text)
        : Either.left(Setting.refusal(name, text, "an address such as https://tile.openstreetmap.org/{z}/{x}/{y}.png"))
  }),
  null,
  { absence: "maps without tiles" }
)

export const highestPort = 65_535

/** An origin as browsers send it: scheme, host and port. */
const isOrigin = (text: string) => text === "*" || text === "null" || /^[a-z][a-z\d+.-]*:\/\/[^/?#@\s]+\/?$/i.test(text)

/** Settings of a host, in addition to those of every process. */
export const hostSettings = Setting.settings({
  host: Setting.withDefault(Setting.text("DAYBOOK_HOST", "address to listen on"), "127.0.0.1", "127.0.0.1"),
  port: Setting.withDefault(
    Setting.wholeNumber("DAYBOOK_PORT", 0, highestPort, "port; 0 takes any free port"),
    8787,
    "8787"
  ),
  publicUrl,
  rateLimit: Setting.withDefault(
    Setting.wholeNumber("DAYBOOK_RATE_LIMIT", 1, 1_000_000_000, "requests for each key in any 60 seconds"),
    100,
    "100"
  ),
  corsOrigins: Setting.withDefault(
    Setting.list(
      "DAYBOOK_CORS_ORIGINS",
      isOrigin,
      "* or origins such as https://example.org, separated by commas",
      "origins that browsers may call from",
      { acceptsBlank: true }
    ),
    ["*"],
    "*"
  ),
  trustedProxies: Setting.withDefault(
    Setting.list(
      "DAYBOOK_TRUSTED_PROXIES",
      isProxy,
      "addresses or networks such as 127.0.0.1 or 10.0.0.0/8, separated by commas",
      "who may set `X-Forwarded-For`: addresses or networks"
    ),
    [],
    { absence: "none" }
  ),
  streamMax: Setting.withDefault(
    Setting.wholeNumber("DAYBOOK_STREAM_MAX", 0, 10_000, "streams at a time; 0 turns them off"),
    50,
    "50"
  ),
  streamHeartbeat: Setting.withDefault(
    Setting.wholeNumber("DAYBOOK_STREAM_HEARTBEAT_S", 5, 60, "seconds between two heartbeats of a stream"),
    15,
    "15"
  ),
  changesRetentionDays: Setting.withDefault(
    Setting.wholeNumber("DAYBOOK_CHANGES_RETENTION_DAYS", 1, 36_500, "how long the log of changes has deletions"),
    90,
    "90"
  ),
  worksApart: Setting.flag(
    "DAYBOOK_WORK_APART",
    true,
    "`false` syncs and imports in the process that answers: less memory, slower answers meanwhile"
  ),
  publish: Setting.flag(
    "DAYBOOK_PUBLISH",
    false,
    "`true` serves feeds, calendars and cards of lenses, and the elements for pages, at `/p`, without a key"
  ),
  warmAnswers: Setting.flag("DAYBOOK_WARM_ANSWERS", true, "`false` computes no answers in idle time after a sync"),
  tilesUrl,
  tilesAttribution: Setting.withDefault(
    Setting.text("DAYBOOK_TILES_ATTRIBUTION", "who made the tiles, shown on the map"),
    "© OpenStreetMap contributors",
    "© OpenStreetMap contributors"
  ),
  units
})
export type HostSettings = Setting.ValuesOf<typeof hostSettings>
