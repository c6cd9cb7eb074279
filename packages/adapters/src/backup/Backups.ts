import { type BackupFile, Backups, type BackupState } from "@daybook/core/backups"
import { Calendar, NoData, StorageFailure } from "@daybook/core/shared"
import { type Schedule, SyncStore, nextRun } from "@daybook/core/sync"
import { Cause, Clock, Duration, Effect, FiberSet, Layer, Option, Stream } from "effect"
import { createReadStream } from "node:fs"
import { readdir, rm, stat } from "node:fs/promises"
import { join, resolve } from "node:path"
import { codeOf } from "@daybook/core/shared"
import { makeFolder, settings } from "../Settings.js"
import type { Progress } from "./contents.js"
import { backupSettings } from "./settings.js"

/** The names of the backups of hosts. Others in the folder, such as those before a migration, are not theirs. */
const namePattern = /^daybook-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.backup$/

const nameAt = (at: number): string => `daybook-${new Date(at).toISOString().replaceAll(/[:.]/g, "-")}.backup`

/** The time in a name; undefined for another file. */
export const timeIn = (name: string): number | undefined => {
  const [, day, hours, minutes, seconds, millis] = namePattern.exec(name) ?? []
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T${hours}:${minutes}:${seconds}.${millis}Z`)
  return Number.isNaN(at) ? undefined : at
}

const storage = (operation: string) => (cause: unknown) =>
  new StorageFailure({ operation: `Backups.${operation}`, unavailable: false, cause })

const isMissing = (cause: unknown): boolean => codeOf(cause) === "ENOENT"

/** The backups in a folder, newest first. A folder that does not exist yet has none. */
const filesIn = async (folder: string): Promise<ReadonlyArray<BackupFile>> => {
  const names = await readdir(folder).catch((cause: unknown) => {
    if (isMissing(cause)) return []
    throw cause
  })
  const files = names.flatMap((name) => {
    const madeAt = timeIn(name)
    return madeAt === undefined ? [] : [{ name, madeAt }]
  })
  const sizes = await Promise.all(
    files.map(async (file) => {
      const size = await stat(join(folder, file.name)).then(
        (facts) => facts.size,
        () => undefined
      )
      return size === undefined ? [] : [{ ...file, bytes: size }]
    })
  )
  return sizes.flat().sort((one, other) => other.madeAt - one.madeAt)
}

/** The settings may change, and another host may take a due time, so the schedule is checked at least this often. */
const maxWait = Duration.minutes(5)

/** The program of a backup is large and rarely needed: it is loaded with the first one. */
const make = (file: string, progress: Progress) =>
  Effect.flatMap(
    Effect.promise(() => import("./makeBackup.js")),
    ({ makeBackup }) => makeBackup(file, progress)
  )

interface Running {
  readonly since: number
  rows: number
}

export const layer = Layer.scoped(
  Backups,
  Effect.gen(function* () {
    const { dataDir } = yield* settings
    const { folder: ownFolder, keep, schedule: zoned } = yield* backupSettings.config
    const folder = Option.match(ownFolder, { onNone: () => join(dataDir, "backups"), onSome: (path) => resolve(path) })
    const { zone } = yield* Calendar
    const schedule = Option.map(zoned, (one): Schedule => ({ zone, ...one }))
    const runs = yield* SyncStore
    const provider = yield* Effect.configProviderWith(Effect.succeed)
    const fibers = yield* FiberSet.make()
    const openedAt = yield* Clock.currentTimeMillis
    let running: Running | null = null
    let failure: BackupState["failure"] = null

    const files = Effect.tryPromise({ try: () => filesIn(folder), catch: storage("files") })

    const prune = Effect.flatMap(files, (all) =>
      Effect.tryPromise({
        try: () => Promise.all(all.slice(keep).map(({ name }) => rm(join(folder, name), { force: true }))),
        catch: storage("prune")
      })
    )

    const work = (current: Running) =>
      Effect.gen(function* () {
        yield* Effect.try({ try: () => makeFolder(folder), catch: storage("folder") })
        yield* make(join(folder, nameAt(current.since)), (rows) => Effect.sync(() => void (current.rows += rows)))
        failure = null
        yield* prune
      }).pipe(
        Effect.withConfigProvider(provider),
        Effect.catchAllCause((cause) =>
          Effect.flatMap(Clock.currentTimeMillis, (at) => {
            if (Cause.isInterruptedOnly(cause)) return Effect.void
            const reason = Cause.squash(cause)
            failure = { at, message: reason instanceof Error ? reason.message : String(reason) }
            return Effect.logError("the backup failed", cause)
          })
        ),
        Effect.ensuring(
          Effect.sync(() => {
            running = null
          })
        )
      )

    const start = Effect.flatMap(Clock.currentTimeMillis, (since) => {
      if (running !== null) return Effect.succeed(false)
      const current: Running = { since, rows: 0 }
      running = current
      return Effect.as(FiberSet.run(fibers, work(current)), true)
    })

    /** When the schedule is due after the newest backup, or after this process began without one. */
    const dueAfter = (all: ReadonlyArray<BackupFile>, attempted: number) => {
      const newest = all[0]?.madeAt ?? openedAt
      return Option.flatMap(schedule, (one) => nextRun(one, Math.max(newest, attempted)))
    }
    let attempted = 0

    const look = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const due = dueAfter(yield* files, attempted)
      if (Option.isNone(due)) return Duration.toMillis(maxWait)
      if (due.value > now) return Math.min(due.value - now, Duration.toMillis(maxWait))
      attempted = now
      if (yield* runs.takeSlot("backup", due.value)) yield* start
      return 1_000
    }).pipe(Effect.catchAll(({ message }) => Effect.as(Effect.logWarning(message), Duration.toMillis("1 minute"))))

    const existing = (name: string) =>
      timeIn(name) === undefined
        ? Effect.fail(new NoData({ what: `backup ${name}` }))
        : Effect.tryPromise({
            try: async () => (await stat(join(folder, name))).size,
            catch: (cause) => (isMissing(cause) ? new NoData({ what: `backup ${name}` }) : storage("stat")(cause))
          })

    return {
      state: Effect.map(files, (all) => ({
        files: all,
        running: running === null ? null : { ...running },
        failure,
        next: Option.getOrNull(dueAfter(all, attempted))
      })),
      start,
      remove: (name) =>
        Effect.zipRight(
          existing(name),
          Effect.tryPromise({ try: () => rm(join(folder, name), { force: true }), catch: storage("remove") })
        ),
      read: (name) =>
        Effect.map(existing(name), (bytes) => ({
          bytes,
          content: Stream.fromAsyncIterable(
            createReadStream(join(folder, name)) as AsyncIterable<Uint8Array>,
            storage("read")
          )
        })),
      watch: Option.isNone(schedule)
        ? Effect.void
        : Effect.asVoid(
            Effect.forkScoped(Effect.forever(Effect.flatMap(look, (wait) => Effect.sleep(Duration.millis(wait)))))
          )
    }
  })
)
