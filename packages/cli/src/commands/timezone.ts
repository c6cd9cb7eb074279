import { Args, Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const load = () => import("../actions/timezone.js")

const zone = Args.text({ name: "zone" }).pipe(Args.withDescription("An IANA name such as Europe/Berlin"))

const set = Command.make(
  "set",
  {
    zone,
    from: Options.text("from").pipe(
      Options.withDescription("The day of the move, YYYY-MM-DD; without it, the zone of the last move is corrected"),
      Options.optional
    ),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.set(options))
).pipe(Command.withDescription(describeCommand("Change the home time zone", "daybook timezone set Europe/Berlin")))

const list = Command.make("list", { json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.list(options))
).pipe(Command.withDescription(describeCommand("List moves and trips", "daybook timezone history list")))

const when = Args.text({ name: "days" }).pipe(
  Args.withDescription("The day of a move, 2023-08-15, or the days of a trip, 2025-03-02..2025-03-16")
)

const add = Command.make("add", { when, zone, json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.add(options))
).pipe(
  Command.withDescription(
    describeCommand("Add a move or a trip", "daybook timezone history add 2025-03-02..2025-03-16 Asia/Tokyo")
  )
)

const remove = Command.make(
  "remove",
  {
    day: Args.text({ name: "day" }).pipe(Args.withDescription("The first day of the move or trip, or `start`")),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.remove(options))
).pipe(
  Command.withDescription(describeCommand("Remove a move or a trip", "daybook timezone history remove 2025-03-02"))
)

const importFile = Command.make(
  "import",
  {
    file: Args.file({ name: "file", exists: "yes" }).pipe(
      Args.withDescription("One move or trip a line, as `list` prints them")
    ),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.importFile(options))
).pipe(
  Command.withDescription(
    describeCommand("Replace all moves and trips by those of a file", "daybook timezone history import zones.txt")
  )
)

const suggest = Command.make(
  "suggest",
  {
    decline: Options.text("decline").pipe(
      Options.withDescription("The first day of a suggestion that is wrong: it does not return"),
      Options.optional
    ),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.suggest(options))
).pipe(
  Command.withDescription(
    describeCommand("Suggest moves and trips from runs, events and check-ins", "daybook timezone history suggest")
  )
)

const history = Command.make("history").pipe(
  Command.withDescription("The zones of earlier days: moves and trips"),
  Command.withSubcommands([list, add, remove, importFile, suggest])
)

export const timezone = Command.make("timezone", { json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.show(options))
).pipe(
  Command.withDescription(describeCommand("Show the home time zone", "daybook timezone")),
  Command.withSubcommands([set, history])
)
