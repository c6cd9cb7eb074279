// Bundles the elements as one module. The host gets the same text as a module, so that a bundled host reads no files.
import { build } from "esbuild"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"

const dist = new URL("dist/", import.meta.url)

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist)

const { outputFiles } = await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ["src/index.ts"],
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: ["chrome111", "firefox113", "safari16.4"],
  legalComments: "none",
  // ASCII reads the same whatever charset a page has.
  charset: "ascii",
  write: false
})
const [{ text }] = outputFiles

writeFileSync(new URL("embed.js", dist), text)
writeFileSync(new URL("script.js", dist), `export const script = ${JSON.stringify(text)}\n`)
