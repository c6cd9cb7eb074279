import { Effect } from "effect"
import { fork } from "node:child_process"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { NoDatabase, waiting } from "../../Opening.js"
import { EmbeddedFailure, failureOf } from "./EmbeddedFailure.js"
import { majorVersion } from "./protocol.js"

export const folderOf = (dataDir: string) => join(dataDir, "pg")

const draftPrefix = "pg.new-"

/** Ensures that there is a database that this engine can open. Only the holder of the lock may call it. */
export const ensureDatabase = Effect.fn("Embedded.ensureDatabase")(function* (dataDir: string, creates: boolean) {
  yield* sweep(dataDir)
  const state = yield* inspect(dataDir)
  if (state === "ready") return
  if (!creates) return yield* new NoDatabase({ place: dataDir })
  yield* waiting(`creating a new database in ${dataDir}`)(Effect.zipRight(create(dataDir), sweep(dataDir)))
})

/**
 * Deletes the files of interrupted creations. If the parent was killed, the child may write for a moment longer; the
 * next sweep deletes those files.
 */
const sweep = (dataDir: string) =>
  Effect.ignore(
    Effect.tryPromise(async () => {
      const names = await fs.promises.readdir(dataDir)
      for (const name of names.filter((name) => name.startsWith(draftPrefix))) {
        await fs.promises.rm(join(dataDir, name), { recursive: true, force: true })
      }
    })
  )

const inspect = (dataDir: string) =>
  Effect.suspend(() => {
    const folder = folderOf(dataDir)
    if (!fs.existsSync(folder)) return Effect.succeed("missing" as const)
    const versionFile = join(folder, "PG_VERSION")
    if (!fs.existsSync(versionFile)) return Effect.fail(damaged(folder))
    const version = fs.readFileSync(versionFile, "utf8").trim()
    return version === majorVersion ? Effect.succeed("ready" as const) : Effect.fail(wrongVersion(folder, version))
  }).pipe(Effect.catchAllDefect((cause) => Effect.fail(failureOf(dataDir, cause))))

const damaged = (folder: string) =>
  new EmbeddedFailure({
    reason: "Damaged",
    message: `${folder} is not a database: move it away and start again, or restore a backup`
  })

const wrongVersion = (folder: string, version: string) =>
  new EmbeddedFailure({
    reason: "WrongVersion",
    message:
      Number(version) > Number(majorVersion)
        ? `the database in ${folder} was made by a newer engine (PostgreSQL ${version}, this one is ${majorVersion}): upgrade Daybook, or use another data folder`
        : `the database in ${folder} was made by an older engine (PostgreSQL ${version}, this one is ${majorVersion}): make a backup with the Daybook that made it, and restore that with this one`
  })

/** Creates the database under a temporary name, so that it is either complete or missing. */
const create = (dataDir: string) =>
  Effect.gen(function* () {
    const draft = join(dataDir, `${draftPrefix}${randomBytes(4).toString("hex")}`)
    yield* Effect.try({ try: () => fs.mkdirSync(draft, { mode: 0o700 }), catch: (cause) => failureOf(dataDir, cause) })
    yield* runCreation(dataDir, draft).pipe(
      Effect.onError(() => Effect.sync(() => fs.rmSync(draft, { recursive: true, force: true })))
    )
    yield* Effect.try({
      try: () => fs.renameSync(draft, folderOf(dataDir)),
      catch: (cause) => failureOf(dataDir, cause)
    })
  })

const entry = () => createRequire(import.meta.url).resolve("#embedded/create")

const runCreation = (dataDir: string, draft: string) =>
  Effect.async<void, EmbeddedFailure>((resume) => {
    const child = fork(entry(), [draft], { execArgv: [], stdio: ["ignore", "ignore", "pipe", "ipc"] })
    let complaint = ""
    child.stderr?.on("data", (text: Buffer) => (complaint += text.toString()))
    child.once("error", (cause) => resume(Effect.fail(failureOf(dataDir, cause))))
    child.once("close", (code, signal) =>
      resume(
        code === 0
          ? Effect.void
          : Effect.fail(failureOf(dataDir, new Error(complaint || `its creation ended with ${signal ?? code}`)))
      )
    )
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/**
 * Copies the closed database of a data folder into another data folder that has no database. Instant on file systems
 * with copy-on-write clones.
 */
export const cloneTo = (fromDataDir: string, toDataDir: string): Effect.Effect<void, EmbeddedFailure> =>
  Effect.tryPromise({
    try: async () => {
      await fs.promises.mkdir(toDataDir, { recursive: true, mode: 0o700 })
      await fs.promises.cp(folderOf(fromDataDir), folderOf(toDataDir), {
        recursive: true,
        errorOnExist: true,
        force: false,
        mode: fs.constants.COPYFILE_FICLONE
      })
    },
    catch: (cause) => failureOf(toDataDir, cause)
  })
