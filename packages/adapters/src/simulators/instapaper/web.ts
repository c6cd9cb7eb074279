import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { WebArticle } from "../persona/article.js"
import { cover, pngResponse } from "../shared/cover.js"

const side = 480

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;")

/** A magazine's page, with all that is around an article; or what stands where there is none any more. */
export const webPage = (article: WebArticle, address: string): HttpServerResponse.HttpServerResponse => {
  if (article.state === "gone") return HttpServerResponse.html("<!DOCTYPE html><html><head><title>Not found</title></head><body><h1>Not found</h1></body></html>").pipe(HttpServerResponse.setStatus(404))
  const paragraphs = article.state === "paywall" ? ["To go on reading, subscribe."] : article.paragraphs
  const origin = new URL(address).origin
  return HttpServerResponse.html(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${escaped(article.title)} | ${article.site.name}</title>
<meta property="og:type" content="article"><meta property="og:title" content="${escaped(article.title)}"><meta property="og:site_name" content="${article.site.name}">
<meta property="og:description" content="${escaped(article.description)}"><meta property="og:url" content="${address}">
${article.hasPicture ? `<meta property="og:image" content="${origin}/pictures/${article.index}.png">` : ""}
<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", "@type": "Article", headline: article.title, author: { "@type": "Person", name: article.author } })}</script>
</head><body><header><a href="/">${article.site.name}</a><nav><ul><li><a href="/about">About</a></li><li><a href="/archive">Archive</a></li></ul></nav></header>
<main><article><h1>${escaped(article.title)}</h1><p class="byline">By ${article.author}</p>${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join("\n")}</article></main>
<aside><h2>More</h2><ul><li><a href="/a">Another one</a></li></ul></aside><footer>© ${article.site.name}</footer></body></html>`)
}

export const webPicture = (index: number): HttpServerResponse.HttpServerResponse => pngResponse(cover(`article ${index}`, side))
