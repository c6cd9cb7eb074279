import { Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"

const print = Options.boolean("print").pipe(Options.withDescription("Print the command instead of running it"))

export const psql = Command.make("psql", { print }, (options) =>
  lazily(
    () => import("../actions/psql.js"),
    ({ psql }) => psql(options)
  )
).pipe(Command.withDescription(describeCommand("Open the database in psql", "daybook psql")))
