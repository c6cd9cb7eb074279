import type { Units } from "@daybook/core/running"
import { type Asset, assets, html as page } from "@daybook/page"
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

/** Allowed sources of scripts and styles, in Content-Security-Policy syntax. */
interface Sources {
  readonly scripts: ReadonlyArray<string>
  readonly styles: ReadonlyArray<string>
}

/** The sources of a page whose scripts and styles are inline. */
const inlined = (text: string): Sources => ({
  scripts: Array.from(text.matchAll(inlineScript), ([, script]) => hashOf(script!)),
  styles: ["'self'", "'unsafe-inline'"]
})

/** An HTML page that may only run its own scripts and connect to this host. */
const html = (text: string, { scripts, styles }: Sources): HttpServerResponse.HttpServerResponse => {
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    `style-src ${styles.join(" ")}`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ]
  return HttpServerResponse.text(text, {
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": policy.join("; "), "referrer-policy": "no-referrer" }
  })
}

/** Units of distance on the page. */
export class PageUnits extends Context.Reference<PageUnits>()("@daybook/http/PageUnits", {
  defaultValue: (): Units => "imperial"
}) {}

/** The person's page. Scripts and styles are files of this host, so the policy allows none inline. */
export const home = Effect.map(PageUnits, (units) =>
  html(page.replace("<html", `<html data-units="${units}"`), { scripts: ["'self'"], styles: ["'self'"] })
)

const served = ({ base64, contentType, path }: Asset) => {
  const bytes = Buffer.from(base64, "base64")
  return { path: `/${path}` as const, answer: Effect.sync(() => HttpServerResponse.uint8Array(bytes, { contentType })) }
}

/** The files of the page. Their paths contain a content hash, so they can be cached for good. */
export const homeAssets = assets.map(served)

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
export const reference = Effect.promise(async () => {
  const Swagger = await import("@effect/platform/HttpApiSwagger")
  const api = Layer.succeed(CurrentApi, { api: documentedApi as never, context: Context.empty() })
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
})
