// `node scripts/install.mjs`: installs the packages of a fresh clone, among them wireit.
import "./node.mjs"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { command, CommandFailure, main } from "./command.mjs"
import { manifests, unlessUnchanged } from "./fingerprint.mjs"
import { root } from "./paths.mjs"

/** Runs the pinned pnpm through npx, which needs no installation. */
const pnpmInstall = async () => {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  console.error("Installing packages …")
  const { code, output } = await command("npx", ["--yes", packageManager, "install", "--frozen-lockfile"], {
    shell: process.platform === "win32",
    // Development packages are always needed, and pnpm must not prompt.
    env: { ...process.env, CI: "true", NODE_ENV: "development" }
  })
  if (code !== 0)
    throw new CommandFailure(
      "The packages could not be installed: see the output above; check the connection to the npm registry.",
      output
    )
}

/** Installs the packages of the lockfile unless they are installed. */
export const install = () => unlessUnchanged("install", manifests(), "node_modules/.modules.yaml", pnpmInstall)

/** Installs and runs a wireit script. Its output goes to stderr, because stdout belongs to the program. */
export const build = async (script) => {
  await install()
  const { code } = await command("npm", ["run", "--silent", script], {
    shell: process.platform === "win32",
    stdio: ["ignore", process.stderr, process.stderr]
  })
  if (code !== 0) throw new CommandFailure(`npm run ${script} failed: fix the errors above and run it again.`)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(install)
