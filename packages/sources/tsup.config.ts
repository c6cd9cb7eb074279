import { readFileSync } from "node:fs"
import { defineConfig } from "tsup"
import { effectModules } from "../../scripts/effectModules.mjs"

/** The modules that the package exports. */
const { exports: exported } = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly exports: Readonly<Record<string, Readonly<Record<"@daybook/source", string>>>>
}

export default defineConfig({
  entry: [
    ...Object.values(exported).map((one) => one["@daybook/source"]),
    // Run by path in a thread of its own, so that it must be a file.
    "src/documents/worker.ts"
  ],
  format: "esm",
  platform: "node",
  target: "node20",
  esbuildPlugins: [effectModules],
  splitting: true,
  clean: true,
  silent: true
})
