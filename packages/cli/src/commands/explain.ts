import { Args, Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"

const record = Args.text({ name: "record" }).pipe(
  Args.withDescription("Domain, type and id, as in listening/artist/91, or a day, as in listening/day/2026-03-14")
)
const json = Options.boolean("json").pipe(Options.withDescription("Print the explanation as JSON"))

export const explainCommand = Command.make("explain", { record, json }, (options) =>
  lazily(
    () => import("../actions/explain.js"),
    ({ explainRecord }) => explainRecord(options)
  )
).pipe(
  Command.withDescription(
    describeCommand("Say where the values of a record come from, and why", "daybook explain listening/artist/91")
  )
)
