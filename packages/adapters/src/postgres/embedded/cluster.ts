import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { basename, join } from "node:path"
import { codeOf } from "@daybook/core/shared"
import { isRunning } from "../../isRunning.js"
import { announce, waiting } from "../../Opening.js"
import type { Account } from "./account.js"
import { attempt, type EmbeddedFailure, failure, failureOf } from "./EmbeddedFailure.js"
import type { Folders } from "./folders.js"
import { libraryPath, type Programs } from "./programs.js"
import { run } from "./run.js"

/** The database's superuser and its only user. */
export const username = "daybook"
/** The database that `initdb` makes. */
export const database = "postgres"

/** The last commit that reads databases of PGlite. */
const lastWithPglite = "56c02b56"

/** The major version of the cluster; undefined if there is none. */
export const clusterVersion = ({ cluster, dataDir }: Folders): Effect.Effect<number | undefined, EmbeddedFailure> =>
  Effect.suspend(() => {
    if (!fs.existsSync(cluster)) {
      return fs.existsSync(join(dataDir, "pg", "PG_VERSION"))
        ? Effect.fail(earlierEngine(dataDir))
        : Effect.succeed(undefined)
    }
    const file = join(cluster, "PG_VERSION")
    const version = fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8")) : Number.NaN
    return Number.isNaN(version) ? Effect.fail(damaged(cluster)) : Effect.succeed(version)
  }).pipe(Effect.catchAllDefect((cause) => Effect.fail(failureOf(dataDir, cause))))

const earlierEngine = (dataDir: string) =>
  failure(
    "EarlierEngine",
    `${join(dataDir, "pg")} is a database of an earlier Daybook (PGlite), which this one does not read: ` +
      `run \`daybook backup FILE\` with commit ${lastWithPglite}, move the folder away, ` +
      `then run \`daybook restore FILE\` with this one`
  )

const damaged = (folder: string) =>
  failure("Damaged", `${folder} is not a database: move it away and start again, or restore a backup`)

/** Creates the cluster, unless another process does so first. */
export const createCluster = (folders: Folders, account: Account, programs: Programs) =>
  announce(`Creating the database in ${folders.dataDir}`).pipe(
    Effect.zipRight(waiting(`creating a new database in ${folders.dataDir}`)(create(folders, account, programs)))
  )

const draftPrefix = "cluster.new-"
/** Distinguishes this process from a killed one with the same process id, as in a container. */
const creator = randomBytes(4).toString("hex")

/** Creates the cluster under a temporary name, so that it is either complete or missing. */
const create = (folders: Folders, account: Account, programs: Programs) =>
  Effect.gen(function* () {
    const draft = join(folders.root, `${draftPrefix}${process.pid}-${creator}-${randomBytes(4).toString("hex")}`)
    const [cluster, password] = [join(draft, "cluster"), join(draft, "password")]
    yield* Effect.addFinalizer(() => Effect.sync(() => fs.rmSync(draft, { recursive: true, force: true })))
    yield* attempt(folders.dataDir, () => {
      makePrivate(draft, account)
      fs.writeFileSync(password, randomBytes(24).toString("base64url"), { mode: 0o600 })
      giveTo(password, account)
    })
    yield* initdb(folders, account, programs, cluster, password)
    // Of two processes that create at the same time, the second finds the cluster of the first.
    yield* attempt(folders.dataDir, () => {
      if (fs.existsSync(folders.cluster)) return
      fs.renameSync(password, join(cluster, basename(folders.password)))
      moveUnlessTaken(cluster, folders.cluster)
    })
  }).pipe(Effect.scoped)

/** Renaming a folder onto one with files fails. */
const moveUnlessTaken = (from: string, to: string): void => {
  try {
    fs.renameSync(from, to)
  } catch (error) {
    if (!fs.existsSync(join(to, "PG_VERSION"))) throw error
  }
}

/** Deletes what killed processes left of a creation. */
export const sweepDrafts = (root: string): void => {
  for (const name of fs.readdirSync(root).filter((name) => name.startsWith(draftPrefix))) {
    const [pid, of] = name.slice(draftPrefix.length).split("-")
    const isLeft = Number(pid) === process.pid ? of !== creator : !isRunning(Number(pid))
    if (isLeft) removeFolder(join(root, name))
  }
}

/** An `initdb` that outlives its killed process writes on for a moment: the next start removes what is left then. */
const removeFolder = (folder: string): void => {
  try {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch (error) {
    if (codeOf(error) !== "ENOTEMPTY") throw error
  }
}

/**
 * Text is sorted by code point and letters have the cases of Unicode, on each platform alike: PostgreSQL's built-in
 * locale since version 17, the C library's before.
 */
const localeFor = (major: number): ReadonlyArray<string> =>
  major >= 17
    ? ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    : ["--locale=C", "--lc-ctype=C.UTF-8"]

const initdb = (folders: Folders, account: Account, programs: Programs, cluster: string, passwordFile: string) =>
  Effect.gen(function* () {
    const [program, args] = account.command(
      programs.initdb,
      ...["-D", cluster, "-U", username, `--pwfile=${passwordFile}`],
      ...["--encoding=UTF8", "--data-checksums", "--auth-local=trust", "--auth-host=scram-sha-256"],
      ...localeFor(programs.major)
    )
    const options = { ...account.options, env: environmentOf(folders, programs), cwd: "/" }
    const { stderr, succeeded } = yield* run(program, args, options)
    if (!succeeded) return yield* failureOf(folders.dataDir, complaintOf(stderr))
  })

/** `initdb` reports the server's own message first. */
const complaintOf = (stderr: string): string =>
  /(?:FATAL|PANIC|error): *(.*)/.exec(stderr)?.[1] ?? stderr.trim().split("\n", 1)[0] ?? "initdb failed"

/** Nothing of this process's settings: variables such as PGDATA or LC_ALL would change the server. */
export const environmentOf = (folders: Folders, programs: Programs): Readonly<Record<string, string>> => ({
  PATH: process.env["PATH"] ?? "/usr/bin:/bin",
  LC_ALL: "C",
  ...libraryPath(folders.libraries, programs.links)
})

/** A folder for the server's user alone. */
export const makePrivate = (folder: string, account: Account): void => {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveTo(folder, account)
}

export const giveTo = (path: string, { owner }: Account): void => {
  if (owner !== undefined) fs.chownSync(path, owner.uid, owner.gid)
}
