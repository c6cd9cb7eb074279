import { Effect, type Scope } from "effect"
import { type AddressInfo, type Socket, connect, createServer } from "node:net"
import { join } from "node:path"
import type { DatabaseAddress } from "./addressOf.js"

/** A statement that passed, and the rows that PostgreSQL says it touched. */
export interface Statement {
  readonly text: string
  rows: number
}

export interface CountingProxy {
  readonly port: number
  /** What passed since it was last asked, oldest first. */
  readonly taken: Effect.Effect<ReadonlyArray<Statement>>
}

/** Calls `on` with type and body of each message of one direction, however the bytes are cut. The first has no type. */
const reader = (startsBare: boolean, on: (type: string, body: Buffer) => void) => {
  let held: Buffer = Buffer.alloc(0)
  let bare = startsBare
  return (chunk: Buffer): void => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (;;) {
      const head = bare ? 0 : 1
      if (held.length < head + 4) return
      const length = held.readInt32BE(head)
      if (held.length < head + length) return
      const body = held.subarray(head + 4, head + length)
      on(bare ? "" : held.toString("latin1", 0, 1), body)
      bare = false
      held = held.subarray(head + length)
    }
  }
}

const zeroEnded = (body: Buffer, from = 0) => body.toString("utf8", from, body.indexOf(0, from))

/** Watches one connection: texts come with Parse or Query, runs with Execute or Query, ends with CommandComplete. */
const watch = (client: Socket, server: Socket, statements: Array<Statement>) => {
  const parsed = new Map<string, string>()
  const bound = new Map<string, string>()
  const running: Array<Statement> = []
  const began = (text: string) => {
    const statement = { text, rows: 0 }
    statements.push(statement)
    running.push(statement)
  }
  client.on("data", reader(true, (type, body) => {
    if (type === "P") {
      const name = zeroEnded(body)
      parsed.set(name, zeroEnded(body, Buffer.byteLength(name) + 1))
    } else if (type === "B") {
      const portal = zeroEnded(body)
      bound.set(portal, parsed.get(zeroEnded(body, Buffer.byteLength(portal) + 1)) ?? "")
    } else if (type === "E") began(bound.get(zeroEnded(body)) ?? "")
    else if (type === "Q") began(zeroEnded(body))
  }))
  server.on("data", reader(false, (type, body) => {
    if (type === "C") {
      const statement = running.shift()
      if (statement !== undefined) statement.rows += Number(/(\d+)$/.exec(zeroEnded(body))?.[1] ?? 0)
    } else if (type === "E") running.shift()
  }))
}

const reach = (address: DatabaseAddress): Socket => {
  if ("connectionString" in address) {
    const url = new URL(address.connectionString)
    return connect({ host: url.hostname, port: Number(url.port || 5432) })
  }
  return address.host.startsWith("/") ? connect(join(address.host, `.s.PGSQL.${address.port}`)) : connect(address)
}

/** Stands between a client and its database on a loopback port, and notes each statement that passes. */
export const countingProxy = (address: DatabaseAddress): Effect.Effect<CountingProxy, never, Scope.Scope> =>
  Effect.gen(function*() {
    const statements: Array<Statement> = []
    const sockets = new Set<Socket>()
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => createServer((client) => {
        const database = reach(address)
        watch(client, database, statements)
        for (const [from, to] of [[client, database], [database, client]] as const) {
          sockets.add(from)
          from.pipe(to)
          from.on("error", () => to.destroy())
          from.on("close", () => {
            sockets.delete(from)
            to.end()
          })
        }
      })),
      (server) => Effect.sync(() => {
        server.close()
        for (const socket of sockets) socket.destroy()
      })
    )
    yield* Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
    return {
      port: (server.address() as AddressInfo).port,
      taken: Effect.sync(() => {
        const passed = [...statements]
        statements.length = 0
        return passed
      })
    }
  })
