import { missingSettings } from "@daybook/core/sync"
import { expect, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { addressesOf, settings as stravaSettings } from "../../src/strava/login.js"
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

const addressesWith = (settings: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(
    Effect.map(stravaSettings.config, addressesOf),
    ConfigProvider.fromMap(
      new Map(Object.entries({ ...login, ...settings }).map(([name, value]) => [`DAYBOOK_${name}`, value]))
    )
  )

it.effect("Strava's API and its logins have addresses of their own, with their paths", () =>
  Effect.gen(function* () {
    expect(yield* addressesWith({})).toEqual({
      api: "https://www.strava.com/api/v3",
      auth: "https://www.strava.com/oauth"
    })
    // Strava's announcement: another host without the path, while logins stay.
    expect(yield* addressesWith({ STRAVA_API_BASE_URL: "https://www.api-v3.strava.com/" })).toEqual({
      api: "https://www.api-v3.strava.com",
      auth: "https://www.strava.com/oauth"
    })
    // The setting of earlier versions moves both.
    expect(yield* addressesWith({ STRAVA_BASE_URL: "http://localhost:4100/" })).toEqual({
      api: "http://localhost:4100/api/v3",
      auth: "http://localhost:4100/oauth"
    })
    expect(
      yield* addressesWith({
        STRAVA_BASE_URL: "http://localhost:4100",
        STRAVA_AUTH_BASE_URL: "https://logins.example/o/"
      })
    ).toEqual({ api: "http://localhost:4100/api/v3", auth: "https://logins.example/o" })
    expect(String(yield* Effect.flip(addressesWith({ STRAVA_API_BASE_URL: "strava" })))).toContain(
      "an http or https address such as https://www.api-v3.strava.com"
    )
  })
)
