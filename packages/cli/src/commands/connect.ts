import * as Daybook from "@daybook/adapters"
import type { Token } from "@daybook/core/tokens"
import { Args, Command, Options } from "@effect/cli"
import { DateTime, Effect, Either, Option } from "effect"
import { Failure, Usage } from "../Failure.js"
import { highestPort, wholeNumber } from "../HostSettings.js"
import { described } from "../manual.js"
import { suggestion } from "../nearest.js"
import * as Options_ from "../options.js"
import * as print from "../print.js"
import { terminal } from "../terminal.js"
import { localTime } from "../times.js"

const iso = (instant: Option.Option<number>) => Option.getOrNull(Option.map(instant, (at) => DateTime.formatIso(DateTime.unsafeMake(at))))

/** The login of that name, with all that it needs. */
const named = (name: string) =>
  Effect.gen(function*() {
    const found = Daybook.connectables.find((one) => one.name === name)
    if (found === undefined) {
      const known = Daybook.connectables.map((one) => one.name)
      return yield* new Usage({ message: `there is no source "${name}"${suggestion(name, known)}; see \`daybook sources\`` })
    }
    const { connection, sources } = found
    if (connection === undefined) {
      return yield* new Failure({ message: `${name} has no login to walk through: \`daybook sources\` says which settings it needs` })
    }
    const missing = yield* connection.missing
    if (missing.length > 0) {
      const { application } = connection
      const where = application === undefined ? "" : `; make an application at ${application} to have them`
      return yield* new Failure({ message: `connecting ${name} needs more first: set ${missing.join(" and ")}${where}` })
    }
    return { connection, sources }
  })

/** When the login ends, in words. */
const lasting = (token: Token): string => {
  const ends = Option.getOrNull(Option.map(token.refreshExpiresAt, localTime))
  const accessEnds = Option.getOrElse(Option.map(token.expiresAt, localTime), () => "never")
  if (Option.isSome(token.refresh)) {
    return `the login renews itself${ends === null ? "" : ` until ${ends}`}; this access ends ${accessEnds}`
  }
  return Option.isSome(token.expiresAt) ? `the login ends ${accessEnds}` : "the login does not end by itself"
}

export const connect = Command.make("connect", {
  source: Args.text({ name: "source" }).pipe(Args.withDescription("A source, or a login that several share, such as google")),
  port: Options.text("port").pipe(Options.withDefault("0"), Options.withDescription("Where on this machine the browser is sent back to; any free port by default")),
  json: Options_.json
}, ({ json, port: portText, source }) =>
  Effect.gen(function*() {
    const port = yield* Either.mapLeft(wholeNumber("--port", portText, 0, highestPort), (message) => new Usage({ message }))
    const { connection, sources } = yield* named(source)
    const token = yield* Effect.scoped(Effect.flatMap(terminal, (person) => Daybook.connecting(connection, port, person))).pipe(Effect.provide(Daybook.writingLayer))
    const answer = {
      connection: connection.id,
      sources,
      renews: Option.isSome(token.refresh),
      access_expires_at: iso(token.expiresAt),
      login_expires_at: iso(Option.isSome(token.refresh) ? token.refreshExpiresAt : token.expiresAt)
    }
    yield* print.answer(json, answer, () =>
      Effect.zipRight(
        print.line(`${connection.name} is connected, for ${sources.join(" and ")}: ${lasting(token)}`),
        print.note("a host that is running takes a new login up when it is started again, a renewed one at once")
      ))
  })
).pipe(Command.withDescription(described("Log in at a provider and keep its tokens, encrypted", "daybook connect strava")))
