import type { HookTransport } from "@daybook/core/hooks"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import { type AddressInfo, createServer as createTcpServer } from "node:net"
import type { Resolve } from "../../../sources/src/fetch/connector.js"
import { make } from "../../src/hooks/HookTransport.js"
import { receiver } from "./support/receiver.js"

/** Names and their addresses; a name with several lists answers them in turn. */
const names = (world: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>>): Resolve => {
  const queries = new Map<string, number>()
  return (host, done) => {
    const lists = world[host]
    const place = queries.get(host) ?? 0
    queries.set(host, place + 1)
    if (lists === undefined) return done(new Error("no such name"), [])
    const addresses = lists[Math.min(place, lists.length - 1)]!
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
    )
  }
}

const world = {
  "public.example": [["93.184.215.14"]],
  "nas.local": [["192.168.1.20"]],
  "mixed.example": [["93.184.215.14", "10.0.0.5"]],
  "rebound.local": [["127.0.0.1"]],
  "metadata.example": [["169.254.169.254"]],
  localhost: [["127.0.0.1", "::1"]]
}

const refusalOf = (url: string, allow: ReadonlyArray<string> = []) =>
  Effect.match(make(allow, "", names(world)).check(url), { onFailure: ({ message }) => message, onSuccess: () => null })

const post = (transport: HookTransport["Type"], url: string) => transport.send({ url, headers: {}, body: "{}" })

const refused = [
  ["http://public.example/in"],
  ["ftp://public.example/in"],
  ["no address"],
  ["https://user:pass@public.example/in"],
  ["https://public.example:22/in"],
  ["https://public.example:444/in"],
  ["https://10.0.0.5/in"],
  ["https://172.16.0.1/in"],
  ["https://192.168.1.20/in"],
  ["https://100.64.0.1/in"],
  ["https://[fd12::1]/in"],
  ["https://127.0.0.1/in"],
  ["https://127.1/in"],
  ["https://2130706433/in"],
  ["https://0x7f.1/in"],
  ["https://[::1]/in"],
  ["https://[::ffff:10.0.0.5]/in"],
  ["https://[::ffff:127.0.0.1]/in"],
  ["https://[64:ff9b::a00:5]/in"],
  ["https://169.254.169.254/latest"],
  ["https://[fe80::1]/in"],
  ["https://0.0.0.0/in"],
  ["https://nas.local/in"],
  ["https://mixed.example/in"],
  ["https://localhost/in"],
  // Networks and names open no loopback, link-local or metadata address.
  ["https://127.0.0.1/in", "127.0.0.0/8"],
  ["https://[::1]/in", "::/0"],
  ["https://169.254.169.254/in", "0.0.0.0/0"],
  ["https://100.100.100.200/in", "100.64.0.0/10"],
  ["https://[fd00:ec2::254]/in", "fc00::/7"],
  ["https://rebound.local/in", "rebound.local"],
  ["https://metadata.example/in", "metadata.example"],
  ["https://nas.local:8443/in", "nas.local:5678"],
  ["https://192.168.1.20:8443/in", "192.168.1.20:5678"],
  ["http://unknown.example/in", "192.168.0.0/16"]
] as const

const accepted = [
  ["https://public.example/in"],
  ["https://public.example:8443/in"],
  ["https://unknown.example/in"],
  ["http://public.example/in", "public.example"],
  ["https://nas.local/in", "nas.local"],
  ["http://nas.local:5678/in", "NAS.local:5678"],
  ["http://nas.local/in", "nas.local:80"],
  ["http://nas.local:5678/in", "192.168.0.0/16"],
  ["https://192.168.1.20/in", "192.168.1.20"],
  ["https://[fd12::1]/in", "fd12::/16"],
  ["https://[fd12::1]:8443/in", "[fd12::1]:8443"],
  ["https://mixed.example/in", "10.0.0.0/8"],
  ["http://127.0.0.1:9000/in", "127.0.0.1"],
  ["http://127.0.0.1:9000/in", "127.0.0.1:9000"],
  ["http://localhost:9000/in", "localhost"],
  ["https://169.254.169.254/in", "169.254.169.254"]
] as const

