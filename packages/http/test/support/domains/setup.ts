import { Token } from "@daybook/core/keys"
import { BadInput, Conflict, type DeclinedZone, NoData } from "@daybook/core/shared"
import {
  HomeSettings,
  HomeStore,
  type LoginAttempt,
  OneTimeCodes,
  OneTimeCodeStore,
  type SettingStatus,
  SourceCatalog,
  type SourceDescription,
  SourceLogins,
  SourceOverview,
  type UnitSystem
} from "@daybook/core/setup"
import { SyncHealth, Sources } from "@daybook/core/sync"
import { Effect, Layer } from "effect"
import { hash } from "node:crypto"

const setting = (name: string, isSecret: boolean): SettingStatus => ({
  name,
  sentence: "a setting",
  type: "text",
  default: null,
  absence: null,
  isSecret,
  isRequired: true,
  origin: null,
  fixed: null,
  value: null
})

const source = (
  id: string,
  names: ReadonlyArray<SettingStatus>,
  login: SourceDescription["login"]
): SourceDescription => ({
  id,
  domain: id === "strava" ? "running" : "listening",
  title: id,
  brings: "Records.",
  keys: "https://provider.example/keys",
  exports: null,
  readsFiles: true,
  enrichesOnly: true,
  missing: names.map(({ name }) => name),
  settings: names,
  login
})

const lastfm = source(
  "lastfm",
  [
    setting("DAYBOOK_LASTFM_USERNAME", false),
    setting("DAYBOOK_LASTFM_API_KEY", true),
    {
      ...setting("DAYBOOK_LASTFM_BASE_URL", false),
      isRequired: false,
      origin: "environment",
      fixed: "DAYBOOK_LASTFM_BASE_URL comes from the environment: change it there, then start the host again",
      value: "http://127.0.0.1:1"
    }
  ],
  null
)

const strava = source("strava", [setting("DAYBOOK_STRAVA_CLIENT_ID", false)], {
  name: "Strava",
  isConnected: false,
  missing: [],
  application: "https://www.strava.com/settings/api"
})

const withValue = (one: SettingStatus, value: string | undefined): SettingStatus =>
  value === undefined ? one : { ...one, origin: "stored", value: one.isSecret ? null : value }

/** The examples of the reference name other settings: they are ignored here. */
const catalog = () => {
  const values = new Map<string, string>()
  const sourceOf = (id: string) => {
    const match = [lastfm, strava].find((one) => one.id === id)
    return match === undefined ? new NoData({ what: `source ${id}` }) : Effect.succeed(match)
  }
  return Layer.succeed(SourceCatalog, {
    all: Effect.sync(() =>
      [lastfm, strava].map((one) => ({
        ...one,
        missing: one.missing.filter((name) => !values.has(name)),
        settings: one.settings.map((setting) => withValue(setting, values.get(setting.name)))
      }))
    ),
    set: (id, texts) =>
      Effect.gen(function* () {
        const { settings } = yield* sourceOf(id)
        for (const [name, text] of Object.entries(texts)) {
          const fixed = settings.find((one) => one.name === name)?.fixed ?? null
          if (fixed !== null) return yield* new Conflict({ message: fixed })
          if (text.trim() === "")
            return yield* new BadInput({ message: `${name} is empty: delete the setting instead` })
          values.set(name, text)
        }
      }),
    clear: (id, names) =>
      Effect.map(sourceOf(id), ({ settings }) =>
        (names ?? settings.map(({ name }) => name)).filter((name) => values.delete(name))
      )
  })
}

const started: LoginAttempt = {
  source: "strava",
  kind: "code",
  state: "pending",
  url: "https://provider.example/authorize?state=abc",
  code: null,
  error: null,
  expiresAt: Date.UTC(2025, 2, 15, 18, 15)
}

