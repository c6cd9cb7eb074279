import { Effect, Option, Schema } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { join } from "node:path"
import type { EmbeddedFailure } from "./EmbeddedFailure.js"
import { failureOf } from "./failureOf.js"
import { ownIdentity, type ProcessIdentity, stateOf } from "./ProcessIdentity.js"

/** One try for the right to open the database: had, until released, or taken by a process that lives. */
export type Attempt =
  | { readonly _tag: "Held"; readonly beat: Effect.Effect<void>; readonly release: Effect.Effect<void> }
  | { readonly _tag: "Taken"; readonly pid: number }

export interface Lock {
  readonly attempt: Effect.Effect<Attempt, EmbeddedFailure>
}

/** How often an owner shows that it lives, for those who cannot see its process. */
export const beatEvery = "5 seconds"
const silenceMillis = 20_000
const patience = 400

const Claim = Schema.parseJson(Schema.Struct({
  identity: Schema.Struct({ pid: Schema.Number, space: Schema.String, began: Schema.String }),
  owner: Schema.Boolean
}))
type Claim = typeof Claim.Type
const decodeClaim = Schema.decodeOption(Claim)
const encodeClaim = Schema.encodeSync(Claim)

/** What a claim means that nobody can read: somebody, for as long as it is kept up. */
const illegible: Claim = { identity: { pid: 0, space: "", began: "" }, owner: true }

interface Rival {
  readonly id: string
  readonly pid: number
  readonly owner: boolean
}

/**
 * A lock that needs nothing of the file system but listing and renaming, and that no stale file can break: each
 * process puts a file of its own into the folder and holds the lock once it sees no other living one there. Of two
 * that come at once the later always sees the earlier, and of several the lowest name waits while the others leave.
 */
export const makeLock = (dataDir: string): Lock => {
  const line: Line = { folder: join(dataDir, "pg.lock"), identity: ownIdentity(), livesOn: makeSilenceWatch() }
  return {
    attempt: Effect.suspend(() => attempt(line)).pipe(
      Effect.catchAllDefect((cause) => Effect.fail(failureOf(dataDir, cause)))
    )
  }
}

/** Where claims stand, who asks, and whether a claim is kept up whose process cannot be seen. */
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

/** The others that live, dead ones removed. A file's name is never used again, so removing it hurts nobody. */
const rivals = (line: Line, ownId: string, now: number): ReadonlyArray<Rival> =>
  fs.readdirSync(line.folder).filter((id) => !id.startsWith(".") && id !== ownId).sort().flatMap((id) => {
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
  // Written over in place: the file's time moves by the file system's own clock, and its text stays whole.
  const beat = Effect.sync(() => {
    const handle = fs.openSync(file, "r+")
    fs.writeSync(handle, text, 0)
    fs.closeSync(handle)
  })
  return { _tag: "Held", beat: Effect.ignore(Effect.sandbox(beat)), release }
}

const claimOf = (identity: ProcessIdentity, owner: boolean) => encodeClaim({ identity, owner })

/** Writes beside the final name, so that a claim is seen whole or not at all; returns the file system's clock. */
const writeDraft = (folder: string, draft: string, text: string): number => {
  for (let attempt = 0;; attempt++) {
    try {
      // Not recursively, which says ENOENT of a read-only file system.
      if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 })
      fs.writeFileSync(draft, text, { mode: 0o600 })
      return fs.statSync(draft).mtimeMs
    } catch (error) {
      // Others make the folder, and the last owner takes it away when it is empty.
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

/** For owners whose process cannot be seen: they live while their file's time moves. */
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
    // Others stand in line, or took it away already.
  }
}

const codeOf = (error: unknown) => error instanceof Error && "code" in error ? error.code : undefined

const isMissing = (error: unknown) => codeOf(error) === "ENOENT"
