import { describe, expect, it } from "@effect/vitest"
import { Effect, Logger, LogLevel } from "effect"
import { host } from "./support/host.js"
import { ask } from "./support/http.js"

const field = (line: string | undefined, name: string) => new RegExp(`(?:^| )${name}="?([^" ]+)`).exec(line ?? "")?.[1]

describe("the request log", () => {
  it.scoped("has one line per request with the id of the response", () =>
    Effect.gen(function* () {
      const { logs, read, url } = yield* host()
      const path = `${url}/v1/listening/artists/1?limit=3`
      const answers = [
        yield* ask(path, { key: read }),
        yield* ask(path, { key: read }),
        yield* ask(path),
        yield* ask(path, { key: read, headers: { "x-request-id": "mine.7" } })
      ]
      const lines = answers.map(({ headers }) =>
        logs.find((line) => field(line, "request_id") === headers.get("x-request-id"))
      )
      expect(answers.at(-1)?.headers.get("x-request-id")).toBe("mine.7")
      expect(
        lines.map((line) => [
          field(line, "level"),
          field(line, "message"),
          field(line, "method"),
          field(line, "route"),
          field(line, "status"),
          field(line, "answer")
        ])
      ).toEqual(
        [
          ["200", "computed"],
          ["200", "kept"],
          ["401", "front"],
          ["200", "kept"]
        ].map((end) => ["DEBUG", "answered", "GET", "/v1/listening/artists/:id", ...end])
      )
      expect(Number(field(lines[0], "duration_ms"))).toBeGreaterThan(0)
      expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(4)
    }).pipe(Logger.withMinimumLogLevel(LogLevel.Debug))
  )

  it.scoped("is silent about successful requests at the default level", () =>
    Effect.gen(function* () {
      const { logs, read, url } = yield* host()
      expect((yield* ask(`${url}/v1/listening/streaks`, { key: read })).status).toBe(200)
      expect((yield* ask(`${url}/v1/listening/streaks`, { key: read })).status).toBe(200)
      expect(logs).toEqual([])
    })
  )

  it.scoped("rejects ids that are unsafe in a log", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      for (const id of ["a b", 'x"y', "{}", "é", "x".repeat(65), "", read, admin]) {
        const { headers } = yield* ask(`${url}/v1/health`, { headers: { "x-request-id": id } })
        expect(headers.get("x-request-id")).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/)
      }
    })
  )
})
