import { PgClient } from "@effect/sql-pg"
import { expect, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Layer } from "effect"
import { createServer, type Socket } from "node:net"
import type { AddressInfo } from "node:net"
import { describe } from "vitest"
import { listen } from "../../src/postgres/Versions.js"

const message = (type: string, ...parts: ReadonlyArray<Buffer | string>) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const head = Buffer.alloc(5, type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const ready = message("Z", "I")
const greeting = Buffer.concat([message("R", Buffer.alloc(4)), ready])
const notification = (channel: string, text: string) => message("A", Buffer.alloc(4), `${channel}\0${text}\0`)

/** A fake PostgreSQL that greets after a delay and accepts every statement. */
const server = Effect.acquireRelease(
  Effect.promise(async () => {
    const open = new Set<Socket>()
    const greeted = new Set<Socket>()
    const listening = createServer((socket) => {
      open.add(socket)
      socket.on("error", () => {})
      socket.on("close", () => void (open.delete(socket), greeted.delete(socket)))
      socket.on("data", (bytes) => {
        if (greeted.has(socket))
          return void (bytes[0] === "Q".charCodeAt(0) && socket.write(Buffer.concat([message("C", "DONE\0"), ready])))
        greeted.add(socket)
        setTimeout(() => socket.write(greeting), 30)
      })
    })
    await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve))
    return { open, listening, port: (listening.address() as AddressInfo).port }
  }),
  ({ listening, open }) =>
    Effect.sync(() => {
      open.forEach((socket) => socket.destroy())
      listening.close()
    })
)

const clientOf = (port: number) => PgClient.layer({ host: "127.0.0.1", port, username: "me", database: "mine" })

describe("a listener", () => {
  it.scopedLive("releases its connection whenever it is interrupted", () =>
    Effect.gen(function* () {
      const { open, port } = yield* server
      const context = yield* Layer.build(clientOf(port))
      const others = open.size
      for (const millis of [0, 5, 15, 25, 29, 30, 31, 35, 50]) {
        const listener = yield* Effect.fork(
          Effect.provide(
            listen("news", () => {}),
            context
          )
        )
        yield* Effect.sleep(Duration.millis(millis))
        yield* Fiber.interrupt(listener)
        yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => open.size === others, times: 200 })
        expect(open.size, `after ${millis} ms`).toBe(others)
      }
    })
  )

  it.scopedLive("receives notifications, and fails when the connection is lost", () =>
    Effect.gen(function* () {
      const { open, port } = yield* server
      const context = yield* Layer.build(clientOf(port))
      const others = new Set(open)
      const received = yield* Deferred.make<string>()
      const listener = yield* Effect.fork(
        Effect.provide(
          listen("news", (text) => Deferred.unsafeDone(received, Effect.succeed(text))),
          context
        )
      )
      const own = () => [...open].find((socket) => !others.has(socket))
      yield* Effect.repeat(
        Effect.sync(() => own()?.write(notification("news", "a:1"))).pipe(Effect.delay("10 millis")),
        { until: () => Effect.runSync(Deferred.isDone(received)), times: 200 }
      )
      expect(yield* received).toBe("a:1")
      own()?.destroy()
      expect((yield* Effect.flip(Fiber.join(listener))).message).toBe("Failed to listen")
    })
  )
})
