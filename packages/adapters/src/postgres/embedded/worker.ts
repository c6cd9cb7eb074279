import { chmodSync } from "node:fs"
import { createServer, type Server } from "node:net"
import type { Duplex } from "node:stream"
import { parentPort, workerData } from "node:worker_threads"
import { openEngine } from "./Engine.js"
import { handoverMillis } from "./handover.js"
import { startMaintenance } from "./Maintenance.js"
import { makeMultiplexer } from "./Multiplexer.js"
import type { WorkerCommand, WorkerOptions, WorkerReport } from "./Owner.js"
import { PortStream } from "./PortStream.js"
import { errorResponse, isDiskFull } from "./protocol.js"

/**
 * The thread that owns the engine and serves the socket. Query bytes never pass through the main thread. The engine
 * blocks its thread, which delays only clients that wait for it anyway.
 */

const options = workerData as WorkerOptions

const report = (message: WorkerReport) => parentPort?.postMessage(message)

const sockets = new Set<Duplex>()

const die = (cause: unknown): never => {
  // The engine also throws plain objects with a message.
  const { message, code } =
    cause instanceof Object ? (cause as { readonly message?: unknown; readonly code?: unknown }) : {}
  const text = String(message ?? cause)
  report({ _tag: "Died", message: text, code: code === undefined ? undefined : String(code) })
  // Waiting clients get the reason, as from a server.
  const lastWords = errorResponse("FATAL", isDiskFull(text) ? "53100" : "57P02", text)
  for (const socket of sockets) socket.write(lastWords)
  process.exit(1)
}

/** Listens before the engine is open, so that clients of the previous owner wait instead of being refused. */
const listen = (onSocket: (socket: Duplex) => void): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer({ pauseOnConnect: true, noDelay: true }, onSocket)
    server.once("error", reject)
    const done = () => {
      if (options.socketFile !== undefined) chmodSync(options.socketFile, 0o600)
      resolve(server)
    }
    if (options.socketFile !== undefined) server.listen(options.socketFile, done)
    else server.listen(options.port, options.host, done)
  })

const main = async () => {
  const early: Array<Duplex> = []
  let admit = (socket: Duplex) => void early.push(socket)
  const connected = (socket: Duplex) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
    admit(socket)
  }
  const server = await listen(connected)
  const engine = await openEngine(options.folder, die)
  const multiplexer = makeMultiplexer(engine, options)
  const maintenance = startMaintenance(engine, multiplexer)
  admit = (socket) => {
    multiplexer.accept(socket)
    socket.resume()
  }
  early.forEach((socket) => admit(socket))

  const end = async () => {
    maintenance.stop()
    server.close()
    await multiplexer.handOver(handoverMillis)
    for (const socket of sockets) socket.destroy()
    await engine.close()
    process.exit(0)
  }
  parentPort?.on("message", (command: WorkerCommand) => {
    if (command._tag === "Connect") connected(new PortStream(command.port))
    else void end().catch(die)
  })
  const bound = server.address()
  report({ _tag: "Ready", port: typeof bound === "object" && bound !== null ? bound.port : options.port })
}

main().catch(die)
