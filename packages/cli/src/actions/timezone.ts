import * as Daybook from "@daybook/adapters"
import { HomeSettings } from "@daybook/core/setup"
import {
  type BadInput,
  Calendar,
  type HomeZones,
  type ZoneSuggestion,
  addDays,
  addToHistory,
  fromZoneName,
  historyText,
  homeMovedTo,
  homeWith,
  isEmptyHistory,
  parseHistory,
  removeFromHistory
} from "@daybook/core/shared"
import { Effect, Either, Option } from "effect"
import { readFile } from "node:fs/promises"
import { Usage } from "../failures.js"
import * as print from "../print.js"

/** The home of the stored data. */
const storedHome = Effect.provide(
  Effect.map(Calendar, ({ history, zone }): HomeZones => ({ zone, history })),
  Daybook.layer
)

/** A host that starts with another DAYBOOK_TIMEZONE changes the home time zone back. */
const warning = ({ history, zone }: HomeZones) => {
  const set = process.env["DAYBOOK_TIMEZONE"] ?? ""
  return set === "" || set === zone || history.periods.length > 0
    ? Effect.void
    : print.note(
        `note: DAYBOOK_TIMEZONE is ${set}, and \`daybook serve\` changes the home time zone to it: remove the setting`
      )
}

const orUsage = <A>(answer: Either.Either<A, BadInput>) =>
  Either.mapLeft(answer, ({ message }) => new Usage({ message }))

interface SetOptions {
  readonly zone: string
  readonly from: Option.Option<string>
  readonly json: boolean
}

export const set = ({ from, json, zone }: SetOptions) =>
  Effect.gen(function* () {
    const { zone: newZone } = yield* orUsage(fromZoneName(zone))
    const before = yield* storedHome
    const home = yield* orUsage(
      Option.match(from, {
        onNone: () => homeMovedTo(newZone, before.history),
        onSome: (day) => addToHistory(before, { periods: [{ from: day, zone: newZone }], trips: [] })
      })
    )
    yield* Daybook.moveHome(home)
    yield* print.answer(json, { zone: home.zone, before: before.zone }, () =>
      print.line(
        before.zone === home.zone
          ? `the home time zone is ${Option.isSome(from) ? "" : "already "}${home.zone}`
          : `the home time zone is now ${home.zone} instead of ${before.zone}; the days that changed were computed again`
      )
    )
    yield* warning(home)
  })

interface ShowOptions {
  readonly json: boolean
}

export const show = ({ json }: ShowOptions) =>
  Effect.gen(function* () {
    const home = yield* storedHome
    yield* print.answer(json, { zone: home.zone }, () => print.line(home.zone))
    yield* warning(home)
  })

const printHistory = (json: boolean, { history, zone }: HomeZones) =>
  print.answer(json, { zone, ...history }, () =>
    print.line(isEmptyHistory(history) ? `no moves or trips: every day is in ${zone}` : historyText(history).trimEnd())
  )

export const list = ({ json }: ShowOptions) => Effect.flatMap(storedHome, (home) => printHistory(json, home))

/** Moves the data to a changed home, and prints its history. */
const change = (json: boolean, edit: (home: HomeZones) => Either.Either<HomeZones, BadInput>) =>
  Effect.gen(function* () {
    const before = yield* storedHome
    const home = yield* orUsage(edit(before))
    yield* Daybook.moveHome(home)
    yield* printHistory(json, home)
    if (home.zone !== before.zone)
      yield* print.note(`the home time zone is now ${home.zone} instead of ${before.zone}: it is that of the last move`)
    yield* warning(home)
  })

interface AddOptions extends ShowOptions {
  readonly when: string
  readonly zone: string
}

export const add = ({ json, when, zone }: AddOptions) =>
  change(json, (home) => Either.flatMap(parseHistory(`${when} ${zone}`), (added) => addToHistory(home, added)))

interface RemoveOptions extends ShowOptions {
  readonly day: string
}

export const remove = ({ day, json }: RemoveOptions) =>
  change(json, (home) => removeFromHistory(home, day === "start" ? null : day))

interface ImportOptions extends ShowOptions {
  readonly file: string
}

export const importFile = ({ file, json }: ImportOptions) =>
  Effect.gen(function* () {
    const text = yield* Effect.tryPromise({
      try: () => readFile(file, "utf8"),
      catch: (cause) => new Usage({ message: `${file} cannot be read: ${String(cause)}` })
    })
    yield* change(json, ({ zone }) => Either.flatMap(parseHistory(text), (history) => homeWith(zone, history)))
  })

/** What adds the suggestion: a period that ends is two moves. */
const additionsOf = ({ from, kind, to, zone }: ZoneSuggestion, home: string): ReadonlyArray<string> => [
  `${kind === "trip" ? `${from}..${to ?? from}` : from} ${zone}`,
  ...(kind === "period" && to !== null ? [`${addDays(to, 1)} ${home}`] : [])
]

interface SuggestOptions extends ShowOptions {
  readonly decline: Option.Option<string>
}

export const suggest = ({ decline, json }: SuggestOptions) =>
  Effect.gen(function* () {
    const settings = yield* HomeSettings
    const { zone } = yield* Calendar
    const all = yield* settings.suggestions
    const wrong = Option.getOrNull(decline)
    const declined = all.find(({ from }) => from === wrong)
    if (wrong !== null && declined === undefined)
      return yield* new Usage({
        message: `nothing is suggested from ${wrong} on: \`daybook timezone history suggest\` lists what is`
      })
    const rest = declined === undefined ? all : yield* settings.declineSuggestion(declined)
    yield* print.answer(json, rest, () =>
      print.line(
        rest.length === 0
          ? "no more moves or trips show in runs, events and check-ins"
          : rest
              .map((one) =>
                [
                  `${one.kind}: ${one.reason}`,
                  ...additionsOf(one, zone).map((text) => `  daybook timezone history add ${text}`)
                ].join("\n")
              )
              .join("\n")
      )
    )
  }).pipe(Effect.provide(Daybook.layer))
