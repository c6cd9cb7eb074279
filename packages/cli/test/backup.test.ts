import { expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { existsSync, readdirSync, readFileSync, rmSync, statSync, watch } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { daybook, patience, run } from "./support/daybook.js"
import { folder } from "./support/dataDir.js"
import { recordPictures, type RecordedAnswer, recordAnswers } from "./support/recording.js"
import { newKey, serve } from "./support/host.js"
import { world } from "./support/world.js"

/** Answers that change between two requests: host status, key usage, now playing, provider replies, random picks. */
const volatilePaths =
  /^\/v1\/(health|listening\/now-playing|admin\/(keys|collecting\/\w+\/candidates)|reading\/highlights\/random)/

const differingPaths = (before: ReadonlyMap<string, RecordedAnswer>, after: ReadonlyMap<string, RecordedAnswer>) => {
  const textOf = (answer: RecordedAnswer | undefined) =>
    JSON.stringify(answer).replace(/\\"exported_at\\":\\"[^"]*\\"/, "")
  return Array.from(before.keys()).filter(
    (path) => !volatilePaths.test(path) && textOf(before.get(path)) !== textOf(after.get(path))
  )
}

/** Waits in the background for an unfinished backup in `folder` with at least `bytes` bytes. */
const draftIn = (folder: string, bytes: number) =>
  Effect.forkScoped(
    Effect.async<void>((resume) => {
      const watcher = watch(folder, (_, name) => {
        if (name?.endsWith(".part") !== true) return
        const draft = statSync(join(folder, name), { throwIfNoEntry: false })
        if (draft === undefined || draft.size >= bytes) resume(Effect.void)
      })
      return Effect.sync(() => watcher.close())
    })
  )

describe("backup", { timeout: patience }, () => {
  it.scopedLive("gives the same answer to every GET after data is backed up next to a host, wiped and restored", () =>
    Effect.gen(function* () {
      const out = yield* folder
      const { env: settings } = yield* world
      const dataDir = settings["DAYBOOK_DATA_DIR"]!
      // On a busy machine a sync leaves enrichments to the host, whose answers change while they are recorded.
      const syncWhole: Effect.Effect<void> = Effect.gen(function* () {
        const { code, stderr } = yield* run(["sync"], settings)
        expect(code).toBe(0)
        if (stderr.includes("enrichment tasks are left")) yield* syncWhole
      })
      yield* syncWhole
      const env = {
        ...settings,
        DAYBOOK_PUBLIC_URL: "http://127.0.0.1:18799",
        DAYBOOK_PORT: "18799",
        DAYBOOK_RATE_LIMIT: "1000000"
      }
      const file = join(out, "all.daybook")
      const { key } = yield* newKey(env, "--type", "admin")
      const withHost = <A, E, R>(work: (url: string) => Effect.Effect<A, E, R>) =>
        Effect.scoped(
          Effect.gen(function* () {
            const host = yield* daybook(["serve", "--no-schedule"], env)
            const result = yield* Effect.flatMap(host.says(/listening on (http:\/\/\S+)/), work)
            yield* host.kill("SIGTERM")
            yield* host.ended
            return result
          })
        )
      const recordAll = (url: string) =>
        Effect.gen(function* () {
          const answers = yield* recordAnswers(env, url, key)
          return { answers, pictures: yield* recordPictures(answers) }
        })

      const before = yield* withHost((url) =>
        Effect.gen(function* () {
          const recording = yield* recordAll(url)
          expect(yield* run(["backup", file, "--json"], env)).toMatchObject({ code: 0, stderr: "" })
          return recording
        })
      )
      expect(before.answers.size).toBeGreaterThan(150)
      expect(before.pictures.size).toBe(40)
      expect(Array.from(before.answers).filter(([, { status }]) => status >= 500)).toEqual([])
      expect(Array.from(before.answers.values()).filter(({ status }) => status === 200).length).toBeGreaterThan(100)

      const secret = readFileSync(join(dataDir, "secret"), "utf8").trim()
      const bytes = readFileSync(file)
      for (const plain of [secret, key]) expect(bytes.includes(plain)).toBe(false)

      rmSync(dataDir, { recursive: true })
      const { code, stdout } = yield* run(["restore", file], env)
      expect(code).toBe(0)
      expect(stdout).toMatch(/^restored [\d,]+ rows and [\d,]+ pictures, as they were on \d{4}-\d\d-\d\d \d\d:\d\d\n$/)
      const after = yield* withHost(recordAll)
      // A restore begins another history of changes, and two answers say when this host opened its data.
      const differing = ["/v1/admin/health", "/v1/admin/home", "/v1/changes"]
      expect([...differingPaths(before.answers, after.answers)].sort()).toEqual(differing)
      expect(Object.fromEntries(after.pictures)).toEqual(Object.fromEntries(before.pictures))

      expect(yield* run(["restore", file], env)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^daybook: this instance holds data already.*--replace.*\n$/)
      })
    })
  )

  it.scopedLive("keeps the last good backup and the data when it is killed", () =>
    Effect.gen(function* () {
      const { env } = yield* world
      const out = yield* folder
      const file = join(out, "all.daybook")
      expect(yield* run(["sync", "lastfm", "--no-followers"], env)).toMatchObject({ code: 0 })
      expect(yield* run(["backup", file], env)).toMatchObject({ code: 0 })
      const good = readFileSync(file)
      const { url } = yield* serve(env)
      expect(url).toContain("http")
      for (const bytes of [0, good.length / 2]) {
        const draft = yield* draftIn(out, bytes)
        const backup = yield* daybook(["backup", file], env)
        yield* Fiber.join(draft)
        yield* backup.kill("SIGKILL")
        yield* backup.ended
        const isWhole = readdirSync(out).length === 1
        // A kill may come a moment too late: then the new backup has taken the place of the old one, whole.
        if (isWhole) expect(yield* run(["backup", "verify", file], env)).toMatchObject({ code: 0 })
        else expect(readFileSync(file).equals(good)).toBe(true)
        for (const name of readdirSync(out)) if (name.endsWith(".part")) rmSync(join(out, name))
      }
      expect(yield* run(["backup", file], env)).toMatchObject({ code: 0 })
      const verified = yield* run(["backup", "verify", file], env)
      expect(verified).toMatchObject({ code: 0, stderr: "" })
      expect(verified.stdout).toContain("is good")
    })
  )

  it.scopedLive("explains missing and wrong arguments in one line", () =>
    Effect.gen(function* () {
      const out = yield* folder
      const env = { DAYBOOK_DATA_DIR: join(out, "none") }
      expect(yield* run(["backup", join(out, "x")], env)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^daybook: there is no database in .*\n$/)
      })
      expect(existsSync(join(out, "none", "postgres"))).toBe(false)
      for (const words of [["backup"], ["backup", "--json"]]) {
        expect(yield* run(words, env)).toMatchObject({ code: 2, stderr: expect.stringContaining("say where to write") })
      }
      expect(yield* run(["backup", "verify", join(out, "x")], env)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("cannot be read")
      })
      expect(yield* run(["restore", join(out, "x")], env)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("cannot be read")
      })
      expect(existsSync(join(out, "none"))).toBe(false)
    })
  )
})
