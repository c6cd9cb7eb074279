import { makeBackup, restoreBackup, verifyBackup } from "@daybook/adapters/backup"
import { Effect, Option, Ref } from "effect"
import { Usage } from "../failures.js"
import * as print from "../print.js"
import { withProgress } from "../progress.js"
import { localTime } from "../text.js"

const count = (value: number) => value.toLocaleString("en-US")
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Shows the number of processed rows while `work` runs. */
export const withRows = <A, E, R>(
  name: string,
  work: (progress: (rows: number) => Effect.Effect<void>) => Effect.Effect<A, E, R>
) =>
  withProgress(name, (report) =>
    Effect.flatMap(Ref.make(0), (seen) =>
      work((rows) =>
        Effect.flatMap(
          Ref.updateAndGet(seen, (sum) => sum + rows),
          (sum) => report({ seen: sum, total: Option.none() })
        )
      )
    )
  )

interface VerifyOptions {
  readonly file: string
  readonly json: boolean
}

export const verify = ({ file, json }: VerifyOptions) =>
  Effect.gen(function* () {
    const verified = yield* withRows("verify", (progress) => verifyBackup(file, progress))
    const data = {
      file,
      made_at: verified.madeAt,
      schema: verified.schema,
      tables: verified.tables,
      rows: verified.rows,
      pictures: verified.pictures
    }
    yield* print.answer(json, data, () =>
      print.line(
        `${file} is good: a trial restore brought back all ${count(verified.rows)} rows of ${verified.tables} tables` +
          ` and ${count(verified.pictures)} pictures, as they were on ${localTime(Date.parse(verified.madeAt))}`
      )
    )
  })

interface BackupOptions {
  readonly file: Option.Option<string>
  readonly json: boolean
}

export const backup = ({ file, json }: BackupOptions) =>
  Effect.gen(function* () {
    const path = yield* Effect.orElseFail(
      file,
      () => new Usage({ message: "say where to write the backup, such as `daybook backup daybook.backup`" })
    )
    const result = yield* withRows("backup", (progress) => makeBackup(path, progress))
    const data = {
      file: path,
      schema: result.schema,
      tables: result.tables,
      rows: result.rows,
      pictures: result.pictures,
      missing_pictures: result.missingPictures,
      bytes: result.bytes
    }
    yield* print.answer(json, data, () =>
      print.line(
        `${path}: ${count(result.rows)} rows of ${result.tables} tables and ${count(result.pictures)} pictures,` +
          ` ${megabytes(result.bytes)}`
      )
    )
    if (result.missingPictures > 0)
      yield* print.note(
        `note: ${count(result.missingPictures)} pictures are missing in the image store, and so in the backup`
      )
  })

interface RestoreOptions {
  readonly file: string
  readonly replace: boolean
  readonly json: boolean
}

export const restore = ({ file, json, replace }: RestoreOptions) =>
  Effect.gen(function* () {
    const result = yield* withRows("restore", (progress) => restoreBackup(file, { replace }, progress))
    const data = {
      file,
      made_at: result.madeAt,
      rows: result.rows,
      pictures: result.pictures,
      lost_logins: result.lostLogins,
      withheld_messages: result.withheldMessages,
      kept: result.replacedRows
    }
    yield* print.answer(json, data, () =>
      print.line(
        `restored ${result.rows.toLocaleString("en-US")} rows and ${result.pictures.toLocaleString("en-US")} pictures,` +
          ` as they were on ${localTime(Date.parse(result.madeAt))}`
      )
    )
    if (result.replacedRows !== null) yield* print.note(`note: the replaced rows are in ${result.replacedRows}`)
    if (result.withheldMessages > 0)
      yield* print.note(
        `note: ${count(result.withheldMessages)} messages of hooks waited when the backup was made and may have arrived` +
          " since: `daybook hooks replay ID --since DAY` sends those that did not"
      )
    if (result.lostLogins > 0) {
      yield* print.note(
        `note: ${result.lostLogins} provider logins were encrypted with another secret:` +
          " set the old DAYBOOK_SECRET, or run `daybook connect` again"
      )
    }
  })
