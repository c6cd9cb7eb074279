import { defineConfig } from "tsup"

/** The declarations alone: they take far longer than the code, and only those who install the package need them. */
export default defineConfig({
  entry: ["src/index.ts", "src/effect.ts"],
  // As a path and not as a package, so that the contract's types become part of the declarations.
  dts: { only: true, compilerOptions: { paths: { "@daybook/http/contract": ["../http/src/contract.ts"] } } },
  format: "esm",
  silent: true
})
