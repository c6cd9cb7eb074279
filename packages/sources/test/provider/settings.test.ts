import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Either, Redacted } from "effect"
import { settings as appleMusic } from "../../src/apple-music/client.js"
import { definitions } from "../../src/definitions.js"
import { settings as lastfm } from "../../src/lastfm/client.js"
import { settings as listenbrainz } from "../../src/listenbrainz/client.js"
import { memoryTokens } from "../support/tokens.js"

const withSettings = (settings: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings))))

const lastfmSet = { DAYBOOK_LASTFM_USERNAME: " someone ", DAYBOOK_LASTFM_API_KEY: "abc" }

describe("settings of the listening sources", () => {
  it.effect("have the documented defaults", () =>
    Effect.gen(function* () {
      const one = yield* withSettings(lastfmSet)(lastfm.config)
      expect(one.username).toBe("someone")
      expect(Redacted.value(one.apiKey)).toBe("abc")
      expect(one.baseUrl).toBe("https://ws.audioscrobbler.com/2.0/")
      expect(Duration.toMillis(one.gap)).toBe(250)
      const two = yield* withSettings({ DAYBOOK_LISTENBRAINZ_USERNAME: "someone" })(listenbrainz.config)
      expect(two.baseUrl).toBe("https://api.listenbrainz.org")
      expect(two.token._tag).toBe("None")
      const three = yield* withSettings({})(appleMusic.config)
      expect([three.baseUrl, three.country, Duration.toMillis(three.gap)]).toStrictEqual([
        "https://itunes.apple.com",
        "us",
        3000
      ])
    })
  )

  it.effect("list missing settings, including empty ones", () =>
    Effect.gen(function* () {
      const missing = Effect.provide(
        Effect.forEach(
          definitions.filter(({ id }) => ["lastfm", "listenbrainz", "apple-music"].includes(id)),
          (definition) => definition.missing
        ),
        memoryTokens
      )
      expect(yield* withSettings({ DAYBOOK_LASTFM_API_KEY: " " })(missing)).toStrictEqual([
        ["DAYBOOK_LASTFM_USERNAME", "DAYBOOK_LASTFM_API_KEY"],
        ["DAYBOOK_LISTENBRAINZ_USERNAME"],
        []
      ])
      expect(
        yield* withSettings({ ...lastfmSet, DAYBOOK_LISTENBRAINZ_USERNAME: "x", DAYBOOK_APPLE_MUSIC_ENABLED: "false" })(
          missing
        )
      ).toStrictEqual([[], [], ["DAYBOOK_APPLE_MUSIC_ENABLED"]])
    })
  )

  it.effect("name the setting, its invalid value and the accepted values", () =>
    Effect.gen(function* () {
      const wrong = (settings: Readonly<Record<string, string>>) =>
        Effect.map(
          Effect.either(withSettings({ ...lastfmSet, ...settings })(Effect.all([lastfm.config, appleMusic.config]))),
          (result) => (Either.isLeft(result) ? String(result.left) : "accepted")
        )
      for (const [name, value, accepted] of [
        ["DAYBOOK_LASTFM_BASE_URL", "ftp://x", "an http or https address"],
        ["DAYBOOK_LASTFM_BASE_URL", "nowhere", "an http or https address"],
        ["DAYBOOK_LASTFM_MIN_INTERVAL_MS", "fast", "milliseconds from 0"],
        ["DAYBOOK_LASTFM_MIN_INTERVAL_MS", "-1", "milliseconds from 0"],
        ["DAYBOOK_APPLE_MUSIC_COUNTRY", "usa", "two letters"]
      ] as const) {
        const message = yield* wrong({ [name]: value })
        expect(message).toContain(name)
        expect(message).toContain(`"${value}"`)
        expect(message).toContain(accepted)
        expect(message).not.toContain("\n")
      }
    })
  )
})
