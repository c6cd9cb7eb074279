import { Config, ConfigError, Duration, Either, Option, Redacted } from "effect"

/** What the manual says about a setting. */
export interface SettingInfo {
  /** The environment variable, such as `DAYBOOK_LASTFM_API_KEY`. */
  readonly name: string
  /** Short words for the accepted values, such as `text` or `milliseconds`. */
  readonly type: string
  /** The text that has the same effect as no value. Null without such a text. */
  readonly default: string | null
  /** What applies without a value, where no text has the same effect: `the system's zone`. */
  readonly absence?: string
  /** A password, a key, or an address that works like one. No message repeats its value. */
  readonly isSecret: boolean
  /** Whether that which reads the setting needs a value. */
  readonly isRequired: boolean
  /** What the setting is for, in a few words. */
  readonly sentence: string
  /** Whether the secrets of the source are sent to it. */
  readonly isDestination?: boolean
  /** Names of the secrets that a destination gets: all of the source, and its login, by default. */
  readonly receives?: ReadonlyArray<string>
}

/** The only declaration of a setting. */
export interface Setting<out A> extends SettingInfo {
  /** Reads the value. Fails with a message that names the setting and says what is accepted. */
  readonly config: Config.Config<A>
  readonly isSet: Config.Config<boolean>
}

/** The full message about an invalid text. */
export const refusal = (name: string, text: string, accepted: string): string =>
  `${name} is "${text}": give ${accepted}`

/**
 * A required setting. A blank text counts as no value, unless `acceptsBlank` is set. `parse` receives the text without
 * surrounding spaces, unless `keepsSpaces` is set; its left is the full message about an invalid text.
 */
export const setting = <A>({
  acceptsBlank = false,
  isSecret = false,
  keepsSpaces = false,
  name,
  parse,
  sentence,
  type
}: {
  readonly name: string
  readonly type: string
  readonly sentence: string
  readonly isSecret?: boolean
  readonly acceptsBlank?: boolean
  readonly keepsSpaces?: boolean
  readonly parse: (text: string, name: string) => Either.Either<A, string>
}): Setting<A> => {
  const raw = Config.map(
    Config.option(Config.string(name)),
    Option.filter((text) => acceptsBlank || text.trim() !== "")
  )
  const withoutSecret = (message: string, text: string) =>
    isSecret && message.includes(text) ? `${name} is not valid` : message
  return {
    name,
    type,
    default: null,
    isSecret,
    isRequired: true,
    sentence,
    isSet: Config.map(raw, Option.isSome),
    config: Config.mapOrFail(raw, (value) => {
      if (Option.isNone(value)) return Either.left(ConfigError.MissingData([name], `${name} is not set`))
      const text = keepsSpaces ? value.value : value.value.trim()
      return Either.mapLeft(parse(text, name), (message) =>
        ConfigError.InvalidData([name], withoutSecret(message, text))
      )
    })
  }
}

export const text = (name: string, sentence: string): Setting<string> =>
  setting({ name, type: "text", sentence, parse: Either.right })

export const secret = (name: string, sentence: string): Setting<Redacted.Redacted> =>
  setting({ name, type: "text", sentence, isSecret: true, parse: (value) => Either.right(Redacted.make(value)) })

/** None without a value. `absence` says what applies then. */
export const optional = <A>(of: Setting<A>, absence?: string): Setting<Option.Option<A>> => ({
  ...of,
  ...(absence === undefined ? {} : { absence }),
  isRequired: false,
  config: Config.option(of.config)
})

/** The address of a server of the owner's own, to which the source sends its secrets, or some of them. */
export const destination = <A>(of: Setting<A>, receives?: ReadonlyArray<string>): Setting<A> => ({
  ...of,
  isDestination: true,
  ...(receives === undefined ? {} : { receives })
})

/** A setting that is required in some cases, which `absence` names, or that another one can replace. */
export const requiredAtTimes = <A>(of: Setting<A>, absence = "none"): Setting<A> => ({ ...of, absence })

/** `fallbackText` is the text of the default value; an object describes a default that has no text. */
export const withDefault = <A>(
  of: Setting<A>,
  fallback: A,
  fallbackText: string | { readonly absence: string }
): Setting<A> => ({
  ...of,
  ...(typeof fallbackText === "string" ? { default: fallbackText } : fallbackText),
  isRequired: false,
  config: Config.withDefault(of.config, fallback)
})

export const map = <A, B>(of: Setting<A>, f: (value: A) => B): Setting<B> => ({
  ...of,
  config: Config.map(of.config, f)
})

export const isWebUrl = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

/** The type of an http or https address. */
export const addressType = "address"

/** An http or https address, unchanged: each provider decides how to treat a trailing slash. */
export const address = (name: string, sentence: string, example: string): Setting<string> =>
  setting({
    name,
    type: addressType,
    sentence,
    parse: (value) =>
      isWebUrl(value)
        ? Either.right(value)
        : Either.left(refusal(name, value, `an http or https address such as ${example}`))
  })

/** The address of a service. */
export const baseUrl = (name: string, fallback: string, sentence: string): Setting<string> =>
  withDefault(address(name, sentence, fallback), fallback, fallback)

