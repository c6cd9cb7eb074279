/** The server side of PostgreSQL's wire protocol, version 3, as far as a proxy in front of an engine needs it. */

const utf8 = (text: string) => Buffer.from(`${text}\0`)

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** A message of either side: type, length, body. */
export const message = (type: string, ...body: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(body)
  return Buffer.concat([Buffer.from(type), int32(content.length + 4), content])
}

export const query = (sql: string): Buffer => message("Q", utf8(sql))
/** For the unnamed statement, without parameter types. */
export const parse = (sql: string): Buffer => message("P", utf8(""), utf8(sql), Buffer.from([0, 0]))
export const sync: Buffer = message("S")
/** The engine's reply to `parse`. */
export const parseComplete: Buffer = message("1")
export const passwordMessage = (password: string): Buffer => message("p", utf8(password))

const protocolVersion = 196_608
const encryptionRequests = new Set([80_877_103, 80_877_104])
const cancelRequest = 80_877_102

export const startupMessage = (parameters: Readonly<Record<string, string>>): Buffer => {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => [utf8(name), utf8(value)])
  const body = Buffer.concat([int32(protocolVersion), ...pairs, Buffer.from([0])])
  return Buffer.concat([int32(body.length + 4), body])
}

/** The request in a client's first message. */
export type Opening =
  | { readonly _tag: "Encryption" }
  | { readonly _tag: "Cancel" }
  | { readonly _tag: "Start"; readonly parameters: ReadonlyMap<string, string> }
  | { readonly _tag: "Unknown" }

export const openingOf = (first: Buffer): Opening => {
  const code = first.length < 8 ? 0 : first.readInt32BE(4)
  if (encryptionRequests.has(code)) return { _tag: "Encryption" }
  if (code === cancelRequest) return { _tag: "Cancel" }
  if (code !== protocolVersion) return { _tag: "Unknown" }
  const words = first.toString("utf8", 8).split("\0")
  const parameters = new Map<string, string>()
  for (let i = 0; i + 1 < words.length && words[i] !== ""; i += 2) parameters.set(words[i]!, words[i + 1]!)
  return { _tag: "Start", parameters }
}

export const authenticationOk: Buffer = message("R", int32(0))
export const authenticationPassword: Buffer = message("R", int32(3))
export const parameterStatus = (name: string, value: string): Buffer => message("S", utf8(name), utf8(value))
export const backendKeyData = (id: number): Buffer => message("K", int32(id), int32(0))
export const readyForQuery: Buffer = message("Z", Buffer.from("I"))

/** One boolean row as the answer to a simple query. */
export const booleanRow = (column: string, value: boolean): Buffer =>
  Buffer.concat([
    message(
      "T",
      Buffer.from([0, 1]),
      utf8(column),
      Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 1, 255, 255, 255, 255, 0, 0])
    ),
    message("D", Buffer.from([0, 1]), int32(1), Buffer.from(value ? "t" : "f")),
    message("C", utf8("SELECT 1")),
    readyForQuery
  ])

/** Error codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const errorMessage = (type: string, severity: string, code: string, text: string): Buffer =>
  message(type, utf8(`S${severity}`), utf8(`V${severity}`), utf8(`C${code}`), utf8(`M${text}`), Buffer.from([0]))
export const errorResponse = (severity: "ERROR" | "FATAL", code: string, text: string): Buffer =>
  errorMessage("E", severity, code, text)
export const noticeResponse = (code: string, text: string): Buffer => errorMessage("N", "NOTICE", code, text)

/** A null-terminated string at `start`, and the index after it. */
export const stringAt = (bytes: Buffer, start: number): readonly [text: string, next: number] => {
  const end = bytes.indexOf(0, start)
  return end === -1 ? [bytes.toString("utf8", start), bytes.length] : [bytes.toString("utf8", start, end), end + 1]
}

/** The SQL text of a Query or Parse message. */
export const sqlOf = (bytes: Buffer): string | undefined => {
  if (bytes[0] === type.Query) return stringAt(bytes, 5)[0]
  if (bytes[0] === type.Parse) return stringAt(bytes, stringAt(bytes, 5)[1])[0]
  return undefined
}

/** Message type bytes. */
export const type = {
  Query: 0x51,
  Parse: 0x50,
  Bind: 0x42,
  Describe: 0x44,
  Execute: 0x45,
  Close: 0x43,
  Flush: 0x48,
  Sync: 0x53,
  Terminate: 0x58,
  Password: 0x70,
  CommandComplete: 0x43,
  Notification: 0x41,
  Parameter: 0x53,
  Ready: 0x5a
} as const

/** The only user and database of the embedded engine. */
export const username = "postgres"
export const database = "postgres"

/** Version of the engine's data format. Folders of other versions cannot be opened. */
export const majorVersion = "18"

/** The application name of connections that only watch for the end of the owner. */
export const watcher = "daybook watch"

/** Whether an error of the engine or the file system means that the disk is full. */
export const isDiskFull = (text: string): boolean => /no space left|could not extend file|ENOSPC/i.test(text)
