import { Args, Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const load = () => import("../actions/backup.js")

const file = Args.text({ name: "file" })

const verify = Command.make(
  "verify",
  { file: file.pipe(Args.withDescription("A file that `daybook backup` made")), json: commonOptions.json },
  (options) => lazily(load, (actions) => actions.verify(options))
).pipe(
  Command.withDescription(
    describeCommand(
      "Restore a backup into a temporary place and compare everything",
      "daybook backup verify daybook-2026-01-31.backup"
    )
  )
)

export const backup = Command.make(
  "backup",
  {
    file: file.pipe(
      Args.withDescription("Where to write it; an existing file is replaced when the new one is complete"),
      Args.optional
    ),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.backup(options))
).pipe(
  Command.withDescription(
    describeCommand("Write everything, pictures included, into one file", "daybook backup daybook-2026-01-31.backup")
  ),
  Command.withSubcommands([verify])
)

export const restore = Command.make(
  "restore",
  {
    file: file.pipe(Args.withDescription("A file that `daybook backup` made, on either engine")),
    replace: Options.boolean("replace").pipe(Options.withDescription("Replace the data of this instance")),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.restore(options))
).pipe(
  Command.withDescription(
    describeCommand("Restore everything from a backup", "daybook restore daybook-2026-01-31.backup")
  )
)
