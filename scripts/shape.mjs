import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { command, CommandFailure, main, node } from "./command.mjs"
import { cache, root, tool } from "./paths.mjs"
import { packAll } from "./tarballs.mjs"

const consumer = join(cache, "consumer")
const modules = join(consumer, "node_modules")

const manifestIn = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

const unpack = async ({ name, tarball }) => {
  const into = join(modules, name)
  mkdirSync(into, { recursive: true })
  const { code, output } = await command("tar", ["-xzf", tarball, "-C", into, "--strip-components=1"])
  if (code !== 0) throw new CommandFailure(`${name} could not be unpacked`, output)
}

/** Links only declared dependencies, so that an undeclared import fails here. */
const linkDependencies = ({ folder, name }, siblings) => {
  const { dependencies, peerDependencies } = manifestIn(join(modules, name))
  for (const dependency of Object.keys({ ...dependencies, ...peerDependencies })) {
    const link = join(modules, dependency)
    if (siblings.includes(dependency) || existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, folder, "node_modules", dependency), link, "junction")
  }
}

const published = async ({ folder, name, tarball }) => {
  const { publint } = await import("publint")
  const { formatMessage } = await import("publint/utils")
  const bytes = readFileSync(tarball)
  const { messages, pkg } = await publint({
    pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) },
    strict: true
  })
  return messages.map((message) => `${name} (${folder}): ${formatMessage(message, pkg, { color: false })}`)
}

/** Checks that Node and TypeScript resolve every entry to code and matching types. CommonJS loads ES modules too. */
const resolvable = async ({ name, tarball }) => {
  const paths = entriesOf(name).map((entry) => `.${entry.slice(name.length)}`)
  // A package with a command alone has nothing to import.
  if (paths.length === 0) return
  await node(tool("@arethetypeswrong/cli", "attw"), [
    ...[tarball, "--profile", "esm-only", "--no-emoji", "--no-color", "--format", "ascii"],
    ...["--entrypoints", ...paths]
  ])
}

const resolveAll = async (packed) => {
  for (const one of packed) await resolvable(one)
}

/** What no package may contain. */
const privateFile = /(^|\/)(tests?|simulators?)(\.|\/|$)|\.(test|map|tsbuildinfo|source)\b/

/** The faults of a tarball: pnpm's ranges, development fields and files, missing notices. */
const leftOvers = ({ name }) => {
  const folder = join(modules, name)
  const text = readFileSync(join(folder, "package.json"), "utf8")
  const files = readdirSync(folder, { recursive: true }).map(String)
  return [
    ...["workspace:", "catalog:", '"@daybook/source"']
      .filter((word) => text.includes(word))
      .map((word) => `package.json contains ${word}`),
    ...["devDependencies", "scripts"]
      .filter((field) => field in JSON.parse(text))
      .map((field) => `package.json has ${field}`),
    ...files.filter((file) => privateFile.test(file)).map((file) => `${file} is packed`),
    ...["LICENSE", "README.md"].filter((file) => !files.includes(file)).map((file) => `${file} is missing`)
  ].map((complaint) => `${name}: ${complaint}`)
}

/** Every export path of a package, with expanded patterns. */
const entriesOf = (name) =>
  Object.keys(manifestIn(join(modules, name)).exports ?? {}).flatMap((path) => {
    if (path === "./package.json") return []
    if (!path.includes("*")) return [`${name}${path.slice(1)}`]
    return readdirSync(join(modules, name, "dist"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(modules, name, "dist", entry.name, "index.js")))
      .map((entry) => `${name}/${entry.name}`)
  })

/** Imports every export path in another project with Node and TypeScript, and starts every command. */
const consume = async (names) => {
  const entries = names.flatMap(entriesOf)
  const lines = entries.map((entry, index) => `import * as entry${index} from "${entry}"`)
  const used = `export const all = [${entries.map((_, index) => `entry${index}`).join(", ")}]`
  writeFileSync(join(consumer, "package.json"), JSON.stringify({ type: "module", private: true }))
  writeFileSync(join(consumer, "index.ts"), [...lines, used, ""].join("\n"))
  writeFileSync(join(consumer, "index.mjs"), [...lines, used, ""].join("\n"))
  writeFileSync(join(consumer, "index.cjs"), [...entries.map((entry) => `require("${entry}")`), ""].join("\n"))
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, target: "es2022" },
    typeRoots: [join(root, "node_modules", "@types")]
  }
  writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["index.ts"] }))
  // `packed.test.ts` has the compilers the other way round.
  for (const [compiler, module, resolution] of [
    ["typescript-native", "nodenext", "nodenext"],
    ["typescript", "esnext", "bundler"]
  ]) {
    await node(tool(compiler, "tsc"), ["--module", module, "--moduleResolution", resolution], { cwd: consumer })
  }
  await node("index.mjs", [], { cwd: consumer })
  await node("index.cjs", [], { cwd: consumer })
  for (const name of names) {
    for (const path of Object.values(manifestIn(join(modules, name)).bin ?? {}))
      await node(join(modules, name, path), ["--help"], { cwd: consumer })
  }
}

/** Packs every published package and checks it from another project. */
await main(async () => {
  rmSync(consumer, { recursive: true, force: true })
  const packed = await packAll(join(consumer, "packed"))
  const names = packed.map(({ name }) => name)
  const complaints = (await Promise.all(packed.map(published))).flat()
  if (complaints.length > 0) throw new CommandFailure("publint found problems", complaints.join("\n"))
  await Promise.all(packed.map(unpack))
  const wrong = packed.flatMap(leftOvers)
  if (wrong.length > 0) throw new CommandFailure("a tarball has faults", wrong.join("\n"))
  for (const one of packed) linkDependencies(one, names)
  // Each takes a core of two.
  await Promise.all([resolveAll(packed), consume(names)])
})
