import { Api as CurrentApi } from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServer from "@effect/platform/HttpServer"
import { Context, Effect, Layer } from "effect"
import { html, inlined } from "./html.js"
import { documentedApi } from "./openApiDocument.js"

/** Its own style sheet is light alone: lightness is inverted, and hues are turned back to what they were. */
const dark = `
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  html { background: #16191d }
  .swagger-ui { filter: invert(0.9) hue-rotate(180deg) }
  .swagger-ui .microlight, .swagger-ui img { filter: invert(1) hue-rotate(180deg) }
}`

/**
 * The interactive reference. Its script is two megabytes that the platform brings along, so it is loaded by the first
 * who looks.
 */
export const reference = Effect.promise(async () => {
  const Swagger = await import("@effect/platform/HttpApiSwagger")
  const api = Layer.succeed(CurrentApi, { api: documentedApi as never, context: Context.empty() })
  const { dispose, handler } = HttpApiBuilder.toWebHandler(Layer.mergeAll(Layer.provide(Swagger.layer(), api), api, HttpServer.layerContext))
  const response = await handler(new Request("http://localhost/docs"))
  // Without an icon of its own a browser would ask for one that is not there.
  const text = (await response.text()).replace("<head>", `<head><link rel="icon" href="data:,">`).replace("</head>", `<style>${dark}</style></head>`)
  await dispose()
  return html(text, inlined(text))
})
