import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { type Asset, assets, html as page } from "@daybook/page"
import type { Units } from "@daybook/core/running"
import { Context, Effect } from "effect"
import { html } from "./html.js"

/** What the page counts distances in. */
export class PageUnits extends Context.Reference<PageUnits>()("@daybook/http/PageUnits", { defaultValue: (): Units => "imperial" }) {}

/** The person's own page. Scripts and styles are files of this host, so none needs to stand in it. */
export const home = Effect.map(PageUnits, (units) =>
  html(page.replace("<html", `<html data-units="${units}"`), { scripts: ["'self'"], styles: ["'self'"] }))

const served = ({ base64, contentType, path }: Asset) => {
  const bytes = Buffer.from(base64, "base64")
  return { path: `/${path}` as const, answer: Effect.sync(() => HttpServerResponse.uint8Array(bytes, { contentType })) }
}

/** What the page loads, each file under a path that no other content will ever have. */
export const homeAssets = assets.map(served)
