import { Effect } from "effect"
import { connect } from "node:net"

/** Writes raw bytes to a host and reads until it closes the connection. */
export const raw = (url: string, text: string): Effect.Effect<string> =>
  Effect.async<string>((resume) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(text))
    let answer = ""
    socket.on("data", (chunk) => (answer += chunk))
    socket.on("close", () => resume(Effect.succeed(answer)))
    socket.on("error", () => {})
  })

/** A raw response. */
export interface RawAnswer {
  readonly status: number
  /** Values by lower-case name. */
  readonly headers: ReadonlyMap<string, ReadonlyArray<string>>
  readonly body: string
}

/** Parses responses, each with a `Content-Length` or without a body. */
export const answersIn = (text: string): ReadonlyArray<RawAnswer> => {
  const answers: Array<RawAnswer> = []
  let rest = text
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n")
    const [line = "", ...lines] = rest.slice(0, end).split("\r\n")
    const headers = new Map<string, Array<string>>()
    for (const header of lines) {
      const colon = header.indexOf(":")
      const name = header.slice(0, colon).toLowerCase()
      headers.set(name, [...(headers.get(name) ?? []), header.slice(colon + 1).trim()])
    }
    const length = Number(headers.get("content-length")?.[0] ?? 0)
    answers.push({ status: Number(line.split(" ")[1]), headers, body: rest.slice(end + 4, end + 4 + length) })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}
