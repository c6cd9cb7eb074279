import {
  type AttendingRules,
  type EventType,
  type League,
  RuleBook,
  eventTypes,
  leagues
} from "@daybook/core/attending"
import { Array, Config, Either, Layer, ParseResult, Schema } from "effect"
import { readFileSync } from "node:fs"
import * as Setting from "./settings.js"

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

const readRules = (path: string, name: string): Either.Either<typeof RuleFile.Type, string> =>
  Either.gen(function* () {
    const text = yield* Either.try({
      try: () => readFileSync(path, "utf8"),
      catch: () => `${name}: cannot read ${path}: give the path of a JSON file`
    })
    const json = yield* Either.try({
      try: (): unknown => JSON.parse(text),
      catch: () => `${name}: ${path} is not JSON: mend it or leave the setting out`
    })
    return yield* Either.mapLeft(
      Schema.decodeUnknownEither(RuleFile)(json),
      (error) => `${name}: ${path}: ${firstIssue(error)}`
    )
  })

const firstIssue = (error: ParseResult.ParseError): string => {
  const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
  return issue === undefined
    ? "is not a rule file"
    : `${issue.path.length === 0 ? "the file" : issue.path.join(".")}: ${issue.message.split("\n")[0]}`
}

const noFile: typeof RuleFile.Type = { teams: [], kinds: [], ignore: [], venues: [] }

const isLeague = (text: string): text is League => leagues.some((league) => league === text)

const teamOf = (text: string, name: string): Either.Either<AttendingRules["teams"][number], string> => {
  const [league = "", id = ""] = text.toLowerCase().split(":")
  return isLeague(league) && /^\d{1,9}$/.test(id)
    ? Either.right({ league, id: Number(id) })
    : Either.left(
        `${name}: "${text}" is not a team: give league and number such as mlb:136,nfl:26; leagues are ${leagues.join(", ")}`
      )
}

const isKind = (text: string): text is EventType => eventTypes.some((type) => type === text)

/** `comedy=comedy,comedian;theater=musical,ballet`; an empty text means no words. */
const kindsOf = (text: string, name: string): Either.Either<AttendingRules["kinds"], string> =>
  Either.all(
    text
      .split(";")
      .filter((part) => part.trim() !== "")
      .map((part) => {
        const [kind = "", ...words] = part.split("=").map((one) => one.trim())
        return isKind(kind) && words.length === 1
          ? Either.right({ kind, words: Setting.commaSeparated(words[0]!) })
          : Either.left(
              `${name}: "${part.trim()}" is not a kind with its words: write such as comedy=comedy,comedian;theater=musical`
            )
      })
  )

const shortList = { absence: "a short list" }

/** Settings of the rules for events. */
export const rulesSettings = Setting.settings({
  teams: Setting.withDefault<AttendingRules["teams"]>(
    Setting.setting({
      name: "DAYBOOK_ATTENDING_TEAMS",
      type: "list with commas",
      sentence: "your teams: league and the league's number of the team, such as `mlb:136,nfl:26`",
      parse: (text, name) => Either.all(Setting.commaSeparated(text).map((team) => teamOf(team, name)))
    }),
    [],
    { absence: "none" }
  ),
  kindWords: Setting.withDefault(
    Setting.setting({
      name: "DAYBOOK_ATTENDING_KIND_WORDS",
      type: "`kind=word,word;kind=word`",
      sentence: "words that name the kind of event; empty means no words",
      acceptsBlank: true,
      parse: kindsOf
    }),
    usualKinds,
    shortList
  ),
  ignoredWords: Setting.withDefault<ReadonlyArray<string>>(
    Setting.setting({
      name: "DAYBOOK_ATTENDING_IGNORE_WORDS",
      type: "list with commas",
      sentence: "words of rows that are no events; empty ignores none",
      acceptsBlank: true,
      parse: (text) => Either.right(Setting.commaSeparated(text))
    }),
    usualIgnored,
    shortList
  ),
  file: Setting.withDefault(
    Setting.setting({
      name: "DAYBOOK_ATTENDING_RULES",
      type: "path",
      sentence: "the JSON file with rules; its words go before those of the settings",
      keepsSpaces: true,
      parse: readRules
    }),
    noFile,
    { absence: "none" }
  )
})

/** The rules of the file and of the settings. The file's come first. */
export const attendingRules: Config.Config<AttendingRules> = Config.map(rulesSettings.config, (parts) => ({
  teams: Array.dedupeWith([...parts.teams, ...parts.file.teams], (a, b) => a.league === b.league && a.id === b.id),
  kinds: [...parts.file.kinds, ...parts.kindWords],
  ignore: [...parts.file.ignore, ...parts.ignoredWords],
  venues: parts.file.venues
}))

/** Settings of a league, whose data is open and therefore on by default, with the owner's teams. */
export const leagueSettings = <A extends { readonly enabled: boolean }>(declared: Setting.Settings<A>) => ({
  ...declared,
  missing: Setting.turnedOff(declared.fields.enabled),
  config: Config.zipWith(declared.config, attendingRules, (values, { teams }) => ({ ...values, ownTeams: teams }))
})

export const layer = Layer.effect(RuleBook, attendingRules)
