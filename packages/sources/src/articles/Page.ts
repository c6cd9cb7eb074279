import { parseHTML } from "linkedom"

/** The part of the DOM that is used here. */
export interface PageElement {
  readonly innerHTML: string
  readonly textContent: string | null
  readonly getAttribute: (name: string) => string | null
  readonly remove: () => void
}

export interface Page {
  readonly body: PageElement | null
  readonly querySelector: (selector: string) => PageElement | null
  readonly querySelectorAll: (selector: string) => Iterable<PageElement>
}

/** Parses HTML: a whole page or a fragment. */
export const pageOf = (html: string): Page => {
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
  // The parser creates a text node for every entity, and each costs Readability 100 µs.
  document.documentElement?.normalize()
  return document as unknown as Page
}

/** The article in a page's structured data (https://schema.org/Article, as JSON-LD). */
export interface LinkedData {
  readonly title?: string | undefined
  readonly author?: string | undefined
  readonly publisher?: string | undefined
  readonly description?: string | undefined
  readonly image?: string | undefined
}

const articleTypes = /(Article|Posting|Report)$/

const linkedDataOf = (document: Page): LinkedData => {
  const things = [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap((script) =>
    thingsOf(parsed(script.textContent))
  )
  const article = things.find((thing) =>
    [thing["@type"]].flat().some((type) => typeof type === "string" && articleTypes.test(type))
  )
  if (article === undefined) return {}
  const byId = new Map<unknown, Thing>()
  for (const thing of things) if (!byId.has(thing["@id"])) byId.set(thing["@id"], thing)
  const whole = (value: unknown): ReadonlyArray<unknown> => [value].flat().map((one) => referred(byId, one))
  return {
    title: stringOf(article["headline"]),
    author: namesOf(whole(article["author"])),
    publisher: namesOf(whole(article["publisher"])),
    description: stringOf(article["description"]),
    image: imageOf(whole(article["image"]))
  }
}

type Thing = Readonly<Record<string, unknown>>

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? "")
  } catch {
    return undefined
  }
}

const isThing = (value: unknown): value is Thing => typeof value === "object" && value !== null && !Array.isArray(value)

/** Accepts one thing, a list of things, or a graph. */
const thingsOf = (value: unknown): ReadonlyArray<Thing> =>
  [value]
    .flat()
    .filter(isThing)
    .flatMap((thing) => (Array.isArray(thing["@graph"]) ? thing["@graph"].filter(isThing) : [thing]))

/** Resolves a reference that consists of an `@id` alone, if the page defines it. */
const referred = (byId: ReadonlyMap<unknown, Thing>, part: unknown): unknown =>
  isThing(part) && typeof part["@id"] === "string" && Object.keys(part).length === 1
    ? (byId.get(part["@id"]) ?? part)
    : part

const stringOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined

/** Accepts names and objects with a name. */
const namesOf = (values: ReadonlyArray<unknown>): string | undefined => {
  const names = values.flatMap((one) => stringOf(isThing(one) ? one["name"] : one) ?? [])
  return names.length === 0 ? undefined : names.join(", ")
}

const imageOf = ([first]: ReadonlyArray<unknown>): string | undefined =>
  stringOf(isThing(first) ? (first["url"] ?? first["contentUrl"]) : first)

/** Metadata of a page's head; null where it is missing. */
export interface Meta {
  readonly title: string | null
  readonly author: string | null
  readonly siteName: string | null
  readonly description: string | null
  readonly imageUrl: string | null
}

const maxTextLength = 1_000

/** Prefers Open Graph (https://ogp.me), then Twitter cards, JSON-LD and plain HTML. */
export const metaOf = (document: Page, url: string): Meta => {
  const tags = tagsOf(document)
  const data = linkedDataOf(document)
  const all = (...names: ReadonlyArray<string>) => names.map((name) => tags.get(name))
  const first = (...names: ReadonlyArray<string>) => all(...names).find((value) => value !== undefined)
  const base = baseOf(document, url)
  return {
    title: text(
      first("og:title", "twitter:title") ?? data.title ?? document.querySelector("title")?.textContent ?? undefined
    ),
    author: authorOf([...all("author", "article:author", "parsely-author", "dc.creator"), data.author]),
    siteName: text(first("og:site_name", "application-name") ?? data.publisher),
    description: text(first("og:description", "twitter:description", "description") ?? data.description),
    imageUrl:
      [...all("og:image:secure_url", "og:image:url", "og:image", "twitter:image", "twitter:image:src"), data.image]
        .map((address) => absolute(address, base))
        .find((address) => address !== null) ?? null
  }
}

/** The first non-empty value for each name or property. */
const tagsOf = (document: Page): ReadonlyMap<string, string> => {
  const tags = new Map<string, string>()
  for (const tag of document.querySelectorAll("meta")) {
    const name = (tag.getAttribute("property") ?? tag.getAttribute("name") ?? "").toLowerCase().trim()
    const content = tag.getAttribute("content")?.trim() ?? ""
    if (name !== "" && content !== "" && !tags.has(name)) tags.set(name, content)
  }
  return tags
}

/** `article:author` is more often a profile's address than a name. */
const authorOf = (candidates: ReadonlyArray<string | undefined>): string | null =>
  candidates
    .map((name) => text(name)?.slice(0, 200) ?? null)
    .find((name) => name !== null && !/^(https?:|www\.|@)/i.test(name)) ?? null

const text = (value: string | undefined): string | null =>
  value?.replace(/\s+/gu, " ").trim().slice(0, maxTextLength) || null

const baseOf = (document: Page, url: string): string =>
  absolute(document.querySelector("base")?.getAttribute("href") ?? undefined, url) ?? url

const absolute = (address: string | undefined, base: string): string | null => {
  if (address === undefined || address === "" || !URL.canParse(address, base)) return null
  const { href, protocol } = new URL(address, base)
  return /^https?:$/.test(protocol) && href.length <= 2_000 ? href : null
}
