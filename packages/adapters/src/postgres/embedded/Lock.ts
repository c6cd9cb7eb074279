import { Effect, Option, Schema } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { join } from "node:path"
import { type EmbeddedFailure, failureOf } from "./EmbeddedFailure.js"
import { ownIdentity, type ProcessIdentity, stateOf } from "./ProcessIdentity.js"

/** One attempt to lock the database: held until released, or taken by a living process. */
export type Attempt =
  | { readonly _tag: "Held"; readonly beat: Effect.Effect<void>; readonly release: Effect.Effect<void> }
  | { readonly _tag: "Taken"; readonly pid: number }

export interface Lock {
  readonly attempt: Effect.Effect<Attempt, EmbeddedFailure>
}

/** How often an owner writes a heartbeat, for processes that cannot see its process id. */
export const beatEvery = "5 seconds"
const silenceMillis = 20_000
const patience = 400

const Claim = Schema.parseJson(
  Schema.Struct({
    identity: Schema.Struct({ pid: Schema.Number, space: Schema.String, began: Schema.String }),
    owner: Schema.Boolean
  })
)
type Claim = typeof Claim.Type
const decodeClaim = Schema.decodeOption(Claim)
const encodeClaim = Schema.encodeSync(Claim)

/** Stands for an unreadable claim: an unknown process that counts as alive while its heartbeats continue. */
const illegible: Claim = { identity: { pid: 0, space: "", began: "" }, owner: true }

interface Rival {
  readonly id: string
  readonly pid: number
  readonly owner: boolean
}

/**
 * A lock that needs only directory listing and renaming, and that no stale file can block. Each process puts its own
 * claim file into the folder, and holds the lock once no other living claim is there. Of two concurrent processes the
 * later one always sees the earlier. Of several, the one with the lowest name waits while the others withdraw.
 */
export const makeLock = (dataDir: string): Lock => {
  const line: Line = { folder: join(dataDir, "pg.lock"), identity: ownIdentity(), livesOn: makeSilenceWatch() }
  return {
    attempt: Effect.suspend(() => attempt(line)).pipe(
      Effect.catchAllDefect((cause) => Effect.fail(failureOf(dataDir, cause)))
    )
  }
}

/** The folder of the claims, this process, and the check for heartbeats of processes that cannot be seen. */
interface Line {
  readonly folder: string
  readonly identity: ProcessIdentity
  readonly livesOn: (file: string, now: number) => boolean
}

const attempt = (line: Line): Effect.Effect<Attempt> => {
  const id = randomBytes(8).toString("hex")
  const draft = join(line.folder, `.${id}`)
  const file = join(line.folder, id)
  const release = Effect.sync(() => {
    for (const path of [draft, file]) fs.rmSync(path, { force: true })
    removeEmpty(line.folder)
  })
  const leave = (to: Rival) => Effect.as(release, { _tag: "Taken", pid: to.pid } as const)
  const compete = (now: number, round: number): Effect.Effect<Attempt> =>
    Effect.suspend(() => {
      const others = rivals(line, id, now)
      const first = others[0]
      if (first === undefined) return Effect.succeed(hold(line, draft, file, release))
      const winner = others.find((other) => other.owner) ?? (first.id < id || round === patience ? first : undefined)
      return winner === undefined ? Effect.delay(compete(now, round + 1), "5 millis") : leave(winner)
    })
  const enter = Effect.suspend(() => {
    const now = writeDraft(line.folder, draft, claimOf(line.identity, false))
    const standing = rivals(line, id, now)[0]
    if (standing !== undefined) return leave(standing)
    fs.renameSync(draft, file)
    return compete(now, 0)
  })
  return Effect.onError(enter, () => release)
}

/**
 * The claims of other living processes; claims of dead ones are removed. File names are never reused, so this is safe.
 */
const rivals = (line: Line, ownId: string, now: number): ReadonlyArray<Rival> =>
  fs
    .readdirSync(line.folder)
    .filter((id) => !id.startsWith(".") && id !== ownId)
    .sort()
    .flatMap((id) => {
      const file = join(line.folder, id)
      const claim = readClaim(file)
      if (claim === undefined) return []
      const state = stateOf(claim.identity, line.identity)
      if (state === "alive" || (state === "unknown" && line.livesOn(file, now))) {
        return [{ id, pid: claim.identity.pid, owner: claim.owner }]
      }
      fs.rmSync(file, { force: true })
      return []
    })

const hold = (line: Line, draft: string, file: string, release: Effect.Effect<void>): Attempt => {
  const text = claimOf(line.identity, true)
  writeDraft(line.folder, draft, text)
  fs.renameSync(draft, file)
  // Overwritten in place: the file system's clock sets the file's time, and the text stays complete.
  const beat = Effect.sync(() => {
    const handle = fs.openSync(file, "r+")
    fs.writeSync(handle, text, 0)
    fs.closeSync(handle)
  })
  return { _tag: "Held", beat: Effect.ignore(Effect.sandbox(beat)), release }
}

const claimOf = (identity: ProcessIdentity, owner: boolean) => encodeClaim({ identity, owner })

/** Writes to a temporary name, so that readers see a complete claim or none; returns the file system's clock. */
const writeDraft = (folder: string, draft: string, text: string): number => {
  for (let attempt = 0; ; attempt++) {
    try {
      // The recursive option reports ENOENT on a read-only file system.
      if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 })
      fs.writeFileSync(draft, text, { mode: 0o600 })
      return fs.statSync(draft).mtimeMs
    } catch (error) {
      // Other processes create the folder, and the last owner removes it when it is empty.
      if (attempt === 5 || !(isMissing(error) || codeOf(error) === "EEXIST")) throw error
    }
  }
}

const readClaim = (file: string): Claim | undefined => {
  try {
    return Option.getOrElse(decodeClaim(fs.readFileSync(file, "utf8")), () => illegible)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Detects dead owners whose process cannot be seen: they are alive while their file's time changes. */
const makeSilenceWatch = () => {
  const seen = new Map<string, { readonly time: number; readonly since: number }>()
  return (file: string, now: number): boolean => {
    const time = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (time === undefined) return false
    const last = seen.get(file)
    if (last === undefined || last.time !== time) seen.set(file, { time, since: performance.now() })
    const silentFor = last?.time === time ? performance.now() - last.since : 0
    return Math.max(silentFor, now - time) < silenceMillis
  }
}

const removeEmpty = (folder: string): void => {
  try {
    fs.rmdirSync(folder)
  } catch {
    // Other processes have claims there, or have removed it already.
  }
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? error.code : undefined)

const isMissing = (error: unknown) => codeOf(error) === "ENOENT"
