import { defineConfig } from "tsup"
import { effectModules } from "../../scripts/effectModules.mjs"
import { thirdPartyLicenses } from "../../scripts/thirdParty.mjs"

export default defineConfig({
  entry: ["src/index.ts", "src/effect.ts", "src/site.ts", "src/astro.ts"],
  format: "esm",
  // Neutral: an accidental Node built-in fails the build.
  platform: "neutral",
  target: "es2022",
  // The contract is bundled, so the client does not install the server.
  noExternal: [/^@daybook\/http/],
  treeshake: "smallest",
  esbuildOptions: (options) => {
    options.conditions = ["@daybook/source"]
    options.mainFields = ["module", "main"]
  },
  esbuildPlugins: [effectModules, thirdPartyLicenses({ into: "dist" })],
  splitting: true,
  clean: true,
  silent: true
})
