import { describe, expect, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Stream } from "effect"
import * as Database from "../../src/postgres/Database.js"
import { message, query, sync } from "../../src/postgres/embedded/protocol.js"
import { connect, Shared, sqlOf, valueOf } from "./support/database.js"
import { greeting, rawClient } from "./support/rawClient.js"

layer(Shared.layer, { excludeTestServices: true, timeout: "5 minutes" })("the shared session", (it) => {
  it.scoped("keeps no setting of a connection", () =>
    Effect.gen(function* () {
      const [one, other] = yield* twoClients
      yield* Effect.promise(async () => {
        await one.query("SET search_path = pg_catalog")
        await one.query("SET work_mem = '1MB'")
        await one.query("SELECT set_config('TimeZone', 'Asia/Tokyo', false)")
        expect(valueOf(await other.query("SHOW search_path"))).toBe("public")
        expect(valueOf(await other.query("SHOW work_mem"))).toBe("4MB")
        expect(valueOf(await other.query("SHOW TimeZone"))).toBe("UTC")
      })
    })
  )

  it.scoped("refuses COPY FROM STDIN and continues", () =>
    Effect.gen(function* () {
      const [one, other] = yield* twoClients
      yield* Effect.promise(async () => {
        await one.query("CREATE TABLE loaded (n int)")
        await expect(one.query("/* rows */ COPY loaded FROM STDIN")).rejects.toMatchObject({ code: "0A000" })
        await expect(one.query("copy loaded from stdin", [])).rejects.toMatchObject({ code: "0A000" })
        expect(valueOf(await other.query("SELECT count(*)::int FROM loaded"))).toBe(0)
      })
    })
  )

  it.scoped("makes a new process wait while another is busy", () =>
    Effect.gen(function* () {
      const [one] = yield* twoClients
      yield* Effect.promise(() => one.query("BEGIN"))
      const begun = yield* Effect.fork(Layer.build(Database.layer({ _tag: "Host", ...(yield* Shared) })))
      yield* Effect.sleep("5500 millis")
      yield* Effect.promise(() => one.query("COMMIT"))
      expect(Exit.isSuccess(yield* Fiber.await(begun))).toBe(true)
    })
  )

  it.scoped("accepts a cancel request without waiting", () =>
    Effect.gen(function* () {
      const [one, other] = yield* twoClients
      yield* Effect.promise(async () => {
        await one.query("BEGIN")
        expect(valueOf(await other.query("SELECT pg_cancel_backend(1)"))).toBe(false)
        await one.query("COMMIT")
      })
    })
  )

  it.scoped("has the PostgreSQL features that the stores use", () =>
    Effect.gen(function* () {
      const [client] = yield* twoClients
      yield* Effect.promise(async () => {
        await client.query("CREATE EXTENSION unaccent; CREATE EXTENSION pg_trgm")
        expect(valueOf(await client.query("SELECT unaccent('Hôtel Élysée')"))).toBe("Hotel Elysee")
        expect(valueOf(await client.query("SELECT similarity('word', 'words') > 0.5"))).toBe(true)
        const local = "SELECT (timestamptz '2024-07-01 12:00Z' AT TIME ZONE 'America/Los_Angeles')::text"
        expect(valueOf(await client.query(local))).toBe("2024-07-01 05:00:00")
        await client.query("CREATE TABLE once (a int, UNIQUE NULLS NOT DISTINCT (a))")
        await expect(client.query("INSERT INTO once VALUES (null), (null)")).rejects.toMatchObject({ code: "23505" })
        expect(valueOf(await client.query("SHOW fsync"))).toBe("on")
      })
    })
  )

  describe("notifications", () => {
    it.scoped("reach only the connections that listen", () =>
      Effect.gen(function* () {
        const [sender, listener] = yield* twoClients
        const received: Array<string> = []
        listener.on("notification", ({ channel, payload }) => received.push(`${channel} ${payload}`))
        sender.on("notification", ({ channel }) => received.push(`the sender heard ${channel}`))
        yield* Effect.promise(async () => {
          await listener.query("LISTEN news")
          await listener.query('LISTEN "Odd ""name"')
          await sender.query("LISTEN other; UNLISTEN other")
          await sender.query("NOTIFY other, 'x'; NOTIFY news, '1'")
          await sender.query("BEGIN")
          await sender.query("SELECT pg_notify($1, $2)", ['Odd "name', "2"])
          await sender.query("COMMIT")
          await sender.query("BEGIN; NOTIFY news, 'rolled back'; ROLLBACK")
          await listener.query("NOTIFY news, '3'")
          await listener.query("UNLISTEN news")
          await sender.query("NOTIFY news, 'too late'")
          await listener.query("SELECT 1")
        })
        expect(received).toEqual(["news 1", 'Odd "name 2', "news 3"])
      })
    )

    it.scoped("continue for one connection when another unlistens, closes, or discards all", () =>
      Effect.gen(function* () {
        const [sender, listener] = yield* twoClients
        const received: Array<string> = []
        listener.on("notification", ({ payload }) => received.push(payload ?? ""))
        yield* Effect.promise(() => listener.query("LISTEN shared"))
        yield* Effect.scoped(
          Effect.gen(function* () {
            const leaving = yield* connect(yield* Shared)
            yield* Effect.promise(() => leaving.query("LISTEN shared"))
          })
        )
        yield* Effect.promise(async () => {
          await sender.query("NOTIFY shared, 'after one left'")
          await sender.query("LISTEN shared")
          await sender.query("UNLISTEN *")
          await sender.query("NOTIFY shared, 'after one stopped'")
          await sender.query("DISCARD ALL")
          await sender.query("NOTIFY shared, 'after one discarded'")
          await listener.query("SELECT 1")
        })
        expect(received).toEqual(["after one left", "after one stopped", "after one discarded"])
      })
    )

    it.scoped("arrive through the client that the stores use", () =>
      Effect.gen(function* () {
        const sql = yield* sqlOf(yield* Shared)
        const [sender] = yield* twoClients
        const three = yield* Effect.fork(Stream.runCollect(Stream.take(sql.listen("versions"), 3)))
        // The start of listening is not observable, so the sender repeats until three notifications arrive.
        yield* Effect.promise(() => sender.query("SELECT pg_notify('versions', 'v')")).pipe(
          Effect.zipLeft(Effect.sleep("10 millis")),
          Effect.forever,
          Effect.race(Fiber.await(three))
        )
        expect([...(yield* Fiber.join(three))]).toEqual(["v", "v", "v"])
      })
    )
  })

  describe("bytes that violate the protocol", () => {
    it.scoped("close only the connection they arrived on", () =>
      Effect.gen(function* () {
        const database = yield* Shared
        const client = yield* connect(database)
        for (const bytes of nonsense) {
          const raw = yield* rawClient(database)
          raw.send(Buffer.concat([greeting, bytes]))
          expect(yield* Effect.promise(raw.untilClosed)).toContain("FATAL")
          expect(valueOf(yield* Effect.promise(() => client.query("SELECT 1")))).toBe(1)
        }
      })
    )

    it.scoped("inside a known message cause an error of that message", () =>
      Effect.gen(function* () {
        const raw = yield* rawClient(yield* Shared)
        const wrong = ["Q", "P", "B", "D", "E", "C"].map((type) =>
          Buffer.concat([message(type, Buffer.from("xyz")), sync])
        )
        raw.send(Buffer.concat([greeting, ...wrong, query("SELECT 'still here'")]))
        yield* Effect.promise(() => raw.hears("still here"))
      })
    )

    it.scoped("before the greeting get an answer or a closed connection", () =>
      Effect.gen(function* () {
        const database = yield* Shared
        const [ssl, gss] = [80_877_103, 80_877_104].map((code) => Buffer.from([0, 0, 0, 8, ...int32(code)]))
        const polite = yield* rawClient(database)
        polite.send(Buffer.concat([gss!, ssl!, greeting]))
        yield* Effect.promise(() => polite.hears("server_version"))
        const cancels = yield* rawClient(database)
        cancels.send(Buffer.from([0, 0, 0, 16, ...int32(80_877_102), ...int32(1), ...int32(2)]))
        expect(yield* Effect.promise(cancels.untilClosed)).toBe("")
        for (const bytes of [Buffer.from("GET / HTTP/1.1\r\n\r\n"), Buffer.from([0, 0, 0, 8, 0, 2, 0, 0])]) {
          const raw = yield* rawClient(database)
          raw.send(bytes)
          expect(yield* Effect.promise(raw.untilClosed)).toContain("FATAL")
        }
      })
    )
  })
})

const twoClients = Effect.flatMap(Shared, (database) => Effect.all([connect(database), connect(database)]))

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const nonsense = [
  message("~", Buffer.from("zzz")),
  message("F", Buffer.from("zzz")),
  Buffer.from([0x51, 0, 0, 0, 0]),
  Buffer.from([0x51, 0xff, 0xff, 0xff, 0xff]),
  Buffer.from([0x51, 0x7f, 0xff, 0xff, 0xff]),
  Buffer.from("GET / HTTP/1.1\r\n\r\n")
]
