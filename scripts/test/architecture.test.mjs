import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../paths.mjs"

const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8")

/** The words in backticks of the tree, and those of a path: `packages/core/src/<domain>` names `core`. */
const words = new Set([...text.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word.split("/").at(-1)))

const packages = ["core", "adapters", "http", "mcp", "cli", "page"]

it("the tree names every folder of the sources", () => {
  const folders = packages.flatMap((name) =>
    readdirSync(join(root, "packages", name, "src"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${name}/${entry.name}`)
  )
  expect(folders.length).toBeGreaterThan(60)
  expect(folders.filter((folder) => !words.has(folder.split("/")[1]))).toEqual([])
})

it("every file of the three ways exists", () => {
  const ways = text.slice(text.indexOf("## Three ways"), text.indexOf("## One request"))
  const paths = [...ways.matchAll(/(?:core|adapters|http)\/src\/[\w/-]+(?:\.ts)?/g)].map(([path]) => path)
  expect(paths.length).toBeGreaterThan(25)
  expect(paths.filter((path) => !existsSync(join(root, "packages", path)))).toEqual([])
})
