import { missingSettings } from "@daybook/core/sync"
import { expect, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { settings as stravaSettings } from "../../../src/sources/strava/login.js"
import { memoryTokens } from "../support/tokens.js"

const login = { STRAVA_CLIENT_ID: "1", STRAVA_CLIENT_SECRET: "s", STRAVA_REFRESH_TOKEN: "r" }

const missingWith = (settings: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(
    Effect.provide(stravaSettings.missing, memoryTokens),
    ConfigProvider.fromMap(new Map(Object.entries(settings).map(([name, value]) => [`DAYBOOK_${name}`, value])))
  )

it.effect("Strava's API is not used in export mode, whatever else is set", () =>
  Effect.gen(function* () {
    expect(yield* missingWith(login)).toEqual([])
    expect(yield* missingWith({ ...login, STRAVA_MODE: "API" })).toEqual([])
    const left = yield* missingWith({ ...login, STRAVA_MODE: "export" })
    expect(missingSettings({ missing: left })).toEqual(["DAYBOOK_STRAVA_MODE=api"])
    expect(String(yield* Effect.flip(missingWith({ ...login, STRAVA_MODE: "both" })))).toContain("give api or export")
  })
)
