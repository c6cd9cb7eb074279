import { assets, html } from "@daybook/page"
import { describe, expect, it } from "vitest"
import { gzipSync } from "node:zlib"

const bytesOf = (base64: string) => Buffer.from(base64, "base64")
const texts = assets
  .filter(({ contentType }) => contentType.startsWith("text/"))
  .map(({ base64 }) => bytesOf(base64).toString())

describe("the bundle", () => {
  it("is at most 120 KB compressed", () => {
    const sizes = [Buffer.from(html), ...assets.map(({ base64 }) => bytesOf(base64))].map(
      (bytes) => gzipSync(bytes).length
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120 * 1024)
  })

  it("links to all of its files and to no other host", () => {
    for (const { path } of assets)
      expect([html, ...texts].some((text) => text.includes(path.slice("assets/".length)))).toBe(true)
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//)
    for (const text of texts) expect(text).not.toMatch(/url\(["']?(https?:)?\/\/|@import|import\(/)
  })

  it("has file names that change with their content", () => {
    for (const { path } of assets) expect(path).toMatch(/^assets\/[\w-]+\.[A-Z0-9]{8}\.(js|css|woff2)$/)
  })
})
