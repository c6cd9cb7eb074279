import { Fault, lastfmQuotedCsv } from "@daybook/simulators"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { daybook, patience, run, start } from "./support/daybook.js"
import { folder } from "./support/dataDir.js"
import { world } from "./support/world.js"

const sync = ["sync", "lastfm", "--no-followers"]

describe("an interrupted command", { timeout: patience }, () => {
  it.scopedLive.each<[NodeJS.Signals]>([["SIGINT"], ["SIGTERM"], ["SIGHUP"]])(
    "prints the next step in one line on %s, and the next run continues",
    ([signal]) =>
      Effect.gen(function* () {
        const { env, simulators } = yield* world
        const { faults, requests } = simulators.lastfm.control
        yield* faults.when(() => true, Fault.Hanging(), 1)
        const command = yield* daybook(sync, env)
        yield* Effect.repeat(Effect.zipRight(Effect.sleep("20 millis"), requests.count), {
          until: (count) => count > 0
        })
        yield* command.kill(signal)
        // A closing terminal and its shell both send the signal.
        if (signal === "SIGHUP") yield* command.kill(signal)
        expect(yield* command.ended).toEqual({
          code: 1,
          stdout: "",
          stderr: "daybook: stopped; run it again: it continues where it stopped\n"
        })
        expect(yield* run(sync, env)).toMatchObject({ code: 0 })
      })
  )

  it.scopedLive("leaves no draft of an export", () =>
    Effect.gen(function* () {
      const { env } = yield* world
      const out = yield* folder
      mkdirSync(join(out, "listening", "listening_artists.ndjson"), { recursive: true })
      expect(yield* run(["export", "listening", "--out", out], env)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^daybook: the export into .*\n$/)
      })
      expect(readdirSync(join(out, "listening")).filter((name) => name.endsWith(".part"))).toEqual([])
    })
  )

  it.scopedLive("continues when the reader of its output closes the pipe", () =>
    Effect.gen(function* () {
      const { env, simulators } = yield* world
      const file = join(yield* folder, "plays.csv")
      writeFileSync(file, lastfmQuotedCsv((yield* simulators.lastfm.control.plays()).slice(0, 5)))
      const main = join(import.meta.dirname, "../dist/main.js")
      const words = (text: string) => `${process.execPath} ${main} ${text}`
      const unread = (text: string) =>
        Effect.map(
          Effect.flatMap(
            start("bash", ["-c", `${words(text)} | true; echo $PIPESTATUS`], { env }),
            ({ ended }) => ended
          ),
          ({ stdout }) => stdout
        )
      expect(yield* unread(`import lastfm ${file} 2>&1 >/dev/null`)).toBe("0\n")
      expect(yield* unread(`import lastfm ${file} none.csv --json 2>/dev/null`)).toBe("1\n")
    })
  )
})
