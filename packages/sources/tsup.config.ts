import { defineConfig } from "tsup"
import { effectModules } from "../../scripts/effectModules.mjs"
import { exportedModules } from "../../scripts/exportedModules.mjs"

export default defineConfig({
  entry: [
    ...exportedModules(),
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
