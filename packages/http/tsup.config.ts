import { defineConfig } from "tsup"
import { effectModules } from "../../scripts/effectModules.mjs"
import { thirdPartyLicenses } from "../../scripts/thirdParty.mjs"

export default defineConfig({
  entry: ["src/index.ts", "src/contract.ts"],
  format: "esm",
  platform: "node",
  target: "node20",
  // The built page and the built elements are parts of this package.
  noExternal: ["@daybook/page", /^@daybook\/embed/],
  esbuildPlugins: [effectModules, thirdPartyLicenses({ into: "dist", including: ["../page/dist"] })],
  splitting: true,
  clean: true,
  silent: true
})
