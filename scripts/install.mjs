import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fingerprint, isStamped, stamp, unstamp } from "./fingerprint.mjs"
import { members, root } from "./paths.mjs"
import { command, step, StepFailure } from "./step.mjs"

/** What decides which packages are installed. */
export const manifests = () => ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", ...members().map((folder) => `${folder}/package.json`)]

const manifest = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))

const isInstalled = () =>
  existsSync(join(root, "node_modules", ".modules.yaml")) &&
  members().every((folder) => !manifest(folder).dependencies || existsSync(join(root, folder, "node_modules")))

/** Runs the pnpm that package.json pins, through npm's own runner: nothing need be installed for it. Returns its output. */
const pnpm = async (args, options = {}) => {
  const windows = process.platform === "win32"
  // Development packages are needed whatever the surroundings say, and nobody is there to answer a question.
  const env = { ...process.env, CI: "true", NODE_ENV: "development" }
  const { code, output } = await command("npx", ["--yes", manifest(".").packageManager, ...args], { shell: windows, env, ...options })
  if (code !== 0) throw new StepFailure(`exit code ${code}`, output)
  return output
}

/** Installs exactly what the lockfile says, unless that is what lies there. */
export const install = async () => {
  const print = fingerprint(manifests(), process.platform, process.arch)
  if (isStamped("install", print) && isInstalled()) return
  unstamp("install")
  await step("install packages", "see above; it needs the npm registry once", () => pnpm(["install", "--frozen-lockfile"]))
  stamp("install", print)
}
