import { type Asset, assets, html } from "@daybook/page"
import { describe, expect, it } from "vitest"
import { gunzipSync, gzipSync } from "node:zlib"

const textOf = ({ base64 }: Asset) => gunzipSync(Buffer.from(base64, "base64")).toString()
const texts = assets.filter(({ isCompressed }) => isCompressed).map(textOf)

const scripts = new Map(
  assets.filter(({ path }) => path.endsWith(".js")).map((asset) => [asset.path.slice("assets/".length), textOf(asset)])
)
const entry = Array.from(scripts.keys()).find((name) => name.startsWith("page."))!
const pages = Array.from(scripts.get(entry)!.matchAll(/import\("\.\/([^"]+)"\)/g), ([, name]) => name!)
const pageScript = (name: string) => pages.find((page) => page.startsWith(`${name}.`))!

/** The scripts with all that they import before they run. */
const closureOf = (...names: ReadonlyArray<string>): ReadonlySet<string> => {
  const closure = new Set<string>()
  const visit = (name: string): void => {
    if (closure.has(name)) return
    closure.add(name)
    for (const [, imported] of scripts.get(name)!.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) visit(imported!)
  }
  names.forEach(visit)
  return closure
}

const sizeOf = (names: Iterable<string>) =>
  Array.from(names).reduce((sum, name) => sum + gzipSync(scripts.get(name)!).length, 0)

describe("the bundle", () => {
  it("needs at most 60 KB of compressed scripts for the first page, and 40 KB more for each other one", () => {
    const home = sizeOf(closureOf(entry, pageScript("Home")))
    expect(home).toBeLessThanOrEqual(60 * 1024)
    expect(pages.length).toBeGreaterThan(15)
    const first = closureOf(entry, pageScript("Home"))
    for (const page of pages) {
      const more = Array.from(closureOf(page)).filter((name) => !first.has(name))
      expect({ page, isSmall: sizeOf(more) <= 40 * 1024 }).toEqual({ page, isSmall: true })
    }
  })

  it("links to all of its files and to no other host", () => {
    for (const { path } of assets)
      expect([html, ...texts].some((text) => text.includes(path.slice("assets/".length)))).toBe(true)
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//)
    for (const text of texts) expect(text).not.toMatch(/url\(["']?(https?:)?\/\/|@import|import\((?!"\.\/)/)
  })

  it("has file names that change with their content", () => {
    for (const { path } of assets) expect(path).toMatch(/^assets\/[\w-]+\.[A-Z0-9]{8}\.(js|css|woff2)$/)
  })
})
