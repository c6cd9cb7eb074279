import { rmSync } from "node:fs"
import { resolve } from "node:path"
import { build } from "tsup"

/** A compiled test program. */
interface Built {
  readonly file: string
  readonly make: () => Promise<void>
  readonly remove: () => void
}

/** Bundles a test program with the source modules into JavaScript, in a folder of this process. */
export const builtProgram = (source: string, name: string): Built => {
  const outDir = resolve(import.meta.dirname, `../../.cache/${name}-${process.pid}`)
  const make = () =>
    build({
      entry: { program: source },
      outDir,
      format: "esm",
      platform: "node",
      target: "node20",
      skipNodeModulesBundle: true,
      noExternal: [/^@daybook\//],
      esbuildOptions: (options) => {
        options.conditions = ["@daybook/source"]
      },
      config: false,
      silent: true
    })
  return { file: resolve(outDir, "program.js"), make, remove: () => rmSync(outDir, { recursive: true, force: true }) }
}
