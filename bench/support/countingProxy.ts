import { Effect, type Scope } from "effect"
import { type AddressInfo, type Socket, connect, createServer } from "node:net"
import { join } from "node:path"

/** A forwarded statement, and the number of affected rows that PostgreSQL reported. */
export interface Statement {
  readonly text: string
  rows: number
}

export interface CountingProxy {
  readonly port: number
  /** Returns and clears the forwarded statements, oldest first. */
  readonly takeStatements: Effect.Effect<ReadonlyArray<Statement>>
}

/** Splits a byte stream into protocol messages. The first message of a client has no type. */
const reader = (startsBare: boolean, on: (type: string, body: Buffer) => void) => {
  let buffered: Buffer = Buffer.alloc(0)
  let bare = startsBare
  return (chunk: Buffer): void => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    for (;;) {
      const head = bare ? 0 : 1
      if (buffered.length < head + 4) return
      const length = buffered.readInt32BE(head)
      if (buffered.length < head + length) return
      const body = buffered.subarray(head + 4, head + length)
      on(bare ? "" : buffered.toString("latin1", 0, 1), body)
      bare = false
      buffered = buffered.subarray(head + length)
    }
  }
}

const zeroEnded = (body: Buffer, from = 0) => body.toString("utf8", from, body.indexOf(0, from))

/** Records one connection: Parse and Query have the text, Execute and Query run it, CommandComplete ends it. */
const watch = (client: Socket, server: Socket, statements: Array<Statement>) => {
  const parsed = new Map<string, string>()
  const bound = new Map<string, string>()
  const running: Array<Statement> = []
  const start = (text: string) => {
    const statement = { text, rows: 0 }
    statements.push(statement)
    running.push(statement)
  }
  client.on(
    "data",
    reader(true, (type, body) => {
      if (type === "P") {
        const name = zeroEnded(body)
        parsed.set(name, zeroEnded(body, Buffer.byteLength(name) + 1))
      } else if (type === "B") {
        const portal = zeroEnded(body)
        bound.set(portal, parsed.get(zeroEnded(body, Buffer.byteLength(portal) + 1)) ?? "")
      } else if (type === "E") start(bound.get(zeroEnded(body)) ?? "")
      else if (type === "Q") start(zeroEnded(body))
    })
  )
  server.on(
    "data",
    reader(false, (type, body) => {
      if (type === "C") {
        const statement = running.shift()
        if (statement !== undefined) statement.rows += Number(/(\d+)$/.exec(zeroEnded(body))?.[1] ?? 0)
      } else if (type === "E") running.shift()
    })
  )
}

const reach = (address: string): Socket => {
  const url = new URL(address)
  const port = Number(url.port || 5432)
  const folder = url.searchParams.get("host")
  return folder === null ? connect({ host: url.hostname, port }) : connect(join(folder, `.s.PGSQL.${port}`))
}

/** A proxy in front of a database on a loopback port that records each statement. */
export const countingProxy = (address: string): Effect.Effect<CountingProxy, never, Scope.Scope> =>
  Effect.gen(function* () {
    const statements: Array<Statement> = []
    const sockets = new Set<Socket>()
    const server = yield* Effect.acquireRelease(
      Effect.sync(() =>
        createServer((client) => {
          const database = reach(address)
          watch(client, database, statements)
          for (const [from, to] of [
            [client, database],
            [database, client]
          ] as const) {
            sockets.add(from)
            from.pipe(to)
            from.on("error", () => to.destroy())
            from.on("close", () => {
              sockets.delete(from)
              to.end()
            })
          }
        })
      ),
      (server) =>
        Effect.sync(() => {
          server.close()
          for (const socket of sockets) socket.destroy()
        })
    )
    yield* Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
    return {
      port: (server.address() as AddressInfo).port,
      takeStatements: Effect.sync(() => {
        const recorded = [...statements]
        statements.length = 0
        return recorded
      })
    }
  })
