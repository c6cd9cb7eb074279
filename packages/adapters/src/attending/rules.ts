import {
  type AttendingRules,
  type EventType,
  type League,
  RuleBook,
  eventTypes,
  leagues
} from "@daybook/core/attending"
import { Array, Config, ConfigError, Either, Layer, Option, ParseResult, Schema } from "effect"
import { readFileSync } from "node:fs"

const words = Schema.Array(Schema.NonEmptyTrimmedString)

/** The rule file; every part is optional. */
const RuleFile = Schema.Struct({
  teams: Schema.optionalWith(Schema.Array(Schema.Struct({ league: Schema.Literal(...leagues), id: Schema.Int })), {
    default: () => []
  }),
  kinds: Schema.optionalWith(Schema.Array(Schema.Struct({ words, kind: Schema.Literal(...eventTypes) })), {
    default: () => []
  }),
  ignore: Schema.optionalWith(words, { default: () => [] }),
  venues: Schema.optionalWith(Schema.Array(Schema.Struct({ name: Schema.NonEmptyTrimmedString, aliases: words })), {
    default: () => []
  })
})

/** Title words that determine the kind of an event. The rule file's words take precedence. */
const usualKinds: AttendingRules["kinds"] = [
  { words: ["comedy", "comedian", "comedians", "stand-up comedy", "standup comedy", "improv show"], kind: "comedy" },
  { words: ["musical", "ballet", "opera", "operetta", "pantomime", "broadway show", "nutcracker"], kind: "theater" },
  { words: ["concert", "festival", "live music", "symphony", "philharmonic", "orchestra"], kind: "concert" }
]
const usualIgnored = [
  "rehearsal",
  "practice",
  "lesson",
  "lessons",
  "class",
  "workshop",
  "audition",
  "auditions",
  "meeting",
  "tickets on sale",
  "on sale",
  "presale",
  "watch",
  "watching",
  "watch party",
  "viewing party",
  "on tv",
  "parking",
  "drop off",
  "pick up",
  "film festival",
  "movie"
]

const invalid = (name: string, message: string) => ConfigError.InvalidData([name], `${name}: ${message}`)

const fileSetting = "DAYBOOK_ATTENDING_RULES"
const teamsSetting = "DAYBOOK_ATTENDING_TEAMS"

const readRules = (path: string): Either.Either<typeof RuleFile.Type, ConfigError.ConfigError> =>
  Either.gen(function* () {
    const text = yield* Either.try({
      try: () => readFileSync(path, "utf8"),
      catch: () => invalid(fileSetting, `cannot read ${path}: give the path of a JSON file`)
    })
    const json = yield* Either.try({
      try: (): unknown => JSON.parse(text),
      catch: () => invalid(fileSetting, `${path} is not JSON: mend it or leave the setting out`)
    })
    return yield* Either.mapLeft(Schema.decodeUnknownEither(RuleFile)(json), (error) =>
      invalid(fileSetting, `${path}: ${firstIssue(error)}`)
    )
  })

const firstIssue = (error: ParseResult.ParseError): string => {
  const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
  return issue === undefined
    ? "is not a rule file"
    : `${issue.path.length === 0 ? "the file" : issue.path.join(".")}: ${issue.message.split("\n")[0]}`
}

const noFile: typeof RuleFile.Type = { teams: [], kinds: [], ignore: [], venues: [] }

const file = Config.mapOrFail(Config.withDefault(Config.string(fileSetting), ""), (path) =>
  path === "" ? Either.right(noFile) : readRules(path)
)

const isLeague = (text: string): text is League => leagues.some((league) => league === text)

const teamOf = (text: string): Either.Either<AttendingRules["teams"][number], ConfigError.ConfigError> => {
  const [league = "", id = ""] = text.trim().toLowerCase().split(":")
  return isLeague(league) && /^\d{1,9}$/.test(id)
    ? Either.right({ league, id: Number(id) })
    : Either.left(
        invalid(
          teamsSetting,
          `"${text.trim()}" is not a team: give league and number such as mlb:136,nfl:26; leagues are ${leagues.join(", ")}`
        )
      )
}

const kindsSetting = "DAYBOOK_ATTENDING_KIND_WORDS"
const ignoredSetting = "DAYBOOK_ATTENDING_IGNORE_WORDS"

const listed = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "")

const isKind = (text: string): text is EventType => eventTypes.some((type) => type === text)

/** `comedy=comedy,comedian;theater=musical,ballet`; an empty text means no words. */
const kindsOf = (text: string): Either.Either<AttendingRules["kinds"], ConfigError.ConfigError> =>
  Either.all(
    text
      .split(";")
      .filter((part) => part.trim() !== "")
      .map((part) => {
        const [kind = "", ...words] = part.split("=").map((one) => one.trim())
        return isKind(kind) && words.length === 1
          ? Either.right({ kind, words: listed(words[0]!) })
          : Either.left(
              invalid(
                kindsSetting,
                `"${part.trim()}" is not a kind with its words: write such as comedy=comedy,comedian;theater=musical`
              )
            )
      })
  )

const kindWords = Config.mapOrFail(Config.option(Config.string(kindsSetting)), (setting) =>
  Option.isNone(setting) ? Either.right(usualKinds) : kindsOf(setting.value)
)
const ignoredWords = Config.map(Config.option(Config.string(ignoredSetting)), (setting) =>
  Option.isNone(setting) ? usualIgnored : listed(setting.value)
)

const teams = Config.mapOrFail(Config.withDefault(Config.string(teamsSetting), ""), (text) =>
  Either.all(
    text
      .split(",")
      .filter((part) => part.trim() !== "")
      .map(teamOf)
  )
)

/**
 * Rules of the file named by `DAYBOOK_ATTENDING_RULES` and teams of `DAYBOOK_ATTENDING_TEAMS`, then the default words
 * or those of `DAYBOOK_ATTENDING_KIND_WORDS` and `DAYBOOK_ATTENDING_IGNORE_WORDS`.
 */
export const attendingRules: Config.Config<AttendingRules> = Config.map(
  Config.all({ file, teams, kindWords, ignoredWords }),
  (parts) => ({
    teams: Array.dedupeWith([...parts.teams, ...parts.file.teams], (a, b) => a.league === b.league && a.id === b.id),
    kinds: [...parts.file.kinds, ...parts.kindWords],
    ignore: [...parts.file.ignore, ...parts.ignoredWords],
    venues: parts.file.venues
  })
)

export const layer = Layer.effect(RuleBook, attendingRules)