/** The address of a service, without a trailing slash. */
export const plainBaseUrl = (name: string, fallback: string, sentence: string): Setting<string> =>
  map(baseUrl(name, fallback, sentence), (url) => url.replace(/\/+$/, ""))

const maxInterval = 3_600_000

/** The type of the time between the beginnings of two calls. */
export const gapType = `milliseconds, 0 to ${maxInterval}`

/** The time between the beginnings of two calls to a provider. */
export const minInterval = (
  name: `DAYBOOK_${string}_MIN_INTERVAL_MS`,
  fallback: Duration.DurationInput,
  provider: string
): Setting<Duration.Duration> =>
  withDefault(
    setting({
      name,
      type: gapType,
      sentence: `time between two calls to ${provider}`,
      parse: (value) =>
        /^\d{1,7}$/.test(value) && Number(value) <= maxInterval
          ? Either.right(Duration.millis(Number(value)))
          : Either.left(refusal(name, value, `milliseconds from 0 to ${maxInterval}`))
    }),
    Duration.decode(fallback),
    String(Duration.toMillis(fallback))
  )

export const flag = (name: string, fallback: boolean, sentence: string): Setting<boolean> =>
  withDefault(
    setting({
      name,
      type: "`true`, `false`",
      sentence,
      parse: (value) => {
        if (/^(true|1|yes|on)$/i.test(value)) return Either.right(true)
        return /^(false|0|no|off)$/i.test(value)
          ? Either.right(false)
          : Either.left(refusal(name, value, "true or false"))
      }
    }),
    fallback,
    String(fallback)
  )

/** One of some words, in upper or lower case. */
export const oneOf = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  sentence: string,
  accepted: string = words.join(" or ")
): Setting<Word> =>
  setting({
    name,
    type: words.map((word) => `\`${word}\``).join(", "),
    sentence,
    parse: (value) =>
      Either.fromNullable(
        words.find((word) => word === value.toLowerCase()),
        () => refusal(name, value, accepted)
      )
  })

/** A whole number from `lowest` to `highest`. */
export const wholeNumber = (name: string, lowest: number, highest: number, sentence: string): Setting<number> =>
  setting({
    name,
    type: `number, ${lowest} to ${highest}`,
    sentence,
    parse: (value) => readWholeNumber(name, value, lowest, highest)
  })

/** The number that a text holds, or a message that names the text's place. */
export const readWholeNumber = (
  name: string,
  value: string,
  lowest: number,
  highest: number
): Either.Either<number, string> =>
  /^\d{1,12}$/.test(value.trim()) && Number(value) >= lowest && Number(value) <= highest
    ? Either.right(Number(value))
    : Either.left(refusal(name, value, `a whole number from ${lowest} to ${highest}`))

/** The parts of a text between commas, without blank ones. */
export const commaSeparated = (value: string): ReadonlyArray<string> =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

/** Values with commas between them. `accepted` describes the valid ones. */
export const list = (
  name: string,
  isValid: (part: string) => boolean,
  accepted: string,
  sentence: string,
  options: { readonly acceptsBlank?: boolean } = {}
): Setting<ReadonlyArray<string>> =>
  setting({
    ...options,
    name,
    type: "list with commas",
    sentence,
    parse: (value) => {
      const parts = commaSeparated(value)
      const wrong = parts.find((part) => !isValid(part))
      return wrong === undefined ? Either.right(parts) : Either.left(`${name} has "${wrong}": give ${accepted}`)
    }
  })

/** The settings of one source or service. */
export interface Settings<A> {
  readonly fields: { readonly [Name in keyof A]: Setting<A[Name]> }
  readonly config: Config.Config<A>
  /** Names of the required settings that are not set. */
  readonly missing: Config.Config<ReadonlyArray<string>>
}

export type ValuesOf<S> = S extends Settings<infer A> ? A : never

export const settings = <A extends Readonly<Record<string, unknown>>>(fields: {
  readonly [Name in keyof A]: Setting<A[Name]>
}): Settings<A> => {
  const all = Object.entries<Setting<unknown>>(fields)
  const configs = Object.fromEntries(all.map(([name, { config }]) => [name, config]))
  return {
    fields,
    // `Config.all` fails on an empty record.
    config: (all.length === 0 ? Config.succeed({}) : Config.all(configs)) as Config.Config<A>,
    missing: missingOf(all.flatMap(([, one]) => (one.isRequired ? [one] : [])))
  }
}

/** Names of the settings that are not set. */
export const missingOf = (all: ReadonlyArray<Setting<unknown>>): Config.Config<ReadonlyArray<string>> =>
  Config.map(Config.all(all.map(({ isSet, name }) => Config.map(isSet, (set) => (set ? [] : [name])))), (names) =>
    names.flat()
  )

/** For a source that needs no account. If its switch turns it off, that switch counts as the missing setting. */
export const turnedOff = ({ config, name }: Setting<boolean>): Config.Config<ReadonlyArray<string>> =>
  Config.map(config, (isOn) => (isOn ? [] : [name]))
