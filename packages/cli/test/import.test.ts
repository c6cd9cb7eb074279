import { lastfmPlainCsv, lastfmQuotedCsv } from "@daybook/adapters/simulators"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { linesOf, patience, run } from "./support/daybook.js"
import { copyOf, folder } from "./support/dataDir.js"
import { told } from "./support/host.js"
import { envOf, world } from "./support/world.js"

describe("import", { timeout: patience }, () => {
  it.scopedLive("and sync give the same plays once, in either order and from either form of the file", () =>
    Effect.gen(function*() {
      const { env, settings, simulators } = yield* world
      const files = yield* folder
      const plays = yield* simulators.lastfm.control.plays()
      const quoted = join(files, "quoted.csv")
      const plain = join(files, "plain.csv")
      writeFileSync(quoted, lastfmQuotedCsv(plays))
      writeFileSync(plain, lastfmPlainCsv(plays))
      const other = envOf(settings, yield* copyOf(env["DAYBOOK_DATA_DIR"]!))

      const rehearsed = yield* run(["import", "lastfm", quoted, "--dry-run", "--json"], env)
      expect(JSON.parse(rehearsed.stdout)).toMatchObject([{ added: plays.length }])
      const first = yield* run(["import", "lastfm", quoted, plain, "--json"], env)
      expect(JSON.parse(first.stdout)).toMatchObject([{ added: plays.length }, { added: 0, removed: 0 }])
      yield* run(["sync", "lastfm", "--no-followers"], env)

      yield* run(["import", "lastfm", plain], other)
      yield* run(["sync", "lastfm", "--no-followers"], other)
      yield* run(["import", "lastfm", quoted], other)
      const here = yield* told(env)
      expect(here.plays).toHaveLength(plays.length)
      expect(yield* told(other)).toEqual(here)
    }))

  it.scopedLive("of what is no export is refused in one line, and nothing is lost", () =>
    Effect.gen(function*() {
      const { env, simulators } = yield* world
      const files = yield* folder
      const plays = (yield* simulators.lastfm.control.plays()).slice(0, 5)
      const good = join(files, "good.csv")
      const wrong = join(files, "wrong.csv")
      const half = join(files, "half.zip")
      writeFileSync(good, lastfmQuotedCsv(plays))
      writeFileSync(wrong, "name,price\napple,3\n")
      writeFileSync(half, "PK\u0003\u0004 and then nothing")
      yield* run(["import", "lastfm", good], env)
      const attempts = [["lastfm", wrong], ["lastfm", half], ["lastfm", join(files, "none.csv")], ["lastfm", files], ["listenbrainz", half], ["lastfn", good]]
      const ends = yield* Effect.forEach(attempts, (args) => run(["import", ...args], env))
      expect(ends.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1, 2])
      for (const { stderr } of ends) expect(linesOf(stderr)).toHaveLength(1)
      const sources = JSON.parse((yield* run(["sources", "--json"], env)).stdout) as ReadonlyArray<{ readonly source: string; readonly records: number }>
      expect(sources.find(({ source }) => source === "lastfm")?.records).toBe(plays.length)
    }))

  it.scopedLive("of a file that is cut short, empty, or of nothing that is kept says so", () =>
    Effect.gen(function*() {
      const { env, simulators } = yield* world
      const files = yield* folder
      const plays = (yield* simulators.lastfm.control.plays()).slice(0, 3)
      const cut = join(files, "cut.csv")
      const empty = join(files, "collection-movies.json")
      const digital = join(files, "collection-movies-1.json")
      writeFileSync(cut, lastfmQuotedCsv(plays).trimEnd().slice(0, -30))
      writeFileSync(empty, "")
      writeFileSync(digital, JSON.stringify([{ collected_at: "2024-06-15T12:00:00.000Z", movie: { title: "The Quiet Engine", ids: { trakt: 481 } }, metadata: { media_type: "digital" } }]))
      const ended = yield* run(["import", "lastfm", cut, "--json"], env)
      expect(ended.code).toBe(1)
      expect(ended.stderr).toMatch(/cut\.csv is cut short: it ends within the row at line 4; 2 whole rows were read/)
      expect(yield* run(["import", "trakt", empty], env)).toMatchObject({ code: 1, stderr: expect.stringContaining("collection-movies.json is empty") })
      expect(yield* run(["import", "trakt", digital], env)).toMatchObject({ code: 0, stderr: expect.stringContaining("1 film is owned as a digital copy and left out") })
    }))
})
