import { BackupDownloads, type BackupState, Backups } from "@daybook/core/backups"
import { NoData, Timestamp, field, iso, isoOrNull, withExample } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Description } from "@effect/platform/OpenApi"
import { type Context, Effect, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { alsoAnswers } from "../kit/body.js"
import { admissionOf } from "../front/requests.js"
import { WithoutLens, Works, WorksOnce, created, del, get, post } from "../kit/endpoints.js"
import { Forbidden, NotFound } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"

const nameText = Schema.String.annotations({ description: "Name of the backup, from the list" })

const fields = {
  data: field(
    Schema.Array(
      Schema.Struct({
        name: field(Schema.String, "Name of the file", "daybook-2026-03-14T03-00-00-000Z.backup"),
        made_at: withExample(Timestamp, "2026-03-14T03:00:00.000Z"),
        size_bytes: field(Schema.Number, "Size of the file in bytes", 48_120_832)
      }).annotations({ identifier: "Backup" })
    ),
    "Backups of this host, newest first"
  ),
  running: field(
    Schema.NullOr(
      Schema.Struct({
        started_at: withExample(Timestamp, "2026-03-14T20:15:00.000Z"),
        rows: field(Schema.Number, "Number of rows in it so far", 120_000)
      })
    ),
    "The backup that is being made; null if none is"
  ),
  failure: field(
    Schema.NullOr(
      Schema.Struct({
        failed_at: withExample(Timestamp, "2026-03-14T03:00:00.000Z"),
        error: field(Schema.String, "What happened and what to do next", "the disk is full: free some space")
      })
    ),
    "Why the last backup of this host failed; null if it did not fail since the host started"
  ),
  next_at: field(
    Schema.NullOr(Timestamp),
    "When the next one is made; null without `DAYBOOK_BACKUP_SCHEDULE`",
    "2026-03-15T03:00:00.000Z"
  )
}

const BackupList = Schema.Struct(fields).annotations({ identifier: "Backups" })
const StartedBackup = Schema.Struct(fields).annotations({
  identifier: "StartedBackup",
  ...HttpApiSchema.annotations({ status: 202 })
})

const DeletedBackup = Schema.Struct({
  success: field(Schema.Literal(true), "Always true"),
  name: field(Schema.String, "Name of the file", "daybook-2026-03-14T03-00-00-000Z.backup")
}).annotations({ identifier: "DeletedBackup" })

const DownloadAddress = Schema.Struct({
  path: field(
    Schema.String,
    "Path that downloads the file once, without a key",
    "/v1/downloads/svc_file_EXAMPLEexampleEXAMPLEexample0123456"
  ),
  expires_at: withExample(Timestamp, "2026-03-14T20:16:00.000Z")
}).annotations({ identifier: "BackupDownloadAddress" })

const Code = Schema.Struct({
  code: Schema.String.annotations({ description: "Code from `POST /v1/admin/backups/{name}/download`" })
})

const Name = Schema.Struct({ name: nameText })

const contentType = "application/x-tar"
const BackupContent = HttpApiSchema.Uint8Array({ contentType }).annotations({
  description: "The file. `daybook backup verify` checks it, `daybook restore` restores it."
})

const backupsView = ({ failure, files, next, running }: BackupState): typeof BackupList.Type => ({
  data: files.map(({ bytes, madeAt, name }) => ({ name, made_at: iso(madeAt), size_bytes: bytes })),
  running: running === null ? null : { started_at: iso(running.since), rows: running.rows },
  failure: failure === null ? null : { failed_at: iso(failure.at), error: failure.message },
  next_at: isoOrNull(next)
})

export class BackupsApi extends HttpApiGroup.make("backups")
  .add(
    get("list", "/", "List backups")
      .addSuccess(BackupList)
      .annotate(Works, true)
      .annotate(Description, "The backups that this host made, the one that is being made, and when the next is due.")
  )
  .add(
    post("start", "/", "Make a backup")
      .addSuccess(StartedBackup)
      .annotate(Works, true)
      .annotate(
        Description,
        "Starts a backup and responds immediately; if one is being made already, reports that one. The host answers" +
          " requests meanwhile. The newest backups stay, as many as `DAYBOOK_BACKUP_KEEP` says."
      )
  )
  .add(
    get("download", "/:name", "Download a backup")
      .setPath(Name)
      .addSuccess(BackupContent)
      .addError(NotFound)
      .annotateContext(
        alsoAnswers(200, { headers: { "Content-Disposition": "`attachment` with the name of the backup" } })
      )
      .annotate(WithoutLens, true)
      .annotate(Description, "Streams the file of a backup.")
  )
  .add(
    post("address", "/:name/download", "Create a download address")
      .setPath(Name)
      .addSuccess(created(DownloadAddress))
      .addError(NotFound)
      .annotate(
        Description,
        "Gives an address that downloads the backup once, within 60 s, without a header: a browser writes the file to" +
          " disk while it arrives. It ends with the key of this request."
      )
  )
  .add(
    del("remove", "/:name", "Delete a backup")
      .setPath(Name)
      .addSuccess(DeletedBackup)
      .addError(NotFound)
      .annotate(Description, "Deletes the file of a backup.")
  )
  .annotate(Description, "Backups of the host that answers. Needs an admin key.")
  .prefix("/admin/backups")
  .addError(Forbidden)
  .middleware(Authentication) {}

/** What needs no key: the address stands for one. */
export class DownloadsApi extends HttpApiGroup.make("downloads")
  .add(
    get("file", "/:code", "Download a file once")
      .setPath(Code)
      .addSuccess(BackupContent)
      .addError(NotFound)
      .annotateContext(
        alsoAnswers(200, { headers: { "Content-Disposition": "`attachment` with the name of the backup" } })
      )
      .annotate(WithoutLens, true)
      .annotate(WorksOnce, true)
      .annotate(
        Description,
        "Streams the backup that the address was made for. It works once, within 60 s. Needs no key."
      )
  )
  .annotate(Description, "Addresses that download a file once. Need no key.")
  .prefix("/downloads") {}

type BackupsService = Context.Tag.Service<Backups>

const fileOf = (backups: BackupsService, name: string) =>
  Effect.map(backups.read(name), ({ bytes, content }) =>
    HttpServerResponse.stream(content, {
      contentType,
      contentLength: bytes,
      headers: { "content-disposition": `attachment; filename="${name}"` }
    })
  )

export const downloads = handlersFor(DownloadsApi)([Backups, BackupDownloads], (backups, addresses) => ({
  file: ({ path: { code } }) => Effect.flatMap(addresses.take(code), (name) => fileOf(backups, name))
}))

export const backups = handlersFor(BackupsApi)([Backups, BackupDownloads], (backups, addresses) => ({
  list: () => Effect.map(backups.state, backupsView),
  start: () => Effect.zipRight(backups.start, Effect.map(backups.state, backupsView)),
  download: ({ path: { name } }) => fileOf(backups, name),
  address: ({ path: { name }, request }) =>
    Effect.gen(function* () {
      const { files } = yield* backups.state
      if (!files.some((file) => file.name === name)) return yield* new NoData({ what: `backup ${name}` })
      // The route needs an admin key, so the request has one.
      const { code, expiresAt } = yield* addresses.issue(name, admissionOf(request).key!.id)
      return { path: `/v1/downloads/${code}`, expires_at: iso(expiresAt) }
    }),
  remove: ({ path: { name } }) => Effect.as(backups.remove(name), { success: true, name } as const)
}))
