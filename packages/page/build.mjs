// Bundles the page for browsers and writes it as a module to dist/assets.js, so that a bundled host contains the page
// and reads no files. Each page of the app is a script of its own, which loads when its address is opened.
import { build } from "esbuild"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, extname } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { thirdPartyLicenses } from "../../scripts/thirdParty.mjs"

const dist = new URL("dist/", import.meta.url)
const types = { ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".woff2": "font/woff2" }

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist)

const options = {
  absWorkingDir: import.meta.dirname,
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: ["chrome111", "firefox113", "safari16.4"],
  legalComments: "none",
  write: false
}

const { metafile, outputFiles } = await build({
  ...options,
  entryPoints: { page: "src/main.tsx" },
  outdir: "dist",
  splitting: true,
  metafile: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".woff2": "file" },
  entryNames: "[name].[hash]",
  chunkNames: "[name].[hash]",
  assetNames: "[name].[hash]",
  plugins: [thirdPartyLicenses({ into: fileURLToPath(dist) })]
})

// Texts are stored compressed, as nearly every browser gets them. A font is compressed already.
const assets = outputFiles.map(({ contents, path }) => {
  const contentType = types[extname(path)]
  const isCompressed = contentType.startsWith("text/")
  const bytes = isCompressed ? gzipSync(contents, { level: 9 }) : Buffer.from(contents)
  return { path: `assets/${basename(path)}`, contentType, isCompressed, base64: bytes.toString("base64") }
})

const isEntry = ([, { entryPoint }]) => entryPoint === "src/main.tsx"
const [entryFile] = Object.entries(metafile.outputs).find(isEntry)

/** The scripts that a script imports before it runs, and those that they import. */
const importsOf = (output, into = new Set()) => {
  for (const { kind, path } of metafile.outputs[output].imports) {
    if (kind !== "import-statement" || into.has(path)) continue
    into.add(path)
    importsOf(path, into)
  }
  return into
}

// What the first script imports is named in the document, so that it loads at the same time.
const imported = Array.from(importsOf(entryFile), (path) => basename(path))
const pathOf = (extension) => assets.find(({ path }) => extname(path) === extension).path
const html = readFileSync(new URL("src/index.html", import.meta.url), "utf8")
  .replace("{{style}}", pathOf(".css"))
  .replace("{{script}}", `assets/${basename(entryFile)}`)
  .replace("{{font}}", pathOf(".woff2"))
  .replace("{{preloads}}", imported.map((name) => `<link rel="modulepreload" href="assets/${name}" />`).join("\n    "))

// The host names the scripts of an address in its document too. The list of routes says which page an address has.
const routes = readFileSync(new URL("src/router/routes.ts", import.meta.url), "utf8")
const pageAt = new Map(
  Array.from(routes.matchAll(/address: "(.+?)", load: \(\) => import\("\.\.\/(.+?)\.js"\)/g), ([, address, page]) => [
    address,
    `src/${page}.tsx`
  ])
)
const declaredPage = "src/pages/declared/DeclaredPage.tsx"
const scriptsOf = (page) => {
  const [file] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === page)
  return [file, ...importsOf(file)].map((path) => basename(path)).filter((name) => !html.includes(name))
}
const pageScripts = Object.fromEntries(Array.from(pageAt, ([address, page]) => [address, scriptsOf(page)]))

const { outputFiles: addresses } = await build({ ...options, entryPoints: ["src/router/addresses.ts"] })

writeFileSync(
  new URL("assets.js", dist),
  [
    `export const html = ${JSON.stringify(html)}`,
    `const pageScripts = ${JSON.stringify(pageScripts, null, 2)}`,
    `const declaredScripts = ${JSON.stringify(scriptsOf(declaredPage))}`,
    "export const scriptsAt = (address) => pageScripts[address] ?? declaredScripts",
    `export const assets = ${JSON.stringify(assets, null, 2)}`,
    addresses[0].text
  ].join("\n")
)
