import { Config, ConfigError, Duration, Effect, Option, Redacted } from "effect"

type Setting<A> = Effect.Effect<A, ConfigError.ConfigError>

/** The environment variable of a setting: `DAYBOOK_LASTFM_API_KEY` for `LASTFM_API_KEY`. */
export const nameOf = (setting: string): string => `DAYBOOK_${setting}`

/** An empty setting counts as missing. */
export const optionalText = (setting: string): Setting<Option.Option<string>> =>
  Effect.map(Config.option(Config.string(nameOf(setting))), (value) =>
    Option.filter(
      Option.map(value, (text) => text.trim()),
      (text) => text !== ""
    )
  )

export const optionalSecret = (setting: string): Setting<Option.Option<Redacted.Redacted>> =>
  Effect.map(
    optionalText(setting),
    Option.map((text) => Redacted.make(text))
  )

const required = <A>(setting: string, value: Setting<Option.Option<A>>): Setting<A> =>
  Effect.flatMap(
    value,
    Option.match({
      onNone: () => Effect.fail(ConfigError.MissingData([nameOf(setting)], `${nameOf(setting)} is not set`)),
      onSome: Effect.succeed
    })
  )

export const text = (setting: string): Setting<string> => required(setting, optionalText(setting))

export const secret = (setting: string): Setting<Redacted.Redacted> => required(setting, optionalSecret(setting))

const refuse = (setting: string, value: string, accepted: string) =>
  Effect.fail(ConfigError.InvalidData([nameOf(setting)], `${nameOf(setting)} is "${value}": give ${accepted}`))

/** A base URL, unchanged. Each provider decides how to treat a trailing slash. */
export const baseUrl = (setting: string, fallback: string): Setting<string> =>
  Effect.flatMap(
    optionalText(setting),
    Option.match({
      onNone: () => Effect.succeed(fallback),
      onSome: (value) =>
        isWebUrl(value) ? Effect.succeed(value) : refuse(setting, value, `an http or https address such as ${fallback}`)
    })
  )

const isWebUrl = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

const maxInterval = 3_600_000

/** `DAYBOOK_<SOURCE>_MIN_INTERVAL_MS`. */
export const minInterval = (source: string, fallback: Duration.DurationInput): Setting<Duration.Duration> => {
  const setting = `${source}_MIN_INTERVAL_MS`
  return Effect.flatMap(
    optionalText(setting),
    Option.match({
      onNone: () => Effect.succeed(Duration.decode(fallback)),
      onSome: (value) =>
        /^\d{1,7}$/.test(value) && Number(value) <= maxInterval
          ? Effect.succeed(Duration.millis(Number(value)))
          : refuse(setting, value, `milliseconds from 0 to ${maxInterval}`)
    })
  )
}

/** A boolean setting. */
export const flag = (setting: string, fallback: boolean): Setting<boolean> =>
  Effect.flatMap(
    optionalText(setting),
    Option.match({
      onNone: () => Effect.succeed(fallback),
      onSome: (value) => {
        if (/^(true|1|yes|on)$/i.test(value)) return Effect.succeed(true)
        return /^(false|0|no|off)$/i.test(value) ? Effect.succeed(false) : refuse(setting, value, "true or false")
      }
    })
  )

/** A setting with a fixed set of values. */
export const oneOf = <const Word extends string>(
  setting: string,
  words: ReadonlyArray<Word>,
  fallback: Word
): Setting<Word> =>
  Effect.flatMap(
    optionalText(setting),
    Option.match({
      onNone: () => Effect.succeed(fallback),
      onSome: (value) => {
        const word = words.find((one) => one === value.toLowerCase())
        return word === undefined ? refuse(setting, value, words.join(" or ")) : Effect.succeed(word)
      }
    })
  )

/** Full names of those required settings that are missing. */
export const missingOf = (settings: ReadonlyArray<string>): Setting<ReadonlyArray<string>> =>
  Effect.map(
    Effect.filter(settings, (setting) => Effect.map(optionalText(setting), Option.isNone)),
    (absent) => absent.map(nameOf)
  )

/** For a source that needs no account. If its switch turns it off, that switch counts as the missing setting. */
export const turnedOff = (setting: string): Setting<ReadonlyArray<string>> =>
  Effect.map(flag(setting, true), (isOn) => (isOn ? [] : [nameOf(setting)]))