/** A login by redirect at strava, whose state is `abc`. */
const logins = () => {
  let attempt = started
  let isConnected = true
  let page: string | null = null
  const requireStrava = (source: string) =>
    source === "strava" ? Effect.void : new NoData({ what: `login of ${source}` })
  return Layer.succeed(SourceLogins, {
    begin: (source, _, back) =>
      Effect.zipRight(
        requireStrava(source),
        Effect.sync(() => {
          page = back
          return (attempt = started)
        })
      ),
    latest: (source) =>
      Effect.zipRight(
        requireStrava(source),
        Effect.sync(() => attempt)
      ),
    finish: ({ code, state }) =>
      Effect.suspend(() => {
        if (state !== "abc" || attempt.state !== "pending") return new BadInput({ message: "unknown login" })
        attempt = { ...attempt, url: null, state: code === undefined ? "failed" : "done" }
        return Effect.succeed({ source: attempt.source, page })
      }),
    forget: (source) =>
      Effect.zipRight(
        requireStrava(source),
        Effect.suspend(() => {
          if (!isConnected) return new NoData({ what: "login" })
          isConnected = false
          return Effect.void
        })
      )
  })
}

/** Check-ins of two weeks in Tokyo. */
const zoneEvidence = ["2025-03-02T03:00:00Z", "2025-03-16T03:00:00Z", "2025-03-09T03:00:00Z"].map((at) => ({
  at: Date.parse(at),
  place: { zone: "Asia/Tokyo" },
  origin: "checkin" as const
}))

const homeStore = () => {
  let units: UnitSystem | null = null
  const declined: Array<DeclinedZone> = []
  return Layer.succeed(HomeStore, {
    units: Effect.sync(() => units),
    setUnits: (next) => Effect.sync(() => void (units = next)),
    address: Effect.succeed(null),
    announce: () => Effect.void,
    standstills: Effect.succeed([]),
    reportStandstill: () => Effect.void,
    isEmpty: Effect.succeed(false),
    zoneEvidence: Effect.succeed(zoneEvidence),
    declinedZones: Effect.succeed(declined),
    declineZone: (zone) => Effect.sync(() => void declined.push(zone))
  })
}

/** A code that can be exchanged again and again. */
export const sampleCode = Token.withPrefix("svc_open_", new Uint8Array(64).fill(3))!
const sampleHash = hash("sha256", sampleCode, "hex")

const codes = () => {
  const expiryOf = new Map<string, number>()
  return Layer.succeed(OneTimeCodeStore, {
    add: (code, expiresAt) => Effect.sync(() => void expiryOf.set(code, expiresAt)),
    take: (code, now) =>
      Effect.sync(() => {
        const expiresAt = expiryOf.get(code) ?? 0
        expiryOf.delete(code)
        return code === sampleHash || expiresAt > now
      })
  })
}

const never = {
  last_sync: null,
  status: "never" as const,
  sync_type: "unknown",
  items_synced: null,
  duration_ms: null,
  error: null,
  error_rate: 0,
  configured: false,
  last_success: null,
  next_run: null,
  paused: false,
  drift: {
    status: "unknown" as const,
    unit: null,
    provider: null,
    stored: null,
    explained: {},
    unexplained: null,
    checked_at: null,
    since: null
  },
  stale: false
}

const health = Layer.succeed(
  SyncHealth,
  new SyncHealth({
    status: () =>
      Effect.succeed({
        status: "ok" as const,
        domains: {} as never,
        sources: { lastfm: { ...never, domain: "listening" }, strava: { ...never, domain: "running" } },
        failing: [],
        announced: []
      })
  })
)

/** Two sources, one of which has a login, and one-time codes. */
export const setup = () =>
  Layer.mergeAll(
    SourceOverview.Default.pipe(Layer.provide([catalog(), health, Layer.succeed(Sources, [])])),
    logins(),
    OneTimeCodes.Default.pipe(Layer.provide(codes())),
    HomeSettings.Default.pipe(Layer.provide(homeStore()))
  )
