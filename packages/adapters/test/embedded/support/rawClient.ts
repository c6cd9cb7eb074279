import { Effect } from "effect"
import { connect, type Socket } from "node:net"
import { socketFile } from "../../../src/postgres/embedded/Address.js"
import type { EmbeddedDatabase } from "../../../src/postgres/embedded/Embedded.js"
import { startupMessage } from "../../../src/postgres/embedded/protocol.js"

/** A client that sends arbitrary bytes. */
export interface RawClient {
  readonly send: (bytes: Uint8Array) => void
  /** Waits until the received bytes contain this. */
  readonly hears: (text: string) => Promise<void>
  /** Everything received until the other side closed. */
  readonly untilClosed: () => Promise<string>
}

export const rawClient = (database: EmbeddedDatabase) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => connect(socketFile({ host: database.host, port: database.port, password: null }) ?? "")),
      (socket) => Effect.sync(() => socket.destroy())
    ),
    speak
  )

export const greeting = startupMessage({ user: "postgres", database: "postgres" })

const speak = (socket: Socket): RawClient => {
  let received = ""
  socket.on("data", (bytes: Buffer) => (received += bytes.toString("latin1")))
  socket.on("error", () => {})
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(received)))
  return {
    send: (bytes) => void socket.write(bytes),
    hears: async (text) => {
      while (!received.includes(text)) await new Promise((resolve) => socket.once("data", resolve))
    },
    untilClosed: () => closed
  }
}
