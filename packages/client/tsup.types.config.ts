import { defineConfig } from "tsup"

/** Only the declarations: they take far longer to build than the code, and only the published package needs them. */
export default defineConfig({
  entry: ["src/index.ts", "src/effect.ts", "src/site.ts", "src/astro.ts"],
  // Resolved as a path, so that the declarations include the contract's types.
  dts: { only: true, compilerOptions: { paths: { "@daybook/http/contract": ["../http/src/contract.ts"] } } },
  format: "esm",
  silent: true
})
