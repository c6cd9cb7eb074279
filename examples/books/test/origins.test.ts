import { sourceChecks } from "@daybook/adapters/source-testing"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { books } from "../books.js"
import { bookshelf } from "../bookshelf.js"

const storyGraph = readFileSync(join(import.meta.dirname, "exports/storygraph.csv"), "utf8")

// The folder has the export of Goodreads. Nothing asks Open Library: its answers come after a sync.
const checks = sourceChecks({
  source: bookshelf,
  domains: [books],
  provider: () => ({ settings: { DAYBOOK_BOOKSHELF_FOLDER: join(import.meta.dirname, "../exports") } }),
  exportFiles: [{ name: "storygraph.csv", content: storyGraph }]
})

for (const { name, run } of checks) test(`bookshelf ${name}`, run)
