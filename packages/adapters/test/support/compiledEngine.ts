import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const folder = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"))

interface Global {
  readonly WebAssembly: { readonly Module: new (bytes: Uint8Array) => object }
  engineModule?: object
}

// V8 shares compiled and optimized code of the same bytes between threads while a module is referenced. Without this
// reference, each engine in a process compiles again.
const globals = globalThis as unknown as Global
globals.engineModule ??= new globals.WebAssembly.Module(readFileSync(join(folder, "pglite.wasm")))
