import { defineConfig } from "tsup"
import { effectModules } from "../../scripts/effectModules.mjs"
import { exportedModules } from "../../scripts/exportedModules.mjs"

export default defineConfig({
  entry: [...exportedModules()],
  format: "esm",
  // Neutral: a Node built-in that slipped in would fail the build.
  platform: "neutral",
  target: "es2022",
  esbuildPlugins: [effectModules],
  splitting: true,
  clean: true,
  silent: true
})
