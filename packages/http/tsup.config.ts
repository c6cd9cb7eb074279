import { defineConfig } from "tsup"

export default defineConfig({
  entry: ["src/index.ts", "src/contract.ts"],
  format: "esm",
  platform: "node",
  target: "node20",
  splitting: true,
  sourcemap: true,
  clean: true,
  silent: true
})
