import { Api as CurrentApi } from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServer from "@effect/platform/HttpServer"
import { Context, Effect, Layer } from "effect"
import { html, inlined } from "./html.js"
import { documentedApi } from "./openApiDocument.js"

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
  const text = (await response.text()).replace("<head>", "<head><link rel=\"icon\" href=\"data:,\">")
  await dispose()
  return html(text, inlined(text))
})
