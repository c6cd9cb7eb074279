import { Args, Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const load = () => import("../actions/lens.js")

const name = Args.text({ name: "name" }).pipe(Args.withDescription("The name in `daybook lens list`"))

const list = Command.make("list", { json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.list(options))
).pipe(Command.withDescription(describeCommand("List all lenses", "daybook lens list")))

const create = Command.make(
  "create",
  {
    file: Args.text({ name: "file" }).pipe(Args.withDescription("The definition in JSON; - reads it from stdin")),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.create(options))
).pipe(Command.withDescription(describeCommand("Create a lens", "daybook lens create runs.json")))

const check = Command.make("check", { name, json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.check(options))
).pipe(
  Command.withDescription(
    describeCommand("Show what a lens allows, and what it does not hide", "daybook lens check site")
  )
)

const preview = Command.make(
  "preview",
  {
    name,
    operation: Args.text({ name: "operation" }).pipe(Args.withDescription("Operation such as running.recent")),
    param: Options.text("param").pipe(
      Options.repeated,
      Options.withDescription("A parameter of the operation, name=value; may be repeated")
    ),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.preview(options))
).pipe(
  Command.withDescription(
    describeCommand("Show an answer as a lens shows it", "daybook lens preview site running.recent --param limit=1")
  )
)

const token = Command.make(
  "token",
  {
    name,
    renew: Options.boolean("renew").pipe(
      Options.withDescription("Replace the token; addresses with the earlier one open nothing more")
    ),
    remove: Options.boolean("remove").pipe(Options.withDescription("Take the token away")),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.token(options))
).pipe(
  Command.withDescription(
    describeCommand("Make or take away the token in addresses of a lens", "daybook lens token runs")
  )
)

const remove = Command.make("remove", { name, json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.remove(options))
).pipe(Command.withDescription(describeCommand("Remove a lens and revoke its keys", "daybook lens remove runs")))

export const lens = Command.make("lens").pipe(
  Command.withDescription(describeCommand("Manage lenses: what a key may see", "daybook lens list")),
  Command.withSubcommands([list, create, check, preview, token, remove])
)
