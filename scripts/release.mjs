// `npm run release`: numbers, checks, packs and publishes all packages, and tags the commit.
// `npm run release -- --dry-run`: does the same, but changes, publishes and tags nothing.
import "./node.mjs"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { command, CommandFailure, main } from "./command.mjs"
import { cache, root, tool } from "./paths.mjs"
import { packAll } from "./tarballs.mjs"

const isDry = process.argv.includes("--dry-run")
const windows = { shell: process.platform === "win32" }

const run = async (file, args, options = {}) => {
  const { code, stdout, output } = await command(file, args, { ...windows, ...options })
  if (code !== 0) throw new CommandFailure(`${[file, ...args].join(" ")} ended with exit code ${code}`, output)
  return stdout
}

const changeset = (...args) => run(process.execPath, [tool("@changesets/cli", "changeset"), ...args])

const requireCleanTree = async () => {
  const changed = await run("git", ["status", "--porcelain"])
  if (changed !== "") throw new CommandFailure("commit or remove these changes, then release again", changed)
}

const versionFiles = ["packages/cli/src/version.ts", "packages/sources/src/kit/provider/userAgent.ts"].map((file) =>
  join(root, file)
)

/** The version of all packages, which are numbered alike. The program knows it without reading a manifest. */
const currentVersion = () => JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8")).version

/** Numbers the packages by the files in `.changeset`, and commits that. */
const numberPackages = async () => {
  await changeset("version")
  for (const file of versionFiles)
    writeFileSync(file, readFileSync(file, "utf8").replace(/"[^"]+"/, `"${currentVersion()}"`))
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  await run("npx", ["--yes", packageManager, "install", "--lockfile-only"])
  if ((await run("git", ["status", "--porcelain"])) === "") return
  await run("git", ["commit", "--all", "--message", `repo: release ${currentVersion()}`])
}

const publish = async ({ name, tarball }) => {
  await run("npm", ["publish", tarball, "--access", "public", ...(isDry ? ["--dry-run"] : [])])
  console.log(`${name} ${currentVersion()} ${isDry ? "could be published" : "is published"}`)
}

await main(async () => {
  if (!isDry) {
    await requireCleanTree()
    await numberPackages()
  }
  for (const script of ["check", "test"])
    await run("npm", ["run", "--silent", script], { stdio: ["ignore", "inherit", "inherit"] })
  const into = join(cache, "release")
  rmSync(into, { recursive: true, force: true })
  for (const one of await packAll(into)) await publish(one)
  if (!isDry)
    await run("git", ["tag", "--annotate", `v${currentVersion()}`, "--message", `Daybook ${currentVersion()}`])
})
