import type { Page } from "./Page.js"
import { linkedDataOf } from "./linkedData.js"

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
  const all = (...names: ReadonlyArray<string>) => names.map((name) => tags.get(name))
  const first = (...names: ReadonlyArray<string>) => all(...names).find((value) => value !== undefined)
  const base = baseOf(document, url)
  return {
    title: text(first("og:title", "twitter:title") ?? data.title ?? document.querySelector("title")?.textContent ?? undefined),
    author: authorOf([...all("author", "article:author", "parsely-author", "dc.creator"), data.author]),
    siteName: text(first("og:site_name", "application-name") ?? data.publisher),
    description: text(first("og:description", "twitter:description", "description") ?? data.description),
    imageUrl: [...all("og:image:secure_url", "og:image:url", "og:image", "twitter:image", "twitter:image:src"), data.image]
      .map((address) => absolute(address, base)).find((address) => address !== null) ?? null
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
const authorOf = (given: ReadonlyArray<string | undefined>): string | null =>
  given.map((name) => text(name)?.slice(0, 200) ?? null).find((name) => name !== null && !/^(https?:|www\.|@)/i.test(name)) ?? null

const text = (value: string | undefined): string | null => value?.replace(/\s+/gu, " ").trim().slice(0, longest) || null

const baseOf = (document: Page, url: string): string => absolute(document.querySelector("base")?.getAttribute("href") ?? undefined, url) ?? url

const absolute = (address: string | undefined, base: string): string | null => {
  if (address === undefined || address === "" || !URL.canParse(address, base)) return null
  const { href, protocol } = new URL(address, base)
  return /^https?:$/.test(protocol) && href.length <= 2_000 ? href : null
}
