import { defineConfig } from "tsup"

export default defineConfig({
  // Each of `processes/` runs by path in a process of its own, so that each must be a file.
  entry: ["main.ts", "processes/*.ts"],
  format: "esm",
  platform: "node",
  target: "node20",
  splitting: true,
  sourcemap: true,
  clean: true,
  silent: true
})
