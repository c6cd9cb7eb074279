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

/** What the program answers to some lines, by id, until it ends or has answered them all. */
const answersTo = async ({ env, nodeOptions }: Fixture, lines: ReadonlyArray<string>, most: number) => {
  const child = spawn(process.execPath, [...nodeOptions, program, "mcp"], {
    env: { PATH: process.env["PATH"] ?? "", ...env }
  })
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)))
  child.stdin.on("error", () => undefined)
  const answered: Array<unknown> = []
  child.stderr.resume()
  createInterface({ input: child.stdout }).on("line", (line) => {
    answered.push((JSON.parse(line) as { id: unknown }).id)
    if (answered.length >= most) child.stdin.end()
  })
  for (const line of lines) child.stdin.write(line)
  const timer = setTimeout(() => child.stdin.end(), 25_000)
  await ended
  clearTimeout(timer)
  return answered
}

const initialize = `${JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
})}\n`

/** The longest line of standard input. */
export const limitsLines = (fixtureOf: () => Fixture): void => {
  describe("a line on standard input", () => {
    it("may have one mebibyte", async () => {
      const answered = await answersTo(fixtureOf(), [initialize, lineOf(2, mebibyte - 1)], 2)
      expect(answered).toEqual([1, 2])
    })

    it("with more ends the connection, and the program with it", async () => {
      const answered = await answersTo(fixtureOf(), [initialize, lineOf(2, 2 * mebibyte), lineOf(3, 200)], 3)
      expect(answered).not.toContain(2)
    })
  })
}
