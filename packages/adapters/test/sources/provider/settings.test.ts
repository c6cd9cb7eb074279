import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Either, Redacted } from "effect"
import { settings as appleMusic } from "../../../src/sources/apple-music/settings.js"
import { definitions } from "../../../src/sources/index.js"
import { settings as lastfm } from "../../../src/sources/lastfm/settings.js"
import { settings as listenbrainz } from "../../../src/sources/listenbrainz/settings.js"
import { memoryTokens } from "../support/tokens.js"

const given = (settings: Readonly<Record<string, string>>) => Effect.withConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings))))

const lastfmSet = { DAYBOOK_LASTFM_USERNAME: " someone ", DAYBOOK_LASTFM_API_KEY: "abc" }

describe("settings of the listening sources", () => {
  it.effect("have the documented defaults", () =>
    Effect.gen(function*() {
      const one = yield* given(lastfmSet)(lastfm)
      assert.strictEqual(one.username, "someone")
      assert.strictEqual(Redacted.value(one.apiKey), "abc")
      assert.strictEqual(one.baseUrl, "https://ws.audioscrobbler.com/2.0/")
      assert.strictEqual(Duration.toMillis(one.gap), 250)
      const two = yield* given({ DAYBOOK_LISTENBRAINZ_USERNAME: "someone" })(listenbrainz)
      assert.strictEqual(two.baseUrl, "https://api.listenbrainz.org")
      assert.strictEqual(two.token._tag, "None")
      const three = yield* given({})(appleMusic)
      assert.deepStrictEqual([three.baseUrl, three.country, Duration.toMillis(three.gap)], ["https://itunes.apple.com", "us", 3000])
    }))

  it.effect("say what is missing, an empty value too", () =>
    Effect.gen(function*() {
      const missing = Effect.provide(Effect.forEach(definitions.filter(({ domain }) => domain === "listening"), (definition) => definition.missing), memoryTokens)
      assert.deepStrictEqual(yield* given({ DAYBOOK_LASTFM_API_KEY: " " })(missing), [
        ["DAYBOOK_LASTFM_USERNAME", "DAYBOOK_LASTFM_API_KEY"],
        ["DAYBOOK_LISTENBRAINZ_USERNAME"],
        []
      ])
      assert.deepStrictEqual(yield* given({ ...lastfmSet, DAYBOOK_LISTENBRAINZ_USERNAME: "x", DAYBOOK_APPLE_MUSIC_ENABLED: "false" })(missing), [
        [],
        [],
        ["DAYBOOK_APPLE_MUSIC_ENABLED"]
      ])
    }))

  it.effect("with a wrong value say which, what was given and what is accepted", () =>
    Effect.gen(function*() {
      const wrong = (settings: Readonly<Record<string, string>>) =>
        Effect.map(Effect.either(given({ ...lastfmSet, ...settings })(Effect.all([lastfm, appleMusic]))), (result) =>
          Either.isLeft(result) ? String(result.left) : "accepted")
      for (const [name, value, accepted] of [
        ["DAYBOOK_LASTFM_BASE_URL", "ftp://x", "an http or https address"],
        ["DAYBOOK_LASTFM_BASE_URL", "nowhere", "an http or https address"],
        ["DAYBOOK_LASTFM_MIN_INTERVAL_MS", "fast", "milliseconds from 0"],
        ["DAYBOOK_LASTFM_MIN_INTERVAL_MS", "-1", "milliseconds from 0"],
        ["DAYBOOK_APPLE_MUSIC_COUNTRY", "usa", "two letters"]
      ] as const) {
        const message = yield* wrong({ [name]: value })
        assert.include(message, name)
        assert.include(message, `"${value}"`)
        assert.include(message, accepted)
        assert.notInclude(message, "\n")
      }
    }))
})
