import { type DeclaredDomain, DeclaredDomains, domainSummary } from "@daybook/core/domain"
import type { Units } from "@daybook/core/running"
import { escapeMarkup } from "@daybook/core/shared"
import { html as page, scriptsAt } from "@daybook/page"
import { Api as CurrentApi } from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Context, Effect, Layer } from "effect"
import { hash } from "node:crypto"
import { documentedApi } from "../openapi.js"
import { changes } from "../reference/changes.js"

const hashOf = (script: string) => `'sha256-${hash("sha256", script, "base64")}'`

/** Matches executable scripts, but not JSON in a script element. */
const inlineScript = /<script>([\s\S]*?)<\/script>/g

/** Allowed sources of scripts, styles and pictures, in Content-Security-Policy syntax. */
interface Sources {
  readonly scripts: ReadonlyArray<string>
  readonly styles: ReadonlyArray<string>
  /** In addition to this host's. */
  readonly pictures?: ReadonlyArray<string>
}

/** The sources of a page whose scripts and styles are inline. */
const inlined = (text: string): Sources => ({
  scripts: Array.from(text.matchAll(inlineScript), ([, script]) => hashOf(script!)),
  styles: ["'self'", "'unsafe-inline'"]
})

const htmlType = "text/html; charset=utf-8"

/** Headers of an HTML page that may only run its own scripts and connect to this host. */
const htmlHeaders = ({ pictures = [], scripts, styles }: Sources): Readonly<Record<string, string>> => {
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    `style-src ${styles.join(" ")}`,
    ["img-src 'self' data:", ...pictures].join(" "),
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ]
  return { "content-security-policy": policy.join("; "), "referrer-policy": "no-referrer" }
}

const html = (text: string, sources: Sources): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(text, { contentType: htmlType, headers: htmlHeaders(sources) })

/** Files of this host, and nothing inline. */
const ownFiles: Sources = { scripts: ["'self'"], styles: ["'self'"] }

/** Units of distance on the page. */
export class PageUnits extends Context.Reference<PageUnits>()("@daybook/http/PageUnits", {
  defaultValue: (): Units => "imperial"
}) {}

/** The pieces of maps of another server. */
export interface Tiles {
  /** With `{z}`, `{x}` and `{y}`. */
  readonly url: string
  /** Who made the map, in the words that the server demands. */
  readonly attribution: string
}

/** The tiles of maps on the page; null for maps that need no other server. */
export class PageTiles extends Context.Reference<PageTiles>()("@daybook/http/PageTiles", {
  defaultValue: (): Tiles | null => null
}) {}

/** The page may load pictures from the origin of the tiles, and from no other one. */
const sourcesWith = (tiles: Tiles | null): Sources =>
  tiles === null ? ownFiles : { ...ownFiles, pictures: [new URL(tiles.url).origin] }

/** What the page's document says of this host. */
interface PageFacts {
  readonly units: Units
  readonly declared: ReadonlyArray<DeclaredDomain>
  readonly tiles: Tiles | null
}

const attributesOf = ({ declared, tiles, units }: PageFacts): ReadonlyArray<readonly [name: string, value: string]> => [
  ["units", units],
  ...(declared.length === 0 ? [] : [["domains", JSON.stringify(declared.map(domainSummary))] as const]),
  ...(tiles === null
    ? []
    : ([
        ["tiles", tiles.url],
        ["attribution", tiles.attribution]
      ] as const))
]

/** How many folders below the root an address is. Links in the page are relative, so that it works behind a prefix. */
const depthOf = (path: string): number => path.split("/").length - 2

const pageFacts = Effect.all({ units: PageUnits, declared: DeclaredDomains, tiles: PageTiles })

/**
 * The person's page for an address. It names the scripts, so that the browser loads them at once. All files are this
 * host's.
 */
const documentAt = (path: string, scripts: ReadonlyArray<string>, facts: PageFacts): string => {
  const start = ["<html", ...attributesOf(facts).map(([name, value]) => `data-${name}="${escapeMarkup(value)}"`)].join(
    " "
  )
  const preloads = scripts.map((name) => `<link rel="modulepreload" href="assets/${name}" />`).join("\n    ")
  return page
    .replace("<html", () => start)
    .replace("</head>", () => `${preloads}</head>`)
    .replaceAll('="assets/', `="${"../".repeat(depthOf(path))}assets/`)
}

/** The page at an address, such as `/listening/artists/:id`. The policy allows nothing inline. */
export const appPage = (path: string) =>
  Effect.map(pageFacts, (facts) => html(documentAt(path, scriptsAt(path), facts), sourcesWith(facts.tiles)))

/** The page for a path that no route has, with the status 404: the browser shows that it was not found. */
export const missingPage = Effect.map(pageFacts, (facts) => (path: string) => ({
  body: documentAt(path, [], facts),
  headers: { "content-type": htmlType, ...htmlHeaders(sourcesWith(facts.tiles)) }
}))

const entry = ({ added, date }: (typeof changes)[number]) =>
  `<h2>${date}</h2><ul>${added.map((line) => `<li>${line}</li>`).join("")}</ul>`

/** The change history of the API as a page. */
export const changeHistory = Effect.sync(() => {
  const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Changes · Daybook</title>
  <style>:root { color-scheme: light dark } body { font: 1rem/1.6 system-ui, sans-serif; margin: 3rem auto; max-width: 42rem; padding: 0 1.25rem }</style>
</head>
<body>
  <p><a href="../docs">API reference</a></p>
  <h1>Changes</h1>
  <p>Additions to the API, newest first. Within <code>/v1</code> nothing is removed and nothing changes its meaning.</p>
  ${changes.map(entry).join("\n  ")}
</body>
</html>
`
  return html(page, { ...inlined(page), scripts: ["'none'"] })
})

/** Swagger UI has only a light theme: invert the lightness and rotate the hues back. */
const dark = `
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  html { background: #16191d }
  .swagger-ui { filter: invert(0.9) hue-rotate(180deg) }
  .swagger-ui .microlight, .swagger-ui img { filter: invert(1) hue-rotate(180deg) }
}`

/** The interactive reference. Its script has 2 MB, so it is imported on the first request. */
const referenceOf = async (declared: ReadonlyArray<DeclaredDomain>) => {
  const Swagger = await import("@effect/platform/HttpApiSwagger")
  const api = Layer.succeed(CurrentApi, { api: documentedApi(declared) as never, context: Context.empty() })
  const { dispose, handler } = HttpApiBuilder.toWebHandler(
    Layer.mergeAll(Layer.provide(Swagger.layer(), api), api, HttpServer.layerContext)
  )
  const response = await handler(new Request("http://localhost/docs"))
  // Without an icon browsers request /favicon.ico.
  const text = (await response.text())
    .replace("<head>", `<head><link rel="icon" href="data:,">`)
    .replace("</head>", `<style>${dark}</style></head>`)
  await dispose()
  return html(text, inlined(text))
}

export const reference = Effect.flatMap(DeclaredDomains, (declared) => Effect.promise(() => referenceOf(declared)))
