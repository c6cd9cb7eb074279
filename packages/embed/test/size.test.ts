import { expect, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { script } from "@daybook/embed/script"

const built = new URL("../dist/embed.js", import.meta.url)

it("all elements are one module of at most 12 KB, and the host serves the same bytes", () => {
  const bytes = readFileSync(built)
  expect(bytes.byteLength).toBeGreaterThan(4_000)
  expect(bytes.byteLength).toBeLessThanOrEqual(12 * 1_024)
  expect(script).toBe(bytes.toString())
})

it("imports nothing and writes no markup", () => {
  expect(script).not.toMatch(/\bimport\s*(?:[{*"'(]|\w+\s+from)/)
  expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|localStorage|cookie/)
})

it("can be imported where there are no custom elements", () => {
  const text = `const { elements } = await import(${JSON.stringify(built.href)}); console.log(elements.join(" "))`
  const { stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", text], { encoding: "utf8" })
  expect([stdout.trim(), stderr]).toEqual(["daybook-now-playing daybook-top daybook-feed daybook-year-grid", ""])
})
