import * as Daybook from "@daybook/adapters"
import type { Token } from "@daybook/core/tokens"
import { Args, Command, Options } from "@effect/cli"
import { DateTime, Effect, Either, Option } from "effect"
import { suggestion } from "../commandLine.js"
import { Failure, Usage } from "../failures.js"
import { describeCommand } from "../help.js"
import { highestPort } from "../host.js"
import * as commonOptions from "../options.js"
import * as print from "../print.js"
import { terminal } from "../terminal.js"
import { localTime } from "../text.js"

const iso = (instant: Option.Option<number>) =>
  Option.getOrNull(Option.map(instant, (at) => DateTime.formatIso(DateTime.unsafeMake(at))))

/** The connection with this name. Fails when it has no login or a setting is missing. */
const connectionNamed = (name: string) =>
  Effect.gen(function* () {
    const match = Daybook.connectables.find((one) => one.name === name)
    if (match === undefined) {
      const names = Daybook.connectables.map((one) => one.name)
      return yield* new Usage({
        message: `there is no source "${name}"${suggestion(name, names)}; see \`daybook sources\``
      })
    }
    const { connection, sources } = match
    if (connection === undefined) {
      return yield* new Failure({
        message: `${name} has no login to walk through: \`daybook sources\` says which settings it needs`
      })
    }
    const missing = yield* connection.missing
    if (missing.length > 0) {
      const { application } = connection
      const where = application === undefined ? "" : `; create an application at ${application} to get them`
      return yield* new Failure({
        message: `connecting ${name} needs more settings: set ${missing.join(" and ")}${where}`
      })
    }
    return { connection, sources }
  })

/** When the login expires, in words. */
const expiryText = (token: Token): string => {
  const ends = Option.getOrNull(Option.map(token.refreshExpiresAt, localTime))
  const accessEnds = Option.getOrElse(Option.map(token.expiresAt, localTime), () => "never")
  if (Option.isSome(token.refresh)) {
    return `the login renews itself${ends === null ? "" : ` until ${ends}`}; the current access token expires ${accessEnds}`
  }
  return Option.isSome(token.expiresAt) ? `the login expires ${accessEnds}` : "the login does not expire"
}

export const connect = Command.make(
  "connect",
  {
    source: Args.text({ name: "source" }).pipe(
      Args.withDescription("A source, or a login that several share, such as google")
    ),
    port: Options.text("port").pipe(
      Options.withDefault("0"),
      Options.withDescription("Port on this machine that the browser is redirected to; any free port by default")
    ),
    json: commonOptions.json
  },
  ({ json, port: portText, source }) =>
    Effect.gen(function* () {
      const port = yield* Either.mapLeft(
        Daybook.Setting.readWholeNumber("--port", portText, 0, highestPort),
        (message) => new Usage({ message })
      )
      const { connection, sources } = yield* connectionNamed(source)
      const token = yield* Effect.scoped(
        Effect.flatMap(terminal, (person) => Daybook.connecting(connection, port, person))
      ).pipe(Effect.provide(Daybook.writingLayer))
      const answer = {
        connection: connection.id,
        sources,
        renews: Option.isSome(token.refresh),
        access_expires_at: iso(token.expiresAt),
        login_expires_at: iso(Option.isSome(token.refresh) ? token.refreshExpiresAt : token.expiresAt)
      }
      yield* print.answer(json, answer, () =>
        Effect.zipRight(
          print.line(`${connection.name} is connected, for ${sources.join(" and ")}: ${expiryText(token)}`),
          print.note("a running host uses a renewed login immediately; restart it to use a new login")
        )
      )
    })
).pipe(
  Command.withDescription(
    describeCommand("Log in at a provider and store its tokens, encrypted", "daybook connect strava")
  )
)
