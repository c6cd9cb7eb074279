import * as Daybook from "@daybook/adapters"
import { Calendar, fromZoneName } from "@daybook/core/shared"
import { Effect, Either } from "effect"
import { Usage } from "../failures.js"
import * as print from "../print.js"

/** The home time zone of the stored data. */
const homeTimeZone = Effect.provide(
  Effect.map(Calendar, ({ zone }) => zone),
  Daybook.layer
)

/** A host that starts with another DAYBOOK_TIMEZONE changes the home time zone back. */
const warning = (zone: string) => {
  const set = process.env["DAYBOOK_TIMEZONE"] ?? ""
  return set === "" || set === zone
    ? Effect.void
    : print.note(
        `note: DAYBOOK_TIMEZONE is ${set}, and \`daybook serve\` changes the home time zone to it: remove the setting`
      )
}

interface SetOptions {
  readonly zone: string
  readonly json: boolean
}

export const set = ({ json, zone }: SetOptions) =>
  Effect.gen(function* () {
    const { zone: newZone } = yield* Either.mapLeft(fromZoneName(zone), ({ message }) => new Usage({ message }))
    const before = yield* homeTimeZone
    yield* Daybook.moveHome(newZone)
    yield* print.answer(json, { zone: newZone, before }, () =>
      print.line(
        before === newZone
          ? `the home time zone is already ${newZone}`
          : `the home time zone is now ${newZone} instead of ${before}; all days were computed again`
      )
    )
    yield* warning(newZone)
  })

interface ShowOptions {
  readonly json: boolean
}

export const show = ({ json }: ShowOptions) =>
  Effect.gen(function* () {
    const zone = yield* homeTimeZone
    yield* print.answer(json, { zone }, () => print.line(zone))
    yield* warning(zone)
  })
