import { type AttendingRules, type League, RuleBook, eventTypes, leagues } from "@daybook/core/attending"
import { Array, Config, ConfigError, Either, Layer, ParseResult, Schema } from "effect"
import { readFileSync } from "node:fs"

const words = Schema.Array(Schema.NonEmptyTrimmedString)

/** The rule file: every part may be left out. */
const RuleFile = Schema.Struct({
  teams: Schema.optionalWith(Schema.Array(Schema.Struct({ league: Schema.Literal(...leagues), id: Schema.Int })), { default: () => [] }),
  kinds: Schema.optionalWith(Schema.Array(Schema.Struct({ words, kind: Schema.Literal(...eventTypes) })), { default: () => [] }),
  ignore: Schema.optionalWith(words, { default: () => [] }),
  venues: Schema.optionalWith(Schema.Array(Schema.Struct({ name: Schema.NonEmptyTrimmedString, aliases: words })), { default: () => [] })
})

/** Words that say what an event is in most calendars; the rule file's own go first. */
const usual: Pick<AttendingRules, "kinds" | "ignore"> = {
  kinds: [
    { words: ["comedy", "stand-up", "standup", "comedian", "improv"], kind: "comedy" },
    { words: ["theater", "theatre", "musical", "broadway", "ballet", "opera", "matinee"], kind: "theater" },
    { words: ["concert", "festival", "live music", "symphony", "philharmonic"], kind: "concert" }
  ],
  ignore: ["rehearsal", "practice", "lesson", "tickets on sale", "presale", "watch party", "on tv"]
}

const invalid = (name: string, message: string) => ConfigError.InvalidData([name], `${name}: ${message}`)

const fileSetting = "DAYBOOK_ATTENDING_RULES"
const teamsSetting = "DAYBOOK_ATTENDING_TEAMS"

const readRules = (path: string): Either.Either<typeof RuleFile.Type, ConfigError.ConfigError> =>
  Either.gen(function*() {
    const text = yield* Either.try({ try: () => readFileSync(path, "utf8"), catch: () => invalid(fileSetting, `cannot read ${path}: give the path of a JSON file`) })
    const json = yield* Either.try({ try: (): unknown => JSON.parse(text), catch: () => invalid(fileSetting, `${path} is not JSON: mend it or leave the setting out`) })
    return yield* Either.mapLeft(Schema.decodeUnknownEither(RuleFile)(json), (error) => invalid(fileSetting, `${path}: ${firstIssue(error)}`))
  })

const firstIssue = (error: ParseResult.ParseError): string => {
  const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
  return issue === undefined ? "is not a rule file" : `${issue.path.length === 0 ? "the file" : issue.path.join(".")}: ${issue.message.split("\n")[0]}`
}

const noFile: typeof RuleFile.Type = { teams: [], kinds: [], ignore: [], venues: [] }

const file = Config.mapOrFail(Config.withDefault(Config.string(fileSetting), ""), (path) => path === "" ? Either.right(noFile) : readRules(path))

const isLeague = (text: string): text is League => leagues.some((league) => league === text)

const teamOf = (text: string): Either.Either<AttendingRules["teams"][number], ConfigError.ConfigError> => {
  const [league = "", id = ""] = text.trim().toLowerCase().split(":")
  return isLeague(league) && /^\d{1,9}$/.test(id)
    ? Either.right({ league, id: Number(id) })
    : Either.left(invalid(teamsSetting, `"${text.trim()}" is not a team: give league and number such as mlb:136,nfl:26; leagues are ${leagues.join(", ")}`))
}

const teams = Config.mapOrFail(Config.withDefault(Config.string(teamsSetting), ""), (text) =>
  Either.all(text.split(",").filter((part) => part.trim() !== "").map(teamOf)))

/** The rules of the setting `DAYBOOK_ATTENDING_RULES` and the teams of `DAYBOOK_ATTENDING_TEAMS`, with the usual words behind them. */
export const attendingRules: Config.Config<AttendingRules> = Config.map(Config.all({ file, teams }), (given) => ({
  teams: Array.dedupeWith([...given.teams, ...given.file.teams], (a, b) => a.league === b.league && a.id === b.id),
  kinds: [...given.file.kinds, ...usual.kinds],
  ignore: [...given.file.ignore, ...usual.ignore],
  venues: given.file.venues
}))

export const layer = Layer.effect(RuleBook, attendingRules)
