import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { cache, filesBelow, packages, root, tool } from "./paths.mjs"
import { command, StepFailure } from "./step.mjs"

const config = join(root, ".dependency-cruiser.cjs")

const cruise = async (cwd, folders) => {
  const args = ["--config", config, "--output-type", "json", ...folders]
  const { stdout, output } = await command(process.execPath, [tool("dependency-cruiser", "depcruise"), ...args], { cwd })
  try {
    return JSON.parse(stdout)
  } catch {
    throw new StepFailure("dependency-cruiser gave no report", output)
  }
}

/** A small house in which every rule is broken once. */
const broken = {
  "packages/core/src/listening/node.ts": "export * from \"node:fs\"",
  "packages/core/src/listening/other.ts": "export * from \"../running/alone.js\"",
  "packages/core/src/running/alone.ts": "export const alone = 1",
  "packages/core/src/shared/room.ts": "import type { alone } from \"../running/alone.js\"\nexport type Alone = typeof alone",
  "packages/core/src/shared/orphan.ts": "export const orphan = 1",
  "packages/core/src/sync/left.ts": "export * from \"./right.js\"",
  "packages/core/src/sync/right.ts": "export * from \"./left.js\"",
  "packages/core/src/sync/nowhere.ts": "export * from \"./nothing.js\"",
  "packages/http/src/driver.ts": "export * from \"../../adapters/src/up.js\"",
  "packages/adapters/src/up.ts": "export * from \"../../http/src/driver.js\"",
  "packages/adapters/src/top.ts": "export * from \"../../cli/src/main.js\"",
  "packages/adapters/src/undeclared.ts": "export * from \"undeclared\"",
  "packages/cli/src/main.ts": "export const main = 1",
  "packages/page/src/asks.tsx": "export { api } from \"../../http/src/api.js\"",
  "packages/page/src/bundles.tsx": "export { core } from \"../../core/src/core.js\"",
  "packages/http/src/api.ts": "export const api = 1",
  "packages/core/src/core.ts": "export const core = 1",
  "packages/adapters/package.json": "{ \"name\": \"adapters\" }",
  "node_modules/undeclared/package.json": "{ \"name\": \"undeclared\", \"version\": \"1.0.0\", \"main\": \"index.js\" }",
  "node_modules/undeclared/index.js": "",
  "tsconfig.json": "{ \"compilerOptions\": { \"module\": \"NodeNext\" } }"
}

/** A rule that finds nothing where it is broken proves nothing where it is kept. */
const rulesBite = async () => {
  const house = join(cache, "broken-house")
  rmSync(house, { recursive: true, force: true })
  for (const [path, text] of Object.entries(broken)) {
    mkdirSync(dirname(join(house, path)), { recursive: true })
    writeFileSync(join(house, path), text)
  }
  const { summary } = await cruise(house, ["packages"])
  const found = new Set(summary.violations.map(({ rule }) => rule.name))
  const blind = summary.ruleSetUsed.forbidden.map(({ name }) => name).filter((name) => !found.has(name))
  if (blind.length > 0) throw new StepFailure("rules that find nothing", `These rules do not find what they forbid: ${blind.join(", ")}`)
}

const isSource = (path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts")

/** A module the cruiser skipped was judged by no rule. */
const everythingWasRead = (modules) => {
  const read = new Set(modules.filter(({ followable }) => followable !== false).map(({ source }) => source))
  const missed = packages().flatMap((folder) => filesBelow(`${folder}/src`)).filter((path) => isSource(path) && !read.has(path))
  if (missed.length > 0) throw new StepFailure("modules not read", missed.join("\n"))
  const linked = modules.filter(({ source, dependencies }) => isSource(source) && dependencies.length > 0).length
  if (linked * 2 < read.size) throw new StepFailure("hardly any import was seen", `${linked} of ${read.size} modules import anything`)
}

const describe = ({ rule, from, to, cycle, comment }) =>
  `${rule.name}: ${from} → ${cycle ? cycle.map(({ name }) => name).join(" → ") : to}${comment ? ` (${comment})` : ""}`

/** Holds the packages' imports against the rules of .dependency-cruiser.cjs. */
export const arrows = async () => {
  await rulesBite()
  const { modules, summary } = await cruise(root, packages().map((folder) => `${folder}/src`))
  everythingWasRead(modules)
  if (summary.violations.length > 0) throw new StepFailure("forbidden imports", summary.violations.map(describe).join("\n"))
}
