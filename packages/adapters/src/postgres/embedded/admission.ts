import { timingSafeEqual } from "node:crypto"
import * as protocol from "./protocol.js"
import { database, watcher } from "./protocol.js"

/** How to treat a client's message: pass it to the engine, skip it, answer it directly, or close the connection. */
export type Admission =
  | { readonly _tag: "Engine" | "Cancel"; readonly message: Buffer }
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Bye" }
  | { readonly _tag: "Violation" }

const { type } = protocol
const forEngine = new Set<number>([
  type.Query,
  type.Parse,
  type.Bind,
  type.Describe,
  type.Execute,
  type.Close,
  type.Flush,
  type.Sync
])

/** Rows for a rejected COPY; PostgreSQL skips them, too. */
const strayCopy = new Set([0x63, 0x64, 0x66])

const comment = /--[^\n]*|\/\*[^]*?\*\//g
const copyIn = /(?:^|;)\s*copy\b[^]*?\bfrom\s+stdin\b/i

const copiesIn = (sql: string) => /\bstdin\b/i.test(sql) && copyIn.test(sql.replace(comment, " "))

/** The engine cannot wait for COPY rows and would end, so it is made to return an error. */
const refusal =
  "DO $$ BEGIN RAISE EXCEPTION 'COPY FROM STDIN is not supported by the embedded database' USING ERRCODE = 'feature_not_supported'; END $$"

const cancel = /^\s*select\s+(?:pg_catalog\.)?pg_cancel_backend\s*\(\s*(?:\d+|null)\s*\)\s*(?:;\s*)?$/i

/** Blocks messages that could end the engine, or make it wait forever for more bytes, for all clients. */
export const admit = (message: Buffer, sql: string | undefined): Admission => {
  const kind = message[0]!
  if (kind === type.Terminate) return { _tag: "Bye" }
  if (strayCopy.has(kind)) return { _tag: "Nothing" }
  if (!forEngine.has(kind)) return { _tag: "Violation" }
  if (sql === undefined) return { _tag: "Engine", message }
  if (kind === type.Query && cancel.test(sql)) return { _tag: "Cancel", message }
  if (!copiesIn(sql)) return { _tag: "Engine", message }
  return { _tag: "Engine", message: kind === type.Query ? protocol.query(refusal) : protocol.parse(refusal) }
}

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
