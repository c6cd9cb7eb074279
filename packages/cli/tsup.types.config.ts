import { defineConfig } from "tsup"

/** Only the declarations of what a configuration file imports. */
export default defineConfig({
  entry: { "config/index": "src/config/index.ts" },
  dts: { only: true },
  format: "esm",
  silent: true
})
