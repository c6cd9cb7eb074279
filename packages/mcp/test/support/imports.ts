import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { overHttp, overStdio, type TestClient } from "./clients.js"
import type { Fixture } from "./fixture.js"

/** Imports of files, on standard input and output. They change the data. */
export const importsFiles = (fixtureOf: () => Fixture): void => {
  let fixture: Fixture
  beforeAll(() => {
    fixture = fixtureOf()
  })

  describe("import_file", () => {
    it("imports a file of the folder once, and nothing from elsewhere", async () => {
      const folder = mkdtempSync(join(tmpdir(), "daybook-imports-"))
      const rows = Array.from(
        { length: 30 },
        (_, index) => `Imported ${index % 3},Album,Song ${index},0${1 + (index % 9)} Mar 2021 04:${10 + index}`
      )
      writeFileSync(join(folder, "scrobbles.csv"), rows.join("\n"))
      writeFileSync(join(folder, "broken.csv"), "this is no export")
      const outside = join(tmpdir(), `daybook-outside-${process.pid}.csv`)
      writeFileSync(outside, rows.join("\n"))
      symlinkSync(outside, join(folder, "link.csv"))
      const settings = { DAYBOOK_MCP_WRITE: "true", DAYBOOK_MCP_IMPORT_DIR: folder }
      const writing = await overStdio(fixture, "2026-07-28", ["--write"], settings)
      expect((await writing.tools()).find(({ name }) => name === "import_file")?.annotations).toEqual({
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false
      })
      const importing = async (path: string, source = "lastfm") => {
        const { content, structuredContent } = await writing.call("import_file", { source, path })
        return structuredContent ?? content[0]!.text
      }
      expect(await importing("scrobbles.csv")).toMatchObject({ status: "finished", read: 30, added: 30 })
      expect(await importing(join(folder, "scrobbles.csv"))).toMatchObject({ status: "finished", read: 30, added: 0 })
      const day = await writing.call("stats", { domain: "listening", when: "2021-03-01" })
      expect(day.structuredContent).toMatchObject({ totals: { total_scrobbles: expect.any(Number) } })
      for (const path of [
        "link.csv",
        outside,
        "../scrobbles.csv",
        `../${basename(folder)}x/a.csv`,
        ".",
        "",
        "/etc/passwd"
      ])
        expect([path, await importing(path)]).toEqual([path, expect.stringMatching(/^bad_argument: /)])
      expect(await importing("absent.csv")).toMatch(/^not_found: There is no file "absent.csv"/)
      expect(await importing("scrobbles.csv", "nowhere")).toMatch(/^not_set_up: there is no source "nowhere"/)
      const broken = String(await importing("broken.csv"))
      expect(broken).toMatch(/^unavailable: The import failed: /)
      expect(broken).not.toContain(folder)
      await writing.close()
      rmSync(folder, { recursive: true })
      rmSync(outside)
    })

    it("is offered only with a folder, and only where the data is", async () => {
      const has = async (client: TestClient) => {
        const tools = await client.tools()
        await client.close()
        return tools.some(({ name }) => name === "import_file")
      }
      const settings = { DAYBOOK_MCP_WRITE: "true", DAYBOOK_MCP_IMPORT_DIR: tmpdir() }
      expect(await has(await overStdio(fixture, "2026-07-28", [], settings))).toBe(false)
      const remote = { ...settings, DAYBOOK_KEY: fixture.admin }
      expect(await has(await overStdio(fixture, "2026-07-28", ["--write", "--url", fixture.url], remote))).toBe(false)
      expect(await has(await overHttp(fixture, fixture.admin, "2026-07-28"))).toBe(false)
    })
  })
}
