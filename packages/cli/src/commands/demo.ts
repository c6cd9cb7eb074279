import { Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"

const options = {
  small: Options.boolean("small").pipe(Options.withDescription("Three years of sample data (the default)")),
  large: Options.boolean("large").pipe(Options.withDescription("Twenty years of sample data: takes minutes")),
  data: Options.text("data").pipe(Options.optional, Options.withDescription("Folder for the sample data")),
  noServe: Options.boolean("no-serve").pipe(Options.withDescription("Fill the folder and stop"))
}

export const demo = Command.make("demo", options, (options) =>
  lazily(
    () => import("../actions/demo.js"),
    ({ demo }) => demo(options)
  )
).pipe(Command.withDescription(describeCommand("Run Daybook on sample data, without any account", "daybook demo")))
