import { Args, Command } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const options = {
  year: Args.text({ name: "year" }).pipe(Args.withDescription("The year; the current one by default"), Args.optional),
  json: commonOptions.json
}

export const year = Command.make("year", options, (options) =>
  lazily(
    () => import("../actions/year.js"),
    ({ year }) => year(options)
  )
).pipe(Command.withDescription(describeCommand("Show a year of your data on one screen", "daybook year 2025")))
