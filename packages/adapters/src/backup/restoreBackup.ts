import { Originals } from "@daybook/core/images"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option, Stream } from "effect"
import * as FoundOriginals from "../images/Originals.js"
import * as PictureKey from "../images/PictureKey.js"
import type { Address } from "../postgres/Database.js"
import * as Database from "../postgres/Database.js"
import * as Embedded from "../postgres/embedded/Embedded.js"
import { migrate } from "../postgres/migrate.js"
import * as Secret from "../Secret.js"
import { type Settings, settings } from "../Settings.js"
import { readArchive } from "./archive/readArchive.js"
import { BackupFailure } from "./BackupFailure.js"
import { originalOf } from "./contents.js"
import { keepRows } from "./kept.js"
import { check, type Checked, load } from "./load.js"
import { secretMark } from "./marks.js"
import { type Progress, silent } from "./Progress.js"
import { isEmpty, isServed, removeAll } from "./rows/emptying.js"

export interface RestoreOptions {
  /** Takes away what is there. */
  readonly replace: boolean
}

/** What a restore came to. */
export interface Restored {
  readonly madeAt: string
  readonly rows: number
  readonly pictures: number
  /** Logins at providers that cannot be opened here, for they were sealed with another secret. */
  readonly lostLogins: number
  /** Where the rows that were there before are kept. */
  readonly kept: string | null
}

/**
 * Puts everything of a backup into the database and the picture store of the settings, and brings it to this version:
 * wholly, or not at all. An instance that holds something already is left alone unless it is to be replaced.
 */
export const restoreBackup = (file: string, { replace }: RestoreOptions, progress: Progress = silent) =>
  Effect.scoped(Effect.gen(function*() {
    const checked = yield* check(file)
    const known = yield* settings
    const client = yield* Layer.build(Layer.unwrapScoped(Effect.map(alone(known), Database.layer)))
    return yield* Effect.gen(function*() {
      const kept = yield* cleared(known, replace)
      yield* putPictures(file)
      const lostLogins = yield* replaced(file, checked, replace, progress)
      const restored: Restored = {
        madeAt: checked.head.made_at,
        rows: checked.contents.tables.reduce((sum, { rows }) => sum + rows, 0),
        pictures: checked.contents.pictures,
        lostLogins,
        kept
      }
      return restored
    }).pipe(Effect.provide(Layer.merge(FoundOriginals.layer, Secret.layer)), Effect.provide(client))
  }))

/** The database of the settings; the embedded one only where no other process has it open. */
const alone = ({ dataDir, databaseUrl }: Settings) =>
  Option.match(databaseUrl, {
    onSome: (url) => Effect.succeed<Address>({ _tag: "Url", url }),
    onNone: () =>
      Effect.gen(function*() {
        const engine = yield* Embedded.open({ dataDir })
        if (yield* engine.owner) return { _tag: "Host", ...engine } satisfies Address
        return yield* new BackupFailure({ message: `another process is using ${dataDir}: end it first, then restore` })
      })
  })

/** Fails where something would be lost unasked. What is to be replaced in the embedded database is kept in a file. */
const cleared = ({ dataDir, databaseUrl }: Settings, replace: boolean) =>
  Effect.gen(function*() {
    yield* unused(replace)
    return Option.isNone(databaseUrl) && !(yield* isEmpty) ? yield* keepRows(dataDir, "restore") : null
  })

const unused = (replace: boolean) =>
  Effect.gen(function*() {
    if (yield* isServed) return yield* new BackupFailure({ message: "a host is running on this database, or was within the last 20 seconds: end it first, then restore" })
    if (!replace && !(yield* isEmpty)) {
      return yield* new BackupFailure({ message: "this instance holds data already: restore into an empty one, or give --replace to lose what it holds" })
    }
  })

/** Before the rows: a picture that no row speaks of does no harm. */
const putPictures = (file: string) =>
  Effect.flatMap(Originals, (originals) =>
    Stream.runForEach(readArchive(file), ({ bytes, name }) => originalOf(name) === undefined ? Effect.void : Effect.asVoid(originals.put(bytes))))

/** Gives the number of logins that cannot be opened. */
const replaced = (file: string, checked: Checked, replace: boolean, progress: Progress) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const lost = yield* sql.withTransaction(Effect.gen(function*() {
      yield* unused(replace)
      yield* removeAll
      yield* load(file, checked, progress)
      yield* migrate
      const { picture_key, secret_mark } = checked.head
      if (picture_key !== null) yield* PictureKey.keep(Buffer.from(picture_key, "base64url"))
      const logins = yield* sql`SELECT FROM provider_tokens`
      return secret_mark === null || secret_mark === (yield* secretMark) ? 0 : logins.length
    }))
    yield* sql`ANALYZE`
    return lost
  })
