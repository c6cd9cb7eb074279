import * as Daybook from "@daybook/adapters"
import { Command, Options } from "@effect/cli"
import { Effect, Either, Option } from "effect"
import { Usage } from "../failures.js"
import { describeCommand } from "../help.js"
import { highestPort, hostSettings, runHost } from "../host.js"
import * as print from "../print.js"

const options = {
  host: Options.text("host").pipe(
    Options.optional,
    Options.withDescription("Address to listen on; DAYBOOK_HOST, else 127.0.0.1")
  ),
  port: Options.text("port").pipe(
    Options.optional,
    Options.withDescription("Port to listen on; DAYBOOK_PORT, else 8787")
  ),
  noSchedule: Options.boolean("no-schedule").pipe(
    Options.withDescription("Run no scheduled syncs; enrichment still runs")
  )
}

const portOf = (text: string) =>
  Either.mapLeft(Daybook.Setting.readWholeNumber("--port", text, 0, highestPort), (message) => new Usage({ message }))

export const serve = Command.make("serve", options, ({ host, noSchedule, port }) =>
  Effect.gen(function* () {
    const settings = yield* hostSettings.config
    const effective = {
      ...settings,
      host: Option.getOrElse(host, () => settings.host),
      port: Option.isSome(port) ? yield* portOf(port.value) : settings.port
    }
    yield* Effect.scoped(
      Effect.gen(function* () {
        const address = yield* runHost(effective, !noSchedule)
        yield* print.line(`listening on ${address}`)
        yield* Effect.never
      })
    ).pipe(Effect.provide(Daybook.hostLayer))
  })
).pipe(Command.withDescription(describeCommand("Serve the API and sync on schedule", "daybook serve --port 8787")))
