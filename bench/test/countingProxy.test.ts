import { describe, expect, inject, it } from "@effect/vitest"
import { Effect } from "effect"
import pg from "pg"
import { countingProxy } from "../support/countingProxy.js"

const server = inject("serverUrl")

describe.skipIf(server === null)("a counting proxy", () => {
  it.scoped("records each statement and its affected rows", () =>
    Effect.gen(function* () {
      const url = new URL(server!)
      const proxy = yield* countingProxy(url.href)
      url.hostname = "127.0.0.1"
      url.port = String(proxy.port)
      const client = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          const connecting = new pg.Client(url.href)
          await connecting.connect()
          return connecting
        }),
        (connected) => Effect.promise(() => connected.end())
      )
      const ask = (text: string, values?: Array<unknown>) => Effect.promise(() => client.query(text, values))
      yield* ask("CREATE TEMPORARY TABLE items (id int)")
      yield* ask("INSERT INTO items SELECT generate_series(1, $1::int)", [7])
      yield* Effect.promise(() => client.query("SELECT no_such_thing").catch(() => undefined))
      const answer = yield* ask("SELECT repeat('x', 500000) AS long, id FROM items WHERE id <= $1", [3])
      expect(answer.rows).toHaveLength(3)
      const statements = yield* proxy.takeStatements
      expect(statements.map(({ rows, text }) => [text.slice(0, 12), rows])).toEqual([
        ["CREATE TEMPO", 0],
        ["INSERT INTO ", 7],
        ["SELECT no_su", 0],
        ["SELECT repea", 3]
      ])
      yield* ask("SELECT 1")
      expect((yield* proxy.takeStatements).map(({ text }) => text)).toEqual(["SELECT 1"])
    })
  )
})
