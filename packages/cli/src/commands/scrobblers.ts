import { Args, Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const load = () => import("../actions/scrobblers.js")

const add = Command.make(
  "add",
  { name: Options.text("name").pipe(Options.withDescription("The client, such as phone")), json: commonOptions.json },
  (options) => lazily(load, (actions) => actions.add(options))
).pipe(Command.withDescription(describeCommand("Make a token for a client", "daybook scrobblers add --name phone")))

const list = Command.make("list", { json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.list(options))
).pipe(Command.withDescription(describeCommand("List the clients, without their tokens", "daybook scrobblers list")))

const revoke = Command.make(
  "revoke",
  {
    id: Args.text({ name: "id" }).pipe(Args.withDescription("The id in `daybook scrobblers list`")),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.revoke(options))
).pipe(Command.withDescription(describeCommand("Revoke the token of a client", "daybook scrobblers revoke 3")))

export const scrobblers = Command.make("scrobblers").pipe(
  Command.withDescription(
    describeCommand("Manage the clients that submit listens", "daybook scrobblers add --name phone")
  ),
  Command.withSubcommands([add, list, revoke])
)
