import * as Daybook from "@daybook/adapters"
import { Calendar, fromZoneName } from "@daybook/core/shared"
import { Args, Command } from "@effect/cli"
import { Effect, Either } from "effect"
import { Usage } from "../Failure.js"
import { described } from "../manual.js"
import * as Options from "../options.js"
import * as print from "../print.js"

/** The home that the data has now. */
const stored = Effect.provide(Effect.map(Calendar, ({ zone }) => zone), Daybook.layer)

/** A host that starts with another zone in its settings would move the home again. */
const warning = (zone: string) => {
  const set = process.env["DAYBOOK_TIMEZONE"] ?? ""
  return set === "" || set === zone
    ? Effect.void
    : print.note(`note: DAYBOOK_TIMEZONE is ${set} here: \`daybook serve\` moves the home there; take it out of the settings`)
}

const set = Command.make("set", {
  zone: Args.text({ name: "zone" }).pipe(Args.withDescription("An IANA name such as Europe/Berlin")),
  json: Options.json
}, ({ json, zone }) =>
  Effect.gen(function*() {
    const { zone: wanted } = yield* Either.mapLeft(fromZoneName(zone), ({ message }) => new Usage({ message }))
    const before = yield* stored
    yield* Daybook.moveHome(wanted)
    yield* print.answer(json, { zone: wanted, before }, () =>
      print.line(before === wanted
        ? `the home time zone is ${wanted} already`
        : `the home time zone is ${wanted}, no longer ${before}: every day was computed again`))
    yield* warning(wanted)
  })
).pipe(Command.withDescription(described("Move the home to another time zone", "daybook timezone set Europe/Berlin")))

const show = (json: boolean) =>
  Effect.gen(function*() {
    const zone = yield* stored
    yield* print.answer(json, { zone }, () => print.line(zone))
    yield* warning(zone)
  })

export const timezone = Command.make("timezone", { json: Options.json }, ({ json }) => show(json)).pipe(
  Command.withDescription(described("Show the home time zone of the data", "daybook timezone")),
  Command.withSubcommands([set])
)
