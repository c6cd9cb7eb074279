import { Args, Command, Options } from "@effect/cli"
import { hookKinds, signatureVersions } from "@daybook/core/hooks"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const load = () => import("../actions/hooks.js")

const optional = (name: string, description: string) =>
  Options.text(name).pipe(Options.optional, Options.withDescription(description))

const seconds = (name: string, description: string) =>
  Options.integer(name).pipe(Options.optional, Options.withDescription(description))

const id = Args.text({ name: "id" }).pipe(Args.withDescription("The id in `daybook hooks list`"))

const list = Command.make("list", { json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.list(options))
).pipe(Command.withDescription(describeCommand("List all hooks and their state", "daybook hooks list")))

const add = Command.make(
  "add",
  {
    url: Args.text({ name: "url" }).pipe(
      Args.optional,
      Args.withDescription(
        "The address to call; not for a repository at GitHub, nor for ListenBrainz and Last.fm themselves"
      )
    ),
    kind: Options.choice("kind", hookKinds).pipe(
      Options.withDefault("webhook"),
      Options.withDescription(
        "What is called: a webhook, the build hook of a site, or a service that listens are passed on to"
      )
    ),
    events: optional("events", "Events of a webhook, with commas between, such as feed.item.created"),
    domains: optional("domains", "Only these domains, with commas between"),
    description: optional("description", "What the hook is for"),
    signature: Options.choice("signature", signatureVersions).pipe(
      Options.optional,
      Options.withDescription("v1: HMAC-SHA256; v1a: ed25519")
    ),
    repository: optional("repository", "For github: owner/name; its token is read from stdin"),
    header: Options.boolean("header").pipe(
      Options.withDescription("For post: read a secret header, `name: value`, from stdin")
    ),
    quiet: seconds("quiet", "Seconds without a change before a build, 60 by default"),
    maxWait: seconds("max-wait", "Most seconds from the first change to the build, 900 by default"),
    minInterval: seconds("min-interval", "Least seconds between two builds, 600 by default"),
    maxPerDay: seconds("max-per-day", "Most builds on a day, 24 by default"),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.add(options))
).pipe(
  Command.withDescription(
    describeCommand(
      "Add a webhook, a build hook, or a service that listens are passed on to",
      "daybook hooks add https://n8n.example/in/7 --events feed.item.created"
    )
  )
)

const test = Command.make("test", { id, json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.test(options))
).pipe(Command.withDescription(describeCommand("Send a test message now", "daybook hooks test 4")))

const replay = Command.make(
  "replay",
  {
    id,
    message: optional("message", "Only this message, such as msg_01JD9ZK3W8T4M2P0Q7R5S1V6X9"),
    since: optional("since", "Messages since a day or time, such as 2026-03-14"),
    all: Options.boolean("all").pipe(Options.withDescription("Also messages that arrived")),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.replay(options))
).pipe(
  Command.withDescription(
    describeCommand("Send messages again, with the same ids", "daybook hooks replay 4 --since 2026-03-14")
  )
)

const enable = Command.make("enable", { id, json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.enable(options))
).pipe(Command.withDescription(describeCommand("Send to a disabled hook again", "daybook hooks enable 4")))

const remove = Command.make("remove", { id, json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.remove(options))
).pipe(Command.withDescription(describeCommand("Delete a hook with its messages", "daybook hooks remove 4")))

export const hooks = Command.make("hooks").pipe(
  Command.withDescription(
    describeCommand("Manage outbound webhooks, build hooks, and services for listens", "daybook hooks list")
  ),
  Command.withSubcommands([list, add, test, replay, enable, remove])
)
