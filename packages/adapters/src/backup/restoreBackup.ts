import { Originals } from "@daybook/core/images"
import { Clock, Effect, Layer, Option, Stream } from "effect"
import * as FoundOriginals from "../images/Originals.js"
import * as PictureKey from "../images/PictureKey.js"
import { database } from "../opened.js"
import { forgetLog } from "../postgres/changes/listing.js"
import { withholdMessages } from "../postgres/hooks/withhold.js"
import { boolean } from "../postgres/kit/columns.js"
import { sql } from "../postgres/kit/sql.js"
import { inTransaction } from "../postgres/inTransaction.js"
import { homeSettings } from "../postgres/homeTimeZone.js"
import { storeSetting } from "../postgres/kit/storedSettings.js"
import { declaredTableNames } from "../postgres/declared/declarations.js"
import { migrate, table as migrations } from "../postgres/migrate.js"
import { isHostAlive } from "../postgres/Presence.js"
import * as Secret from "../Secret.js"
import { type Settings, settings } from "../Settings.js"
import { readArchive } from "./archive/readArchive.js"
import { BackupFailure, type Progress, originalOf, silent } from "./contents.js"
import { secretMark } from "./dump.js"
import { check, type Checked, load } from "./load.js"
import { upToNow } from "./moveDates.js"
import { shapes } from "./rows.js"
import { functions, passing, sequences, standing, tables, types } from "./tables.js"
import { backUpRows } from "./backUpRows.js"

/** Whether the database holds no data: it is new, or was only opened. */
const isEmpty = Effect.gen(function* () {
  for (const { name } of yield* shapes) {
    if (standing.has(name)) continue
    const rows = yield* sql`SELECT FROM ${sql(name)} LIMIT 1`
    if (rows.length > 0) return false
  }
  return true
})

/** Whether a host is running on the data. */
export const isServed = Effect.gen(function* () {
  const [found] = yield* sql({ known: boolean })`SELECT to_regclass('hosts') IS NOT NULL AS known`
  if (found?.known !== true) return false
  const hosts = yield* sql`SELECT FROM hosts WHERE ${isHostAlive}`
  return hosts.length > 0
})

/** Removes Daybook's tables, sequences, functions and types, and nothing else. */
export const removeAll = Effect.gen(function* () {
  const list = (names: ReadonlyArray<string>) => sql.literal(names.join(", "))
  yield* sql`DROP TABLE IF EXISTS ${list([...(yield* declaredTableNames), ...tables, ...passing, migrations])}`
  yield* sql`DROP SEQUENCE IF EXISTS ${list(sequences)}`
  yield* sql`DROP FUNCTION IF EXISTS ${list(functions)}`
  yield* sql`DROP TYPE IF EXISTS ${list(types)}`
})

export interface RestoreOptions {
  /** Delete existing data. */
  readonly replace: boolean
  /**
   * The backup is a sample: its dates move up to now. The first `hostLayer` on it computes all days and counts again,
   * in the zone that is its home from then on.
   */
  readonly isSample?: boolean
}

/** Figures of a finished restore. */
export interface Restored {
  readonly madeAt: string
  readonly rows: number
  readonly pictures: number
  /** Provider logins that cannot be decrypted here, because they were encrypted with another secret. */
  readonly lostLogins: number
  /** Messages of hooks that the backup had to send, and that are not sent now. */
  readonly withheldMessages: number
  /** Path of the backup of the replaced rows. */
  readonly replacedRows: string | null
}

/**
 * Restores a backup into the database and the picture store of the settings, and migrates it to this version:
 * completely or not at all. Refuses an instance that holds data, unless `replace` is set.
 */
export const restoreBackup = (file: string, options: RestoreOptions, progress: Progress = silent) =>
  Effect.scoped(
    Effect.gen(function* () {
      const checked = yield* check(file)
      const instanceSettings = yield* settings
      const client = yield* Layer.build(database)
      return yield* Effect.gen(function* () {
        const replacedRows = yield* cleared(instanceSettings, options.replace)
        yield* putPictures(file)
        const { lostLogins, withheldMessages } = yield* replaced(file, checked, options, progress)
        const restored: Restored = {
          madeAt: checked.head.made_at,
          rows: checked.contents.tables.reduce((sum, { rows }) => sum + rows, 0),
          pictures: checked.contents.pictures,
          lostLogins,
          withheldMessages,
          replacedRows
        }
        return restored
      }).pipe(Effect.provide(Layer.merge(FoundOriginals.layer, Secret.layer)), Effect.provide(client))
    })
  )

/** Fails if data would be lost without `replace`. Backs up the rows of the embedded database before replacing. */
const cleared = ({ dataDir, databaseUrl }: Settings, replace: boolean) =>
  Effect.gen(function* () {
    yield* unused(replace)
    return Option.isNone(databaseUrl) && !(yield* isEmpty) ? yield* backUpRows(dataDir, "restore") : null
  })

const unused = (replace: boolean) =>
  Effect.gen(function* () {
    if (yield* isServed)
      return yield* new BackupFailure({
        message: "a host is running on this database, or was within the last 20 seconds: end it first, then restore"
      })
    if (!replace && !(yield* isEmpty)) {
      return yield* new BackupFailure({
        message: "this instance holds data already: restore into an empty one, or give --replace to lose what it holds"
      })
    }
  })

/** Runs before the rows: an unreferenced picture is harmless. */
const putPictures = (file: string) =>
  Effect.flatMap(Originals, (originals) =>
    Stream.runForEach(readArchive(file), ({ bytes, name }) =>
      originalOf(name) === undefined ? Effect.void : Effect.asVoid(originals.put(bytes))
    )
  )

/** Returns the number of logins that cannot be decrypted, and of messages that are not sent. */
const replaced = (file: string, checked: Checked, { isSample = false, replace }: RestoreOptions, progress: Progress) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const { made_at, picture_key, secret_mark } = checked.head
    const counts = yield* inTransaction(
      Effect.gen(function* () {
        yield* unused(replace)
        yield* removeAll
        yield* load(file, checked, progress, isSample ? upToNow(Date.parse(made_at), now) : undefined)
        yield* migrate
        yield* forgetLog
        const withheldMessages = yield* withholdMessages(now)
        if (isSample) yield* storeSetting(homeSettings.outdated, "moved dates")
        // The key of a published sample is no secret.
        else if (picture_key !== null) yield* PictureKey.keep(Buffer.from(picture_key, "base64url"))
        const logins = yield* sql`SELECT FROM provider_tokens`
        const isReadable = secret_mark === null || secret_mark === (yield* secretMark)
        return { lostLogins: isReadable ? 0 : logins.length, withheldMessages }
      })
    )
    yield* sql`ANALYZE`
    return counts
  })