describe("addresses of hooks", () => {
  it.effect("refuses addresses that nothing opens", () =>
    Effect.forEach(refused, ([url, ...allow]) =>
      Effect.map(refusalOf(url, allow), (message) => {
        expect(message, `${url} with ${allow.join()}`).not.toBeNull()
      })
    )
  )

  it.effect("accepts public addresses, and those that the setting opens", () =>
    Effect.forEach(accepted, ([url, ...allow]) =>
      Effect.map(refusalOf(url, allow), (message) => {
        expect(message, `${url} with ${allow.join()}`).toBeNull()
      })
    )
  )

  it.scopedLive("makes the same check in each attempt, on the address that it connects to", () =>
    Effect.gen(function* () {
      const { deliveries, url } = yield* receiver(() => ({ status: 200 }))
      const { port } = new URL(url)
      // Public when it is created, and loopback when it is called.
      const resolve = names({ "turning.example": [["93.184.215.14"], ["127.0.0.1"]], localhost: [["127.0.0.1"]] })
      const transport = make(["turning.example"], "", resolve)
      yield* transport.check(`http://turning.example:${port}/in`)
      for (const target of [`http://turning.example:${port}/in`, url, `http://localhost:${port}/in`]) {
        const result = yield* post(transport, target)
        expect(result.status).toBeNull()
        expect(result.reply).toContain("DAYBOOK_HOOKS_ALLOW")
      }
      expect(deliveries).toHaveLength(0)
      expect(yield* post(make(["127.0.0.1"], ""), url)).toMatchObject({ status: 200 })
    })
  )

  it.scopedLive("follows no redirect, and reads two kilobytes of a reply without control characters", () =>
    Effect.gen(function* () {
      const other = yield* receiver(() => ({ status: 200 }))
      const { url } = yield* receiver(() => ({
        status: 302,
        headers: { location: other.url, "retry-after": "7" },
        body: `a\u0000b\u001b[31m${"é".repeat(5_000)}`
      }))
      const result = yield* post(make(["127.0.0.1"], ""), url)
      expect(result).toMatchObject({ status: 302, retryAfter: "7" })
      expect(result.reply).toMatch(/^ab\[31mé+$/)
      expect(Buffer.byteLength(result.reply)).toBeLessThanOrEqual(2_048)
      expect(other.deliveries).toHaveLength(0)
    })
  )

  it.scopedLive("ends an attempt at its time limit, wherever the receiver hangs", () =>
    Effect.gen(function* () {
      const limit = 300
      const silent = yield* receiver(() => new Promise<never>(() => undefined))
      const deaf = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          const server = createTcpServer((socket) => void socket.pause())
          await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
          return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in` }
        }),
        ({ server }) => Effect.sync(() => server.close())
      )
      const nowhere: Resolve = () => undefined
      for (const [url, resolve] of [
        [silent.url, undefined],
        [deaf.url, undefined],
        ["http://silent.example:9000/in", nowhere]
      ] as const) {
        const begun = performance.now()
        const result = yield* post(make(["127.0.0.1", "silent.example"], "", resolve, limit), url)
        expect(result).toMatchObject({ status: null, reply: "no answer within 0.3 seconds" })
        expect(result.duration).toBeGreaterThanOrEqual(limit - 5)
        expect(performance.now() - begun).toBeLessThan(3_000)
      }
    })
  )

  it.scopedLive("counts the status of a receiver that never ends its body, and does not wait for it", () =>
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.promise(async () => {
          const server = createServer((_, response) => {
            response.writeHead(202)
            const drip = setInterval(() => response.write("."), 20)
            response.on("close", () => clearInterval(drip))
          })
          await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
          return server
        }),
        (server) => Effect.sync(() => server.closeAllConnections())
      )
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`
      const result = yield* post(make(["127.0.0.1"], "", undefined, 300), url)
      expect(result.status).toBe(202)
      expect(result.reply).toMatch(/^\.+$/)
      expect(result.duration).toBeLessThan(3_000)
    })
  )

  it.scopedLive("answers a failure for a receiver that cuts the connection or does not listen", () =>
    Effect.gen(function* () {
      const server = createServer((request) => request.socket.destroy())
      yield* Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`
      const transport = make(["127.0.0.1"], "")
      expect(yield* post(transport, url)).toMatchObject({ status: null, retryAfter: null })
      yield* Effect.promise(() => new Promise((resolve) => server.close(resolve)))
      const { reply } = yield* post(transport, url)
      expect(reply).toBe("the receiver could not be reached (ECONNREFUSED)")
    })
  )
})
