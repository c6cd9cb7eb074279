import { rmSync } from "node:fs"
import { resolve } from "node:path"
import { build } from "tsup"

/** A program of the tests, ready to be started by `file`, and taken away again. */
interface Built {
  readonly file: string
  readonly make: () => Promise<void>
  readonly remove: () => void
}

/** A test's program as real JavaScript, with this tree's own modules in it, in a place of this process. */
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
