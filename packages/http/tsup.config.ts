import { defineConfig } from "tsup"
import { effectModules } from "../../scripts/effectModules.mjs"
import { thirdPartyLicenses } from "../../scripts/thirdParty.mjs"

export default defineConfig({
  entry: ["src/index.ts", "src/contract.ts"],
  format: "esm",
  platform: "node",
  target: "node20",
  // The built page is private and a part of this package.
  noExternal: ["@daybook/page"],
  esbuildPlugins: [effectModules, thirdPartyLicenses({ into: "dist", including: ["../page/dist"] })],
  splitting: true,
  clean: true,
  silent: true
})
