import { Args, Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const load = () => import("../actions/keys.js")

const create = Command.make(
  "create",
  {
    name: Options.text("name").pipe(Options.withDescription("What the key is for")),
    type: Options.choice("type", ["read", "admin", "publish"]).pipe(
      Options.withDefault("read"),
      Options.withDescription("read: all GET endpoints; admin: everything; publish: what a lens shows, for pages")
    ),
    lens: Options.text("lens").pipe(
      Options.optional,
      Options.withDescription("What the key sees, a name in `daybook lens list`")
    ),
    origin: Options.text("origin").pipe(
      Options.repeated,
      Options.withDescription("For publish: a site that may use the key; may be repeated")
    ),
    noOrigin: Options.boolean("no-origin").pipe(
      Options.withDescription("For publish: programs that send no Origin may use the key too")
    ),
    expires: Options.text("expires").pipe(Options.optional, Options.withDescription("Validity, such as 90d")),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.create(options))
).pipe(Command.withDescription(describeCommand("Create a key", "daybook keys create --name site --type read")))

const list = Command.make("list", { json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.list(options))
).pipe(Command.withDescription(describeCommand("List all keys, without their secrets", "daybook keys list")))

const revoke = Command.make(
  "revoke",
  {
    id: Args.text({ name: "id" }).pipe(Args.withDescription("The id in `daybook keys list`")),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.revoke(options))
).pipe(Command.withDescription(describeCommand("Revoke a key immediately", "daybook keys revoke 3")))

export const keys = Command.make("keys").pipe(
  Command.withDescription(describeCommand("Manage API keys", "daybook keys create --name site")),
  Command.withSubcommands([create, list, revoke])
)
