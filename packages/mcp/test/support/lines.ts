import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { describe, expect, it } from "vitest"
import { type Fixture, program } from "./fixture.js"

const mebibyte = 1_048_576

/** A request of a given length, with the newline. */
const lineOf = (id: number, bytes: number): string => {
  const message = (padding: string) =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method: "ping", params: { _meta: { padding } } })}\n`
  return message("x".repeat(bytes - message("").length))
}

interface Answer {
  readonly id: unknown
  readonly error?: { readonly code: number }
  readonly result?: { readonly content?: ReadonlyArray<{ readonly text: string }> }
}

/** What the program answers to an input that ends after its last byte. */
const answersTo = async ({ env, nodeOptions }: Fixture, input: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [...nodeOptions, program, "mcp"], {
    env: { PATH: process.env["PATH"] ?? "", ...env }
  })
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)))
  child.stdin.on("error", () => undefined)
  const answered: Array<Answer> = []
  child.stderr.resume()
  createInterface({ input: child.stdout }).on("line", (line) => answered.push(JSON.parse(line) as Answer))
  for (const part of input) child.stdin.write(part)
  child.stdin.end()
  const timer = setTimeout(() => child.kill(), 250_000)
  const code = await ended
  clearTimeout(timer)
  return { answered, code }
}

const initialize = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
})}\n`

const call = (id: number, name: string) =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: {} } })

/** What arrives on standard input. */
export const limitsLines = (fixtureOf: () => Fixture): void => {
  describe("standard input", () => {
    it("may have lines of one mebibyte, one directly after the other", async () => {
      const { answered, code } = await answersTo(fixtureOf(), [initialize, lineOf(2, mebibyte) + lineOf(3, mebibyte)])
      expect([answered.map(({ id }) => id), code]).toEqual([[1, 2, 3], 0])
    })

    it("with a longer line, with no JSON, with a batch or with no message is refused, and read on", async () => {
      const wrong = [lineOf(2, 2 * mebibyte), "{no\n", "\n", "[]\n", '{"id":3}\n', "5\r\n"]
      const { answered } = await answersTo(fixtureOf(), [initialize, ...wrong, lineOf(4, 200)])
      const inOrder = answered.filter(({ error }) => error !== undefined).map(({ error, id }) => [id, error?.code])
      expect(inOrder).toEqual([
        [null, -32_600],
        [null, -32_700],
        [null, -32_600],
        [3, -32_600],
        [null, -32_600]
      ])
      expect(answered.filter(({ error }) => error === undefined).map(({ id }) => id)).toEqual([1, 4])
    })

    it("is answered after its end, also a last line in two parts and without a newline", async () => {
      const last = call(3, "overview")
      const input = [initialize, `${call(2, "now")}\n`, last.slice(0, 20), last.slice(20)]
      const { answered, code } = await answersTo(fixtureOf(), input)
      const texts = answered.filter(({ id }) => id !== 1).map(({ id, result }) => [id, result?.content?.[0]?.text])
      expect(Object.fromEntries(texts)).toEqual({
        2: expect.stringMatching(/^now\n/),
        3: expect.stringMatching(/^Daybook, /)
      })
      expect(code).toBe(0)
    })
  })
}
