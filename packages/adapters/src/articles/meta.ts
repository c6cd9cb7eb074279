import type { Page } from "./Page.js"
import { type LinkedData, linkedDataOf } from "./linkedData.js"

/** What a page's head says; null for what it does not say. */
export interface Meta {
  readonly title: string | null
  readonly author: string | null
  readonly siteName: string | null
  readonly description: string | null
  readonly imageUrl: string | null
}

const longest = 1_000

/** Open Graph (https://ogp.me) first, then Twitter's cards, JSON-LD and plain HTML. */
export const metaOf = (document: Page, url: string): Meta => {
  const tags = tagsOf(document)
  const data = linkedDataOf(document)
  const first = (...names: ReadonlyArray<string>) => names.map((name) => tags.get(name)).find((value) => value !== undefined)
  return {
    title: text(first("og:title", "twitter:title") ?? data.title ?? document.querySelector("title")?.textContent ?? undefined),
    author: authorOf(first("author", "article:author", "parsely-author", "dc.creator"), data),
    siteName: text(first("og:site_name", "application-name") ?? data.publisher),
    description: text(first("og:description", "twitter:description", "description") ?? data.description),
    imageUrl: absolute(first("og:image:secure_url", "og:image:url", "og:image", "twitter:image", "twitter:image:src") ?? data.image, baseOf(document, url))
  }
}

/** By name or property, the first that says something. */
const tagsOf = (document: Page): ReadonlyMap<string, string> => {
  const tags = new Map<string, string>()
  for (const tag of document.querySelectorAll("meta")) {
    const name = (tag.getAttribute("property") ?? tag.getAttribute("name") ?? "").toLowerCase().trim()
    const content = tag.getAttribute("content")?.trim() ?? ""
    if (name !== "" && content !== "" && !tags.has(name)) tags.set(name, content)
  }
  return tags
}

/** `article:author` is the address of a profile more often than a name. */
const authorOf = (given: string | undefined, data: LinkedData): string | null =>
  [given, data.author].map((name) => text(name)?.slice(0, 200) ?? null).find((name) => name !== null && !/^(https?:|www\.|@)/i.test(name)) ?? null

const text = (value: string | undefined): string | null => value?.replace(/\s+/gu, " ").trim().slice(0, longest) || null

const baseOf = (document: Page, url: string): string => absolute(document.querySelector("base")?.getAttribute("href") ?? undefined, url) ?? url

const absolute = (address: string | undefined, base: string): string | null => {
  if (address === undefined || address === "" || !URL.canParse(address, base)) return null
  const { href, protocol } = new URL(address, base)
  return /^https?:$/.test(protocol) && href.length <= 2_000 ? href : null
}
