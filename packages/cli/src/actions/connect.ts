import * as Daybook from "@daybook/adapters"
import type { Token } from "@daybook/core/tokens"
import { DateTime, Effect, Either, Option } from "effect"
import { suggestion } from "../commandLine.js"
import { Failure, Usage } from "../failures.js"
import { highestPort } from "../hostSettings.js"
import * as print from "../print.js"
import { terminal } from "../terminal.js"
import { localTime } from "../text.js"

const iso = (instant: Option.Option<number>) =>
  Option.getOrNull(Option.map(instant, (at) => DateTime.formatIso(DateTime.unsafeMake(at))))

/** The connection with this name. Fails when it has no login or a setting is missing. */
const connectionNamed = (name: string) =>
  Effect.gen(function* () {
    const connectables = yield* Daybook.connectables
    const match = connectables.find((one) => one.name === name)
    if (match === undefined) {
      const names = connectables.map((one) => one.name)
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

interface ConnectOptions {
  readonly source: string
  readonly port: string
  readonly json: boolean
}

export const connect = ({ json, port: portText, source }: ConnectOptions) =>
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
        print.note("a running host uses the login within a second")
      )
    )
  })
