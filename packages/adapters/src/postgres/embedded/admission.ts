import { timingSafeEqual } from "node:crypto"
import * as protocol from "./protocol.js"
import { database, watcher } from "./protocol.js"

export interface Terms {
  readonly parameters: ReadonlyMap<string, string>
  /** Required where any user of the machine could connect. */
  readonly password: string | undefined
  /** Takes the place of a backend's process id. */
  readonly id: number
}

/** The server's answer to a client, and the next state of the handshake. */
export interface Answer {
  readonly reply: Buffer
  readonly next: "greet" | "password" | "session" | "end"
}

export const greet = (terms: Terms, message: Buffer): Answer => {
  const opening = protocol.openingOf(message)
  if (opening._tag === "Encryption") return { reply: Buffer.from("N"), next: "greet" }
  if (opening._tag === "Cancel") return { reply: Buffer.alloc(0), next: "end" }
  if (opening._tag === "Unknown") return refuse("08P01", "unsupported frontend protocol")
  const requested = opening.parameters.get("database") ?? opening.parameters.get("user")
  if (requested !== database) return refuse("3D000", `database "${requested}" does not exist`)
  return terms.password === undefined ? accept(terms) : { reply: protocol.authenticationPassword, next: "password" }
}

/** Whether a client's first message announces a connection without queries. */
export const isWatcher = (message: Buffer): boolean => {
  const opening = protocol.openingOf(message)
  return opening._tag === "Start" && opening.parameters.get("application_name") === watcher
}

export const checkPassword = (terms: Terms, message: Buffer): Answer => {
  const password = message[0] === protocol.type.Password ? protocol.stringAt(message, 5)[0] : ""
  return same(password, terms.password ?? "") ? accept(terms) : refuse("28P01", "password authentication failed")
}

const accept = (terms: Terms): Answer => ({
  reply: Buffer.concat([
    protocol.authenticationOk,
    ...Array.from(terms.parameters, ([name, value]) => protocol.parameterStatus(name, value)),
    protocol.backendKeyData(terms.id),
    protocol.readyForQuery
  ]),
  next: "session"
})

const refuse = (code: string, text: string): Answer => ({
  reply: protocol.errorResponse("FATAL", code, text),
  next: "end"
})

const same = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
