import { Command } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

export const sources = Command.make("sources", { json: commonOptions.json }, (options) =>
  lazily(
    () => import("../actions/sources.js"),
    ({ sources }) => sources(options)
  )
).pipe(
  Command.withDescription(
    describeCommand("List the sources with their state, last success, next run and records", "daybook sources")
  )
)

export const status = Command.make("status", { json: commonOptions.json }, (options) =>
  lazily(
    () => import("../actions/status.js"),
    ({ status }) => status(options)
  )
).pipe(Command.withDescription(describeCommand("Show the sync status of each domain and source", "daybook status")))
