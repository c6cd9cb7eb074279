import { HookQueue, HookSender, HookStore, HookTransport, Hooks, event } from "@daybook/core/hooks"
import { StorageFailure } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { describe, expect, it, layer } from "@effect/vitest"
import { Clock, Effect, Layer, Redacted, TestClock } from "effect"
import { type Socket, connect, createServer } from "node:net"
import type { AddressInfo } from "node:net"
import * as Database from "../../src/postgres/Database.js"
import * as PostgresHookQueue from "../../src/postgres/hooks/HookQueue.js"
import { newDatabase, postgres } from "../support/database.js"
import { hasty } from "../support/hasty.js"
import { announce, eventually, hooksOver } from "./support/layers.js"
import { inRealTime, inRealTimeVersions, pause, until } from "./support/realTime.js"
import { receiver } from "./support/receiver.js"

const data = { run: 1, source: "strava", domain: "running", added: 1, changed: 0, removed: 0 }

const announceRun = Effect.flatMap(Clock.currentTimeMillis, (at) =>
  announce([event("sync.run.completed", "running", at, data)])
)

const states = (hook: number) =>
  Effect.map(
    Effect.flatMap(HookStore, (store) => store.deliveries(hook, null, { page: 1, limit: 100 })),
    ({ rows }) => rows.map(({ state }) => state)
  )

/** The way to a database, which the test cuts. While it is cut, connections are refused. */
const wayTo = (target: URL) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const open = new Set<Socket>()
      const folder = target.searchParams.get("host")!
      let isCut = false
      let refused = 0
      const server = createServer((socket) => {
        socket.on("error", () => undefined)
        if (isCut) {
          refused++
          return void socket.destroy()
        }
        const upstream = connect(`${folder}/.s.PGSQL.${target.port}`)
        upstream.on("error", () => socket.destroy())
        for (const one of [socket, upstream]) {
          open.add(one)
          one.on("close", () => {
            open.delete(one)
            socket.destroy()
            upstream.destroy()
          })
        }
        socket.pipe(upstream).pipe(socket)
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const url = new URL(target)
      url.searchParams.delete("host")
      url.port = String((server.address() as AddressInfo).port)
      return {
        server,
        url: url.href,
        /** Connections that were refused so far. */
        refused: () => refused,
        cut: () => {
          isCut = true
          for (const socket of open) socket.destroy()
        },
        mend: () => void (isCut = false)
      }
    }),
    ({ cut, server }) =>
      Effect.sync(() => {
        cut()
        server.close()
      })
  )

describe("a sender whose database goes away", () => {
  it.scopedLive(
    "records what it sent when the database is back, and sends nothing twice",
    () =>
      Effect.gen(function* () {
        const address = yield* postgres.address
        const way = yield* wayTo(new URL(Redacted.value(address)))
        let cuts = 0
        const { deliveries, url } = yield* receiver(() => {
          // The message has arrived, and nobody can record it now.
          if (cuts++ === 0) {
            way.cut()
          }
          return { status: 200 }
        })
        const direct = yield* Layer.build(Layer.provideMerge(hooksOver(), Database.layer(address)))
        const sending = yield* Layer.build(Layer.provideMerge(hooksOver(), Database.layer(Redacted.make(way.url))))
        yield* Effect.gen(function* () {
          const { hook } = yield* Effect.flatMap(Hooks, (hooks) =>
            hooks.create({ kind: "webhook", url, events: ["sync.run.completed"] })
          )
          // It tries again five seconds after a failure.
          yield* hasty(10)(
            Effect.provide(
              Effect.flatMap(HookSender, (sender) => sender.start),
              sending
            )
          )
          yield* announceRun
          yield* inRealTime(() => way.refused() > 2)
          way.mend()
          yield* eventually(Effect.map(states(hook.id), ([state]) => state === "done"))
          expect(deliveries).toHaveLength(1)

          // What becomes due meanwhile waits.
          way.cut()
          const before = way.refused()
          yield* announceRun
          yield* announceRun
          yield* inRealTime(() => way.refused() > before)
          expect(yield* states(hook.id)).toStrictEqual(["due", "due", "done"])
          way.mend()
          yield* eventually(Effect.map(states(hook.id), (all) => all.every((state) => state === "done")))
          yield* Effect.sleep("300 millis")
          expect(deliveries).toHaveLength(3)
          expect(new Set(deliveries.map(({ headers }) => headers["webhook-id"])).size).toBe(3)
        }).pipe(Effect.provide(direct))
      }),
    60_000
  )
})

describe("a sender whose database stays away", () => {
  const sent: Array<{ readonly id: string; readonly body: string }> = []
  let isAway = false
  let failures = 0
  const transport = Layer.succeed(HookTransport, {
    agent: "daybook/test",
    check: () => Effect.void,
    send: ({ body, headers }) =>
      Effect.sync(() => {
        sent.push({ id: headers["webhook-id"]!, body })
        return { status: 200, duration: 1, reply: "", retryAfter: null }
      })
  })
  const queue = Layer.effect(
    HookQueue,
    Effect.map(HookQueue, (real) => ({
      ...real,
      record: (...args: Parameters<typeof real.record>) =>
        Effect.suspend(() => {
          if (!isAway) return real.record(...args)
          failures += 1
          return new StorageFailure({ operation: "HookQueue.record", unavailable: true, cause: "away" })
        })
    }))
  ).pipe(Layer.provide(PostgresHookQueue.layer))
  const over = Layer.provideMerge(hooksOver({ transport, versions: inRealTimeVersions, queue }), newDatabase())

  layer(over, { timeout: "5 minutes" })((it) => {
    it.scoped("gives its lease up after 40 seconds, and the message comes again under its id", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.now())
        const hooks = yield* Hooks
        const sql = yield* SqlClient.SqlClient
        const url = "https://receiver.example/in"
        const { hook } = yield* hooks.create({ kind: "webhook", url, events: ["sync.run.completed"] })
        isAway = true
        yield* announceRun
        yield* Effect.flatMap(HookSender, (sender) => sender.start)
        yield* inRealTime(() => sent.length === 1)
        yield* inRealTime(() => failures > 0)
        yield* TestClock.adjust("39 seconds")
        const tries = failures
        expect(tries).toBeGreaterThan(5)
        yield* TestClock.adjust("1 minute")
        yield* pause
        // The wait that began before the limit ends after it.
        expect(failures - tries).toBeLessThanOrEqual(2)
        expect([sent.length, yield* states(hook.id)]).toStrictEqual([1, ["due"]])
        isAway = false
        yield* sql`UPDATE hook_messages SET held_until = now() - interval '1 second'`
        yield* TestClock.adjust("2 hours")
        yield* until(Effect.map(states(hook.id), ([state]) => state === "done"))
        expect(yield* states(hook.id)).toStrictEqual(["done"])
        expect(sent).toHaveLength(2)
        expect(sent[1]).toStrictEqual(sent[0])
      })
    )
  })
})
