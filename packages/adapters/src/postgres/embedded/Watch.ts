import { errorWithMessage } from "@daybook/core/shared"
import { Deferred, Effect, Runtime, type Scope } from "effect"
import { connect, type Socket } from "node:net"
import { type Address, socketFile } from "./Address.js"
import * as protocol from "./protocol.js"
import { database, username, watcher } from "./protocol.js"
import { makeMessageReader } from "./readers.js"

/** No process answers at the owner's address, or not yet. */
export class Unanswered extends errorWithMessage<{ readonly pid: number }>()(
  "Unanswered",
  ({ pid }) => `process ${pid}, which runs the embedded database, does not answer`
) {}

/** Holds an idle connection to the owner. The inner effect completes, with one line to log, when the owner ends. */
export const watch = (address: Address, pid: number): Effect.Effect<Effect.Effect<string>, Unanswered, Scope.Scope> =>
  Effect.gen(function* () {
    const ended = yield* Deferred.make<string>()
    const greeted = yield* Deferred.make<void, Unanswered>()
    const run = Runtime.runSync(yield* Effect.runtime<never>())
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        const file = socketFile(address)
        const socket = file === undefined ? connect(address.port, address.host) : connect(file)
        socket.on("error", () => socket.destroy())
        socket.once("close", () => {
          run(Deferred.fail(greeted, new Unanswered({ pid })))
          run(Deferred.succeed(ended, `process ${pid}, which ran the embedded database, has ended`))
        })
        introduce(socket, address, () => run(Deferred.succeed(greeted, undefined)))
        return socket
      }),
      (socket) => Effect.sync(() => socket.destroy())
    )
    yield* Deferred.await(greeted)
    return Deferred.await(ended)
  })

/** Completes the handshake until the owner is ready for queries; none follow. */
const introduce = (socket: Socket, address: Address, onReady: () => void): void => {
  const reader = makeMessageReader({ untyped: 0, typed: 64 * 1024 })
  reader.typed()
  socket.write(protocol.startupMessage({ user: username, database, application_name: watcher }))
  socket.on("data", (chunk: Buffer) => {
    const messages = reader.push(chunk)
    if ("violation" in messages) return socket.destroy()
    for (const message of messages) {
      if (message.equals(protocol.authenticationPassword))
        socket.write(protocol.passwordMessage(address.password ?? ""))
      if (message[0] === protocol.type.Ready) onReady()
    }
  })
}
