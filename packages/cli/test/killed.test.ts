import { lastfmPlainCsv, serveSimulators } from "@daybook/simulators"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { daybook, linesOf, patience, run } from "./support/daybook.js"
import { copyOf, folder, newDataDir } from "./support/dataDir.js"
import { serve } from "./support/host.js"
import { envOf } from "./support/world.js"

/** A few by default; `npm run torture` runs 200. */
const rounds = Number(process.env["DAYBOOK_KILL_ROUNDS"] ?? 3)

/** A pseudo-random generator, so that a failing seed can be run again. */
const dice = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

/** An independent check: the last two kilobytes contain the SHA-256 of everything before them. */
const isWholeBackup = (file: string): boolean => {
  const bytes = readFileSync(file)
  const before = bytes.subarray(0, bytes.length - 2_048)
  return bytes.includes(createHash("sha256").update(before).digest("hex"), bytes.length - 2_048)
}

/** Runs a command that must succeed. Its output is part of the failure message. */
const runSuccessfully = (words: ReadonlyArray<string>, env: Record<string, string>, what = "") =>
  Effect.map(run(words, env), (ended) =>
    expect(ended.code, `${what} ${words.join(" ")}: ${ended.stdout}${ended.stderr}`).toBe(0)
  )

const minute = "2024-03-01T00:00".length

/** Keys of all stored plays, to the minute: an export file has no seconds, and a later sync adds them. */
const storedPlays = (env: Record<string, string>, out: string) =>
  Effect.gen(function* () {
    yield* runSuccessfully(["export", "listening", "--out", out], env)
    const rows = linesOf(readFileSync(join(out, "listening", "listening_plays.ndjson"), "utf8")).map(
      (line) => JSON.parse(line) as Record<string, unknown>
    )
    return rows.map((row) =>
      [String(row["played_at"]).slice(0, minute), row["track_id"], row["album_id"], row["source"]].join(" ")
    )
  })

/** The commands to kill, and their longest run time in milliseconds. */
const work = (csv: string, backup: string): ReadonlyArray<readonly [words: ReadonlyArray<string>, upTo: number]> => [
  [["sync", "lastfm", "--no-followers"], 5_000],
  [["sync", "lastfm", "--no-followers", "--full"], 5_000],
  [["import", "lastfm", csv], 5_000],
  [["backup", backup], 4_000],
  [["serve", "--port", "0"], 4_000]
]

describe("a process killed at any moment", { timeout: 7_200_000 }, () => {
  it.scopedLive(`loses no stored row, stores none twice, and the next run continues (${rounds} rounds)`, () =>
    Effect.gen(function* () {
      const { settings, simulators } = yield* serveSimulators({ endsAt: Date.UTC(2024, 3, 1), enabled: ["lastfm"] })
      const files = yield* folder
      const csv = join(files, "plays.csv")
      const backup = join(files, "all.daybook")
      writeFileSync(csv, lastfmPlainCsv(yield* simulators.lastfm.control.plays()))
      const image = yield* newDataDir
      const kinds = work(csv, backup)
      const roll = dice(20_261_121)
      let env: Record<string, string> = { ...envOf(settings, yield* copyOf(image)) }
      let storedBefore: ReadonlyArray<string> = []
      for (let round = 0; round < rounds; round++) {
        // Start from an empty database now and then, because most faults happen during large writes.
        if (round % 8 === 7) {
          env = { ...envOf(settings, yield* copyOf(image)) }
          storedBefore = []
        }
        const [words, upTo] = kinds[Math.floor(roll() * kinds.length)]!
        const running = yield* daybook(words, env)
        yield* Effect.sleep(Math.floor(200 + roll() * upTo))
        yield* running.kill("SIGKILL")
        yield* running.ended
        const what = `round ${round}: ${words.join(" ")}`
        const currentPlays = yield* storedPlays(env, join(files, "out"))
        expect(new Set(currentPlays).size, what).toBe(currentPlays.length)
        const now = new Set(currentPlays)
        expect(
          storedBefore.filter((play) => !now.has(play)),
          what
        ).toEqual([])
        storedBefore = currentPlays
        if (existsSync(backup)) expect(isWholeBackup(backup), what).toBe(true)
      }
      yield* runSuccessfully(["sync", "lastfm", "--no-followers"], env)
      yield* runSuccessfully(["backup", backup], env)
      const engine = readdirSync(join(env["DAYBOOK_DATA_DIR"]!, "postgres"))
      expect(engine.filter((name) => name.startsWith("cluster.new-"))).toEqual([])

      const undisturbed = { ...envOf(settings, yield* copyOf(image)) }
      yield* runSuccessfully(["sync", "lastfm", "--no-followers"], undisturbed)
      const [plays, expected] = yield* Effect.all([
        storedPlays(env, join(files, "a")),
        storedPlays(undisturbed, join(files, "b"))
      ])
      // Ids may differ, because they are assigned in arrival order.
      const playTimes = (rows: ReadonlyArray<string>) => rows.map((row) => row.split(" ")[0]).sort()
      expect(playTimes(plays)).toEqual(playTimes(expected))
    })
  )

  it.scopedLive("leaves a new database complete or absent", () =>
    Effect.gen(function* () {
      const roll = dice(7)
      for (let round = 0; round < Math.ceil(rounds / 5); round++) {
        const dataDir = yield* folder
        const env = { DAYBOOK_DATA_DIR: dataDir }
        const running = yield* daybook(["migrate"], env)
        yield* Effect.sleep(Math.floor(500 + roll() * 6_000))
        yield* running.kill("SIGKILL")
        yield* running.ended
        yield* runSuccessfully(["migrate"], env, `round ${round}:`)
        expect((yield* run(["migrate", "--json"], env)).stdout).toContain('"applied": 0')
        rmSync(dataDir, { recursive: true, force: true })
      }
    })
  )
})

describe("after a host was killed", { timeout: patience }, () => {
  it.scopedLive("the next sync stores pictures", () =>
    Effect.gen(function* () {
      const { settings } = yield* serveSimulators({ endsAt: Date.UTC(2024, 3, 1), enabled: ["discogs"] })
      const env = envOf(settings, yield* newDataDir)
      const { host } = yield* serve(env)
      yield* host.kill("SIGKILL")
      yield* host.ended
      yield* runSuccessfully(["sync", "discogs"], env)
      expect(readdirSync(join(env["DAYBOOK_DATA_DIR"]!, "images"), { recursive: true }).length).toBeGreaterThan(10)
    })
  )
})
