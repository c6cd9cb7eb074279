// `node scripts/run.mjs <build script> <program> [arguments]`: builds what changed and runs the program in this
// process, so that it owns terminal, signals and exit code.
import "./node.mjs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { main } from "./command.mjs"
import { sources, unlessUnchanged } from "./fingerprint.mjs"
import { build, install } from "./install.mjs"
import { root } from "./paths.mjs"
import { countOnce } from "./signals.mjs"

const [script, program, ...args] = process.argv.slice(2)

await main(async () => {
  await install()
  // wireit needs a second to detect that nothing changed.
  await unlessUnchanged(script.replace(":", "-"), sources(), program, () => build(script))
  countOnce(["SIGINT", "SIGTERM"])
  const path = join(root, program)
  process.argv.splice(1, process.argv.length, path, ...args)
  await import(pathToFileURL(path).href)
})
