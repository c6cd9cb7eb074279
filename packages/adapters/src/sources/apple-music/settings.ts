import { ConfigError, Effect, Option } from "effect"
import { Settings as Setting } from "../provider/index.js"

const country = Effect.flatMap(Setting.optionalText("APPLE_MUSIC_COUNTRY"), Option.match({
  onNone: () => Effect.succeed("us"),
  onSome: (given) =>
    /^[a-z]{2}$/i.test(given)
      ? Effect.succeed(given.toLowerCase())
      : Effect.fail(ConfigError.InvalidData(
        [Setting.nameOf("APPLE_MUSIC_COUNTRY")],
        `${Setting.nameOf("APPLE_MUSIC_COUNTRY")} is "${given}": give the two letters of a country, such as us`
      ))
}))

export const settings = Effect.all({
  country,
  baseUrl: Setting.baseUrl("APPLE_MUSIC_BASE_URL", "https://itunes.apple.com"),
  gap: Setting.minInterval("APPLE_MUSIC", "3 seconds")
})
export type Settings = Effect.Effect.Success<typeof settings>

/** On unless it is turned off: it needs no account. */
export const missing = Setting.turnedOff("APPLE_MUSIC_ENABLED")
