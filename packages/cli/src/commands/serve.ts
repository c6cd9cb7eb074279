import { Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"

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

export const serve = Command.make("serve", options, (options) =>
  lazily(
    () => import("../actions/serve.js"),
    ({ serve }) => serve(options)
  )
).pipe(Command.withDescription(describeCommand("Serve the API and sync on schedule", "daybook serve --port 8787")))
