import { Readability } from "@mozilla/readability"
import type { PageContent } from "@daybook/core/reading"
import { convert } from "html-to-text"
import { type Page, metaOf, pageOf } from "./Page.js"

/** Longer texts are books and get truncated. */
const maxTextLength = 1_000_000
const skipped = [
  "img",
  "svg",
  "script",
  "style",
  "noscript",
  "iframe",
  "form",
  "button",
  "nav",
  "figure > img",
  "template",
  "video",
  "audio"
]

/** The text of an article's HTML: paragraphs separated by empty lines, without markup, pictures and link targets. */
export const plainText = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 8_000_000 },
    selectors: [
      { selector: "a", options: { ignoreHref: true } },
      ...skipped.map((selector) => ({ selector, format: "skip" })),
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: "table", options: { uppercaseHeaderCells: false } }
    ]
  })
    .replaceAll("\0", "")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .slice(0, maxTextLength)
    .replace(/[\ud800-\udbff]$/u, "")

/** Shorter texts are error pages or paywall notices. */
const minWords = 25
/** Lower than Readability's default: linkedom has no layout, so shorter candidates are still articles. */
const charThreshold = 200

/** Extracts metadata and article text from a page's HTML. `url` is the address of the page. */
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

/** Readability modifies the document. It may throw on markup that browsers accept. */
const articleOf = (document: Page) => {
  try {
    return new Readability(document as never, { charThreshold }).parse()
  } catch {
    return null
  }
}

const longEnough = (text: string): string | null => (text.split(/\s+/u).length >= minWords ? text : null)

const clean = (text: string | null | undefined): string | null => text?.replace(/\s+/gu, " ").trim() || null

/** A byline without its “By”. */
const nameOf = (byline: string | null | undefined): string | null =>
  clean(byline)
    ?.replace(/^by\s+/iu, "")
    .slice(0, 200) ?? null

/** Toolbars and headings that the service adds around an article. */
const frame = [
  "#titlebar",
  "#controlbar_container",
  ".bar",
  "header",
  "#footer",
  "footer",
  ".sm",
  "head",
  "style",
  "script"
]

/** The article in a read-later service's page; null if the page has no readable text. */
export const providerText = (html: string): string | null => {
  const document = pageOf(html)
  for (const part of document.querySelectorAll(frame.join(","))) part.remove()
  const story = document.querySelector("#story") ?? document.querySelector("article") ?? document.body
  const text = plainText(story?.innerHTML ?? "")
  return text === "" ? null : text
}
