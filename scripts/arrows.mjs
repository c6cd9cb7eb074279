import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { cache, filesBelow, packages, root, tool } from "./paths.mjs"
import { command, CommandFailure, main } from "./command.mjs"

const config = join(root, ".dependency-cruiser.cjs")

const cruise = async (cwd, folders) => {
  const args = ["--config", config, "--output-type", "json", ...folders]
  const { stdout, output } = await command(process.execPath, [tool("dependency-cruiser", "depcruise"), ...args], {
    cwd
  })
  try {
    return JSON.parse(stdout)
  } catch {
    throw new CommandFailure("dependency-cruiser gave no report", output)
  }
}

/** A small workspace that breaks every rule once. */
const brokenWorkspace = {
  "packages/core/src/listening/node.ts": 'export * from "node:fs"',
  "packages/core/src/listening/other.ts": 'export * from "../running/alone.js"',
  "packages/core/src/running/alone.ts": "export const alone = 1",
  "packages/core/src/shared/domain.ts":
    'import type { alone } from "../running/alone.js"\nexport type Alone = typeof alone',
  "packages/core/src/shared/orphan.ts": "export const orphan = 1",
  "packages/core/src/sync/left.ts": 'export * from "./right.js"',
  "packages/core/src/sync/right.ts": 'export * from "./left.js"',
  "packages/core/src/sync/nowhere.ts": 'export * from "./nothing.js"',
  "packages/http/src/kit/endpoint.ts": 'export * from "../domains/listening.js"',
  "packages/http/src/domains/listening.ts": "export const listening = 1",
  "packages/http/src/driver.ts": 'export * from "../../adapters/src/up.js"',
  "packages/adapters/src/up.ts": 'export * from "../../http/src/driver.js"',
  "packages/adapters/src/top.ts": 'export * from "../../cli/src/main.js"',
  "packages/sources/src/stores.ts": 'export * from "../../adapters/src/undeclared.js"',
  "packages/sources/src/kit.ts": "export const kit = 1",
  "packages/adapters/src/postgres/asks.ts": 'export * from "../../../sources/src/kit.js"',
  "packages/adapters/src/undeclared.ts": 'export * from "undeclared"',
  "packages/adapters/src/postgres/running/rows.ts": "export const rows = []",
  "packages/adapters/src/postgres/Counts.ts": 'export * from "./running/rows.js"',
  "packages/adapters/src/postgres/watching/reaches.ts": 'export * from "../Counts.js"',
  "packages/adapters/src/demo.ts": 'export * from "../../simulators/src/serve.js"',
  "packages/cli/src/main.ts": "export const main = 1",
  "packages/cli/src/actions/demo.ts": 'export * from "../../../simulators/src/serve.js"',
  "packages/simulators/src/serve.ts": 'export * from "../../adapters/src/undeclared.js"',
  "packages/page/src/asks.tsx": 'export { api } from "../../http/src/api.js"',
  "packages/page/src/bundles.tsx": 'export { core } from "../../core/src/core.js"',
  "packages/http/src/api.ts": "export const api = 1",
  "packages/core/src/core.ts": "export const core = 1",
  "packages/embed/src/types.ts": 'export * from "../../core/src/core.js"',
  "packages/mcp/src/tools.ts": 'export * from "../../adapters/src/up.js"\nexport * from "@modelcontextprotocol/server"',
  "packages/cli/src/assistants.ts": 'export * from "../../mcp/src/tools.js"',
  "packages/adapters/package.json": '{ "name": "adapters" }',
  "node_modules/undeclared/package.json": '{ "name": "undeclared", "version": "1.0.0", "main": "index.js" }',
  "node_modules/undeclared/index.js": "",
  "tsconfig.json": '{ "compilerOptions": { "module": "NodeNext" } }'
}

/** Checks that every rule detects its violation. */
const checkRules = async () => {
  const folder = join(cache, "broken-workspace")
  rmSync(folder, { recursive: true, force: true })
  for (const [path, text] of Object.entries(brokenWorkspace)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { summary } = await cruise(folder, ["packages"])
  const detected = new Set(summary.violations.map(({ rule }) => rule.name))
  const ineffective = summary.ruleSetUsed.forbidden.map(({ name }) => name).filter((name) => !detected.has(name))
  if (ineffective.length > 0)
    throw new CommandFailure(
      "ineffective dependency rules",
      `These rules do not detect a violation: ${ineffective.join(", ")}`
    )
}

const isSource = (path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts")

/** Checks that no module was skipped, because a skipped module is checked by no rule. */
const checkCoverage = (modules) => {
  const read = new Set(modules.filter(({ followable }) => followable !== false).map(({ source }) => source))
  const missed = packages()
    .flatMap((folder) => filesBelow(`${folder}/src`))
    .filter((path) => isSource(path) && !read.has(path))
  if (missed.length > 0) throw new CommandFailure("modules not read", missed.join("\n"))
  const linked = modules.filter(({ source, dependencies }) => isSource(source) && dependencies.length > 0).length
  if (linked * 2 < read.size)
    throw new CommandFailure("too few imports were found", `${linked} of ${read.size} modules import anything`)
}

const describe = ({ rule, from, to, cycle, comment }) =>
  `${rule.name}: ${from} → ${cycle ? cycle.map(({ name }) => name).join(" → ") : to}${comment ? ` (${comment})` : ""}`

/** Checks the imports of the packages against the rules in .dependency-cruiser.cjs. */
await main(async () => {
  await checkRules()
  const { modules, summary } = await cruise(
    root,
    packages().map((folder) => `${folder}/src`)
  )
  checkCoverage(modules)
  if (summary.violations.length > 0)
    throw new CommandFailure("forbidden imports", summary.violations.map(describe).join("\n"))
})
