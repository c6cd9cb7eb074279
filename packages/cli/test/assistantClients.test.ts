import { execFileSync } from "node:child_process"
import { expect, it } from "vitest"
import { pasteFor } from "../src/assistants/clients.js"

const local = { url: undefined, dataDir: "/srv/day book/it's", hasDatabase: false }

/** The words that a shell makes of a command. */
const wordsOf = (command: string) =>
  execFileSync("sh", ["-c", `for word in ${command}; do printf '%s\\n' "$word"; done`], { encoding: "utf8" }).split(
    "\n"
  )

it("prints a command that a shell reads as it is meant", () => {
  const words = wordsOf(pasteFor("claude-code", local))
  expect(words).toContain("DAYBOOK_DATA_DIR=/srv/day book/it's")
  const remote = pasteFor("claude-code", { ...local, url: "https://life.example/a;b" })
  expect(wordsOf(remote.split("\n")[0]!)).toContain("https://life.example/a;b/mcp")
})

it("names the database where the data is in one, without its password", () => {
  const database = { ...local, hasDatabase: true }
  const { mcpServers } = JSON.parse(/\{[\s\S]*\}/.exec(pasteFor("claude-desktop", database))![0]) as {
    mcpServers: { daybook: { env: object } }
  }
  expect(mcpServers.daybook.env).toEqual({ DAYBOOK_DATA_DIR: local.dataDir, DAYBOOK_DATABASE_URL: "postgres://…" })
  expect(pasteFor("claude-code", database)).toContain("--env 'DAYBOOK_DATABASE_URL=postgres://…'")
  expect(pasteFor("claude-desktop", local)).not.toContain("DATABASE")
})
