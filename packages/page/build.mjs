// Bundles the page for browsers and writes it as a module to dist/assets.js, so that a bundled host contains the page
// and reads no files.
import { build } from "esbuild"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, extname } from "node:path"
import { fileURLToPath } from "node:url"
import { thirdPartyLicenses } from "../../scripts/thirdParty.mjs"

const dist = new URL("dist/", import.meta.url)
const types = { ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".woff2": "font/woff2" }

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist)

const { outputFiles } = await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: { page: "src/main.tsx" },
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: ["chrome111", "firefox113", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".woff2": "file" },
  entryNames: "[name].[hash]",
  assetNames: "[name].[hash]",
  legalComments: "none",
  plugins: [thirdPartyLicenses({ into: fileURLToPath(dist) })],
  write: false
})

const assets = outputFiles.map(({ contents, path }) => ({
  path: `assets/${basename(path)}`,
  contentType: types[extname(path)],
  base64: Buffer.from(contents).toString("base64")
}))

const pathOf = (extension) => assets.find(({ path }) => extname(path) === extension).path
const html = readFileSync(new URL("src/index.html", import.meta.url), "utf8")
  .replace("{{style}}", pathOf(".css"))
  .replace("{{script}}", pathOf(".js"))
  .replace("{{font}}", pathOf(".woff2"))

writeFileSync(
  new URL("assets.js", dist),
  `export const html = ${JSON.stringify(html)}\nexport const assets = ${JSON.stringify(assets, null, 2)}\n`
)
