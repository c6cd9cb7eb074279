import { restoreBackup } from "@daybook/adapters/backup"
import { Args, Command, Options } from "@effect/cli"
import { Effect } from "effect"
import { described } from "../manual.js"
import * as Given from "../options.js"
import * as print from "../print.js"
import { localTime } from "../times.js"
import { withRows } from "./backup.js"

const options = {
  file: Args.text({ name: "file" }).pipe(Args.withDescription("A file that `daybook backup` made, on whichever engine")),
  replace: Options.boolean("replace").pipe(Options.withDescription("Lose what this instance holds now")),
  json: Given.json
}

export const restore = Command.make("restore", options, ({ file, json, replace }) =>
  Effect.gen(function*() {
    const done = yield* withRows("restore", (progress) => restoreBackup(file, { replace }, progress))
    const data = { file, made_at: done.madeAt, rows: done.rows, pictures: done.pictures, lost_logins: done.lostLogins, kept: done.kept }
    yield* print.answer(json, data, () =>
      print.line(`restored ${done.rows.toLocaleString("en-US")} rows and ${done.pictures.toLocaleString("en-US")} pictures, as they were on ${localTime(Date.parse(done.madeAt))}`))
    if (done.kept !== null) yield* print.note(`note: the rows that were here before are kept in ${done.kept}`)
    if (done.lostLogins > 0) {
      yield* print.note(`note: ${done.lostLogins} logins at providers were sealed with another secret: give the old DAYBOOK_SECRET, or \`daybook connect\` them again`)
    }
  })
).pipe(Command.withDescription(described("Bring back everything that a backup holds", "daybook restore daybook-2026-01-31.backup")))
