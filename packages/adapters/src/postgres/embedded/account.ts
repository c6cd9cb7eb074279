import { Effect } from "effect"
import type { SpawnOptions } from "node:child_process"
import * as fs from "node:fs"
import { dirname } from "node:path"
import { type EmbeddedFailure, failure } from "./EmbeddedFailure.js"
import type { Folders } from "./folders.js"
import { run } from "./run.js"

/** The user that PostgreSQL runs as, and how a command is run as that user. */
export interface Account {
  /** Undefined: this process's own user. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined
  readonly command: (program: string, ...args: ReadonlyArray<string>) => readonly [string, ReadonlyArray<string>]
  readonly options: Pick<SpawnOptions, "uid" | "gid">
}

const own: Account = { owner: undefined, command: (program, ...args) => [program, args], options: {} }

/**
 * PostgreSQL refuses to run as root. As root it runs as the owner of the cluster or of the data folder, or else as
 * `nobody`. The capability DAC_READ_SEARCH lets that user pass folders such as `/root`, and nothing else.
 */
export const findAccount = (folders: Folders, programs: string): Effect.Effect<Account, EmbeddedFailure> =>
  process.getuid?.() === 0
    ? Effect.gen(function* () {
        const owner = ownerOf(folders.cluster) ?? (yield* named(ownerOf(folders.dataDir))) ?? (yield* nobody)
        const command = passing(owner)
        const [program, args] = command("true")
        if ((yield* run(program, args, { timeout: 10_000 })).succeeded) return { owner, command, options: {} }
        const blocked = [folders.dataDir, dirname(programs)].flatMap((path) => blockedFor(path, owner))[0]
        if (blocked !== undefined) return yield* notPassable(blocked)
        return { ...own, owner, options: owner }
      })
    : Effect.succeed(own)

type Owner = NonNullable<Account["owner"]>

const ownerOf = (folder: string): Owner | undefined => {
  const stats = fs.statSync(folder, { throwIfNoEntry: false })
  return stats === undefined || stats.uid === 0 ? undefined : { uid: stats.uid, gid: stats.gid }
}

const capability = "+dac_read_search"

const passing =
  ({ gid, uid }: Owner): Account["command"] =>
  (program, ...args) => [
    "setpriv",
    [
      `--reuid=${uid}`,
      `--regid=${gid}`,
      "--clear-groups",
      // Without it, access(2), by which PostgreSQL finds its own programs, ignores the capability.
      "--securebits=+no_setuid_fixup",
      `--inh-caps=-all,${capability}`,
      `--ambient-caps=-all,${capability}`,
      `--bounding-set=-all,${capability}`,
      "--no-new-privs",
      program,
      ...args
    ]
  ]

const identity = (...args: ReadonlyArray<string>) =>
  Effect.map(run("id", args), ({ stdout, succeeded }) => (succeeded ? stdout.trim() : ""))

/** `initdb` refuses a user that the system has no name for, as of a folder that is mounted into a container. */
const named = (owner: Owner | undefined) =>
  Effect.gen(function* () {
    return owner !== undefined && (yield* identity("-nu", String(owner.uid))) !== "" ? owner : undefined
  })

const nobody = Effect.gen(function* () {
  const [uid, gid] = [yield* identity("-u", "nobody"), yield* identity("-g", "nobody")]
  if (!/^[1-9]\d*$/.test(uid)) {
    const what = "PostgreSQL does not run as root, and this system has no user `nobody`"
    return yield* failure("Root", `${what}: run Daybook as another user, or give the data folder to one`)
  }
  return { uid: Number(uid), gid: Number(gid) }
})

/** The folders on the way to `path` that the user cannot pass. */
const blockedFor = (path: string, { gid, uid }: Owner): ReadonlyArray<string> => {
  const stats = fs.statSync(path, { throwIfNoEntry: false })
  const bit = stats?.uid === uid ? 0o100 : stats?.gid === gid ? 0o010 : 0o001
  const above = dirname(path) === path ? [] : blockedFor(dirname(path), { gid, uid })
  return stats === undefined || (stats.mode & bit) !== 0 ? above : [...above, path]
}

const notPassable = (folder: string) =>
  failure(
    "Root",
    `PostgreSQL does not run as root, and no other user can pass ${folder}: install \`setpriv\` (util-linux), ` +
      `run Daybook as another user, or set DAYBOOK_DATA_DIR to a folder that others can reach`
  )
