import { Readability } from "@mozilla/readability"
import type { PageContent } from "@daybook/core/reading"
import { metaOf } from "./meta.js"
import { type Page, pageOf } from "./Page.js"
import { plainText } from "./plainText.js"

/** Less than this is a notice that there is nothing to read here, or only for subscribers. */
const fewestWords = 25
/** Where linkedom has no layout to judge by, shorter candidates than Readability's own bound are still articles. */
const charThreshold = 200

/** What a page says of itself and the article on it, out of its HTML; `url` is where it was found. */
export const extract = (html: string, url: string): PageContent => {
  const document = pageOf(html)
  const meta = metaOf(document, url)
  const article = articleOf(document)
  return {
    title: meta.title ?? clean(article?.title),
    author: meta.author ?? nameOf(article?.byline),
    siteName: meta.siteName ?? clean(article?.siteName),
    description: meta.description,
    imageUrl: meta.imageUrl,
    text: article?.content == null ? null : longEnough(plainText(article.content))
  }
}

/** Readability takes the document apart; it may stumble over markup that no browser would. */
const articleOf = (document: Page) => {
  try {
    return new Readability(document as never, { charThreshold }).parse()
  } catch {
    return null
  }
}

const longEnough = (text: string): string | null => text.split(/\s+/u).length >= fewestWords ? text : null

const clean = (text: string | null | undefined): string | null => text?.replace(/\s+/gu, " ").trim() || null

/** A byline without its “By”. */
const nameOf = (byline: string | null | undefined): string | null => clean(byline)?.replace(/^by\s+/iu, "").slice(0, 200) ?? null
