import { timingSafeEqual } from "node:crypto"
import * as protocol from "./protocol.js"
import { database, watcher } from "./session.js"

export interface Terms {
  readonly parameters: ReadonlyMap<string, string>
  /** Asked for where anybody on the machine could connect. */
  readonly password: string | undefined
  /** Stands for a backend's process id. */
  readonly id: number
}

/** What a client hears, and whether it may go on greeting, show a password, ask queries, or is done. */
export interface Answer {
  readonly reply: Buffer
  readonly next: "greet" | "password" | "session" | "end"
}

export const greet = (terms: Terms, message: Buffer): Answer => {
  const opening = protocol.openingOf(message)
  if (opening._tag === "Encryption") return { reply: Buffer.from("N"), next: "greet" }
  if (opening._tag === "Cancel") return { reply: Buffer.alloc(0), next: "end" }
  if (opening._tag === "Unknown") return refuse("08P01", "unsupported frontend protocol")
  const asked = opening.parameters.get("database") ?? opening.parameters.get("user")
  if (asked !== database) return refuse("3D000", `database "${asked}" does not exist`)
  return terms.password === undefined ? admit(terms) : { reply: protocol.authenticationPassword, next: "password" }
}

/** Whether a client's first message says that it will ask for nothing. */
export const isWatcher = (message: Buffer): boolean => {
  const opening = protocol.openingOf(message)
  return opening._tag === "Start" && opening.parameters.get("application_name") === watcher
}

export const checkPassword = (terms: Terms, message: Buffer): Answer => {
  const given = message[0] === protocol.type.Password ? protocol.stringAt(message, 5)[0] : ""
  return same(given, terms.password ?? "") ? admit(terms) : refuse("28P01", "password authentication failed")
}

const admit = (terms: Terms): Answer => ({
  reply: Buffer.concat([
    protocol.authenticationOk,
    ...Array.from(terms.parameters, ([name, value]) => protocol.parameterStatus(name, value)),
    protocol.backendKeyData(terms.id),
    protocol.readyForQuery
  ]),
  next: "session"
})

const refuse = (code: string, text: string): Answer => ({ reply: protocol.errorResponse("FATAL", code, text), next: "end" })

const same = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
