import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  parseJSONRPCMessage,
  serializeMessage,
  type Transport
} from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import type { Session } from "../session.js"
import { serverOf } from "./server.js"

/** Maximum length of a line that is read. */
const maxLineBytes = 1_048_576

/** How long calls may go on after the end of the input. A call takes at most 30 seconds. */
const patienceMs = 35_000

/** Codes of JSON-RPC. */
const [parseError, invalidRequest] = [-32_700, -32_600]

const newline = 10

/** Splits the input into lines. A line that is too long is skipped and reported, so that the next one is read. */
const lineReader = (onLine: (line: string) => void, onTooLong: () => void) => {
  let parts: Array<Buffer> = []
  let size = 0
  const add = (part: Buffer) => {
    size += part.byteLength
    if (size <= maxLineBytes) parts.push(part)
    else parts = []
  }
  const end = () => {
    if (size > maxLineBytes) onTooLong()
    else onLine(Buffer.concat(parts).toString().trim())
    parts = []
    size = 0
  }
  const read = (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      add(chunk.subarray(from, at))
      end()
      from = at + 1
    }
    add(chunk.subarray(from))
  }
  return { read, end }
}

/** The id of a message that is no valid one; null if it has none. */
const idIn = (value: unknown): string | number | null => {
  const id = (value as { readonly id?: unknown } | null)?.id
  return typeof id === "string" || typeof id === "number" ? id : null
}

/**
 * Standard input and output as a transport. The library's own one drops what it cannot read, ends at a long line, and
 * aborts the calls that run when the input ends, which a client that writes and closes would wait for in vain.
 */
const standardStreams = (onClosed: () => void): Transport => {
  const unanswered = new Set<string | number>()
  let state: "open" | "draining" | "closed" = "open"
  let timer: NodeJS.Timeout | undefined

  const write = (message: object) =>
    new Promise<void>((resolve, reject) => {
      process.stdout.write(serializeMessage(message as never), (error) => (error ? reject(error) : resolve()))
    })
  const refuse = (code: number, message: string, id: string | number | null = null) =>
    void write({ jsonrpc: "2.0", id, error: { code, message } }).catch(() => undefined)

  const onLine = (line: string) => {
    if (line === "") return
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      return refuse(parseError, "the line is not valid JSON; check its syntax")
    }
    if (Array.isArray(value)) return refuse(invalidRequest, "send one message a line: batches are not supported")
    let message: ReturnType<typeof parseJSONRPCMessage>
    try {
      message = parseJSONRPCMessage(value)
    } catch {
      return refuse(invalidRequest, "the line is no message of JSON-RPC 2.0", idIn(value))
    }
    if (isJSONRPCRequest(message)) unanswered.add(message.id)
    else if (isJSONRPCNotification(message) && message.method === "notifications/cancelled")
      unanswered.delete(message.params?.["requestId"] as string | number)
    transport.onmessage?.(message)
    closeIfDone()
  }
  const lines = lineReader(onLine, () => refuse(invalidRequest, `a line has at most ${maxLineBytes} bytes`))

  const close = () => {
    if (state === "closed") return
    state = "closed"
    clearTimeout(timer)
    process.stdin.off("data", lines.read)
    process.stdin.pause()
    transport.onclose?.()
    onClosed()
  }
  const closeIfDone = () => {
    if (state === "draining" && unanswered.size === 0) close()
  }
  const drain = () => {
    if (state !== "open") return
    // The last line may lack its newline.
    lines.end()
    state = "draining"
    timer = setTimeout(close, patienceMs)
    closeIfDone()
  }

  const transport: Transport = {
    start: () => {
      process.stdin.on("data", lines.read)
      process.stdin.once("end", drain)
      process.stdin.once("close", drain)
      process.stdin.once("error", close)
      process.stdout.once("error", close)
      return Promise.resolve()
    },
    send: async (message) => {
      await write(message)
      if ("id" in message && !("method" in message) && message.id !== undefined) unanswered.delete(message.id)
      closeIfDone()
    },
    close: () => Promise.resolve(close())
  }
  return transport
}

/** Serves one client on standard input and output. Ends after the input, when all requests are answered. */
export const serveOnStdio = (session: Session, onError: (error: Error) => void): Promise<void> =>
  new Promise((resolve) => {
    const transport = standardStreams(resolve)
    serveStdio(() => serverOf(session), { transport, maxSubscriptions: 0, onerror: onError })
  })
