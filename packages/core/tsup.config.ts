import { defineConfig } from "tsup"

export default defineConfig({
  entry: ["src/index.ts", "src/*/index.ts"],
  format: "esm",
  // Neutral: a Node built-in that slipped in would fail the build.
  platform: "neutral",
  target: "es2022",
  splitting: true,
  sourcemap: true,
  clean: true,
  silent: true
})
