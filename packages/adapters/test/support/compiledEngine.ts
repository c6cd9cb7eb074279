import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const folder = dirname(createRequire(import.meta.url).resolve("@electric-sql/pglite"))

interface Global {
  readonly WebAssembly: { readonly Module: new(bytes: Uint8Array) => object }
  engineModule?: object
}

// Who compiles the same bytes in another thread is given what is compiled and optimized of them, for as long as somebody
// holds it: otherwise each engine that a process opens begins anew.
const held = globalThis as unknown as Global
held.engineModule ??= new held.WebAssembly.Module(readFileSync(join(folder, "pglite.wasm")))
