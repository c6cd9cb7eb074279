import { defineConfig } from "tsup"

export default defineConfig({
  // Child processes are started by path, so each is a file.
  entry: ["main.ts", "processes/*.ts"],
  // A private package without a build.
  noExternal: ["@daybook/simulators"],
  format: "esm",
  platform: "node",
  target: "node20",
  splitting: true,
  sourcemap: true,
  clean: true,
  silent: true
})
