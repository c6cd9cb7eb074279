import { Config, ConfigError, Duration, Effect, Option, Redacted } from "effect"

type Setting<A> = Effect.Effect<A, ConfigError.ConfigError>

/** A setting's name in the environment: `DAYBOOK_LASTFM_API_KEY` for `LASTFM_API_KEY`. */
export const nameOf = (setting: string): string => `DAYBOOK_${setting}`

/** A setting left empty counts as one that is not there. */
export const optionalText = (setting: string): Setting<Option.Option<string>> =>
  Effect.map(Config.option(Config.string(nameOf(setting))), (value) =>
    Option.filter(Option.map(value, (text) => text.trim()), (text) => text !== ""))

export const optionalSecret = (setting: string): Setting<Option.Option<Redacted.Redacted>> =>
  Effect.map(optionalText(setting), Option.map((text) => Redacted.make(text)))

const required = <A>(setting: string, value: Setting<Option.Option<A>>): Setting<A> =>
  Effect.flatMap(value, Option.match({
    onNone: () => Effect.fail(ConfigError.MissingData([nameOf(setting)], `${nameOf(setting)} is not set`)),
    onSome: Effect.succeed
  }))

export const text = (setting: string): Setting<string> => required(setting, optionalText(setting))

export const secret = (setting: string): Setting<Redacted.Redacted> => required(setting, optionalSecret(setting))

const refuse = (setting: string, given: string, accepted: string) =>
  Effect.fail(ConfigError.InvalidData([nameOf(setting)], `${nameOf(setting)} is "${given}": give ${accepted}`))

/** A base URL, as given: whether it ends with a slash is the provider's affair. */
export const baseUrl = (setting: string, standard: string): Setting<string> =>
  Effect.flatMap(optionalText(setting), Option.match({
    onNone: () => Effect.succeed(standard),
    onSome: (given) => isWebUrl(given) ? Effect.succeed(given) : refuse(setting, given, `an http or https address such as ${standard}`)
  }))

const isWebUrl = (given: string): boolean => URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)

const longestGap = 3_600_000

/** `DAYBOOK_<SOURCE>_MIN_INTERVAL_MS`. */
export const minInterval = (source: string, standard: Duration.DurationInput): Setting<Duration.Duration> => {
  const setting = `${source}_MIN_INTERVAL_MS`
  return Effect.flatMap(optionalText(setting), Option.match({
    onNone: () => Effect.succeed(Duration.decode(standard)),
    onSome: (given) =>
      /^\d{1,7}$/.test(given) && Number(given) <= longestGap
        ? Effect.succeed(Duration.millis(Number(given)))
        : refuse(setting, given, `milliseconds from 0 to ${longestGap}`)
  }))
}

/** A switch: `true` or `false`. */
export const flag = (setting: string, standard: boolean): Setting<boolean> =>
  Effect.flatMap(optionalText(setting), Option.match({
    onNone: () => Effect.succeed(standard),
    onSome: (given) => {
      if (/^(true|1|yes|on)$/i.test(given)) return Effect.succeed(true)
      return /^(false|0|no|off)$/i.test(given) ? Effect.succeed(false) : refuse(setting, given, "true or false")
    }
  }))

/** One of a few words. */
export const oneOf = <const Word extends string>(setting: string, words: ReadonlyArray<Word>, standard: Word): Setting<Word> =>
  Effect.flatMap(optionalText(setting), Option.match({
    onNone: () => Effect.succeed(standard),
    onSome: (given) => {
      const word = words.find((one) => one === given.toLowerCase())
      return word === undefined ? refuse(setting, given, words.join(" or ")) : Effect.succeed(word)
    }
  }))

/** Which of the settings that a source cannot do without are not there, by their full names. */
export const missingOf = (settings: ReadonlyArray<string>): Setting<ReadonlyArray<string>> =>
  Effect.map(
    Effect.filter(settings, (setting) => Effect.map(optionalText(setting), Option.isNone)),
    (absent) => absent.map(nameOf)
  )

/** For a source that needs no account: on unless its switch says otherwise, and then the switch is what is missing. */
export const turnedOff = (setting: string): Setting<ReadonlyArray<string>> =>
  Effect.map(flag(setting, true), (isOn) => isOn ? [] : [nameOf(setting)])
