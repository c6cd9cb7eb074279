import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { type Asset, assets, html as page } from "@daybook/page"
import { Effect } from "effect"
import { html } from "./html.js"

/** The person's own page. Scripts and styles are files of this host, so none needs to stand in it. */
export const home = Effect.sync(() => html(page, { scripts: ["'self'"], styles: ["'self'"] }))

const served = ({ base64, contentType, path }: Asset) => {
  const bytes = Buffer.from(base64, "base64")
  return { path: `/${path}` as const, answer: Effect.sync(() => HttpServerResponse.uint8Array(bytes, { contentType })) }
}

/** What the page loads, each file under a path that no other content will ever have. */
export const homeAssets = assets.map(served)
