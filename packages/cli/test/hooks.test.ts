import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import { writeFileSync } from "node:fs"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { describe } from "vitest"
import { read, until } from "../../http/test/support/sse.js"
import { linesOf, patience, run } from "./support/daybook.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { newKey, serve } from "./support/host.js"

/** A receiver that records the types of events, and answers what the test says. */
const receiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const types: Array<string> = []
    let status: number | null = 200
    const server = createServer((request, response) => {
      let body = ""
      request.setEncoding("utf8").on("data", (text: string) => (body += text))
      request.on("end", () => {
        types.push((JSON.parse(body) as { type: string }).type)
        if (status !== null) response.writeHead(status).end("fine")
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`
    return { server, types, url, answer: (next: number | null) => void (status = next) }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
)

const play = "artist,album,name,date\nVelmora Tide,Harbour,Low Tide,14 Mar 2026 20:15\n"

describe("hooks", { timeout: patience }, () => {
  it.scopedLive("are added, tested, disabled by the receiver, enabled, replayed and removed", () =>
    Effect.gen(function* () {
      const { answer, types, url } = yield* receiver
      const dataDir = yield* newDataDir
      const refused = yield* run(["hooks", "add", url, "--events", "hook.test"], { DAYBOOK_DATA_DIR: dataDir })
      expect(refused.code).toBe(1)
      expect(linesOf(refused.stderr)).toEqual([expect.stringContaining("DAYBOOK_HOOKS_ALLOW")])
      const env = { DAYBOOK_DATA_DIR: dataDir, DAYBOOK_HOOKS_ALLOW: "127.0.0.1" }

      const added = yield* run(["hooks", "add", url, "--events", "sync.run.completed"], env)
      expect(added.code, added.stderr).toBe(0)
      expect(added.stdout).toMatch(/^whsec_\S{44}\n$/)
      const tested = yield* run(["hooks", "test", "1", "--json"], env)
      expect(JSON.parse(tested.stdout)).toMatchObject({ success: true, status: 200, reply: "fine" })
      expect(types).toEqual(["hook.test"])

      const file = join(yield* folder, "plays.csv")
      writeFileSync(file, play)
      answer(410)
      yield* run(["import", "lastfm", file], env)
      const { host } = yield* serve(env)
      yield* Effect.repeat(
        Effect.delay(
          Effect.sync(() => types.length),
          "50 millis"
        ),
        { until: (count) => count === 2, times: 1_000 }
      )
      expect(types).toEqual(["hook.test", "sync.run.completed"])
      yield* host.says(/hook 1 was disabled/)
      yield* host.kill("SIGTERM")
      yield* host.ended
      const status = yield* run(["status"], env)
      expect(status.stdout).toContain("hook 1 is disabled: the receiver answered 410")
      const doctor = yield* run(["doctor", "--json"], env)
      const findings = JSON.parse(doctor.stdout) as ReadonlyArray<Record<string, string>>
      expect(findings.find(({ check }) => check === "hook 1")).toMatchObject({ state: "bad" })

      const enabled = yield* run(["hooks", "enable", "1", "--json"], env)
      expect(JSON.parse(enabled.stdout)).toMatchObject({ state: "active", missed: 1 })
      const { replay } = JSON.parse(enabled.stdout) as { replay: { since: string } }
      const again = yield* run(["hooks", "replay", "1", "--since", replay.since, "--json"], env)
      expect(JSON.parse(again.stdout)).toEqual({ id: 1, replayed: 1 })
      const list = yield* run(["hooks", "list", "--json"], env)
      expect(JSON.parse(list.stdout)).toMatchObject([{ id: 1, state: "active", url }])
      const neither = yield* run(["hooks", "replay", "1"], env)
      expect(neither.code).toBe(2)
      const removed = yield* run(["hooks", "remove", "1"], env)
      expect(removed.stdout).toBe("hook 1 is deleted\n")
    })
  )

  it.scopedLive("do not keep a host that stops from its streams while a receiver is slow", () =>
    Effect.gen(function* () {
      const { answer, types, url: to } = yield* receiver
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_HOOKS_ALLOW: "127.0.0.1" }
      yield* run(["hooks", "add", to, "--events", "sync.run.completed"], env)
      const { key } = yield* newKey(env)
      const file = join(yield* folder, "plays.csv")
      writeFileSync(file, play)
      answer(null)
      yield* run(["import", "lastfm", file], env)
      const { host, url } = yield* serve(env)
      const stream = yield* read(`${url}/v1/stream?topics=changes`, { authorization: `Bearer ${key}` })
      yield* until("hello and the request of the hook", () => stream.events.length === 1 && types.length === 1, 20)
      yield* host.kill("SIGTERM")
      yield* until("the end of the stream", stream.hasEnded, 2)
      expect(stream.events.at(-1)?.event).toBe("bye")
      yield* host.ended
    })
  )
})
