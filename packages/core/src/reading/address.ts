import { workKey, workOf } from "./works.js"

/** Tracking parameters, which do not change the page. Saved addresses may have `&amp;` before them. */
const tracking = new RegExp(
  `^(?:amp;)?(?:${[
    ...["utm_\\w+", "mtm_\\w+", "fbclid", "igshid", "igsh", "twclid", "ttclid", "li_fat_id", "msclkid", "yclid"],
    ...["gclid", "gclsrc", "dclid", "gbraid", "wbraid", "srsltid", "_g[al]", "mc_[ce]id", "mkt_tok", "_hs(?:enc|mi)"],
    ...["__hs(?:tc|sc|fp)", "vero_id", "oly_(?:anon|enc)_id", "s_cid", "ref_src"]
  ].join("|")})$`,
  "i"
)

/** Characters, above the limit of DNS. */
const maxHostLength = 260

const web = /^https?:\/\//i

/** The host of an address, without `www.` and port. Null if it is not a web address. */
export const domainOf = (url: string): string | null => {
  const host = parseAddress(url)?.host
  return host === undefined
    ? null
    : host
        .replace(/^www\./, "")
        .replace(/:\d*$/, "")
        .slice(0, maxHostLength)
}

interface Parts {
  readonly host: string
  readonly path: string
  readonly query: string
  readonly fragment: string
}

/**
 * Parses leniently: saved addresses can be malformed and must not throw. `core` does not use the platform's URL parser.
 */
const parseAddress = (url: string): Parts | undefined => {
  const [, authority, path = "", query = "", fragment = ""] =
    /^https?:\/\/([^/?#]+)([^?#]*)(?:\?([^#]*))?(?:#(.*))?/is.exec(url.trim()) ?? []
  if (authority === undefined) return undefined
  const host = authority
    .slice(authority.lastIndexOf("@") + 1)
    .toLowerCase()
    .replace(/:(80|443)$/, "")
    .replace(/\.$/, "")
  return host === "" ? undefined : { host, path, query, fragment }
}

const withoutEnd = (path: string): string => path.replace(/(?<!\/)\/+$/, "")

const withoutTracking = (query: string): string => {
  const pairs = query.split("&").filter((pair) => pair !== "" && !tracking.test(pair.split("=", 1)[0] ?? ""))
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}

/**
 * The page that a fragment names, where a script shows the pages of a site: `#!topic/sea`, `#/articles/1`. Empty for a
 * place in a page.
 */
const pageIn = (fragment: string): string => {
  const [, mark = "", path = "", query = ""] = /^(!|%21|(?=\/))([^?#]*)(?:\?([^#]*))?/i.exec(fragment) ?? []
  const page = `${withoutEnd(path)}${withoutTracking(query)}`
  return page === "" ? "" : `#${mark === "" ? "" : "!"}${page}`
}

/**
 * A key that is equal for all spellings of an address: without scheme, `www.`, trailing slash, tracking parameters and
 * the fragment, unless that is the page (`pageIn`). For those of a work it is `workKey`. Anything else is its own key.
 */
export const addressKey = (url: string): string => {
  const parts = parseAddress(url)
  if (parts === undefined) {
    const work = workOf(url.trim())
    return work === null ? url.trim() : workKey(work)
  }
  const page = pageIn(parts.fragment)
  return `${parts.host.replace(/^www\./, "")}${withoutEnd(parts.path)}${withoutTracking(parts.query)}${page}`
}

/** The keys under which a page may be stored: fragments were no part of them in earlier versions. */
export const storedKeys = (url: string): ReadonlyArray<string> => [
  ...new Set([addressKey(url), addressKey(url.replace(/#.*/s, ""))])
]

/** Whether a page can be fetched from the address. */
export const isWebAddress = (url: string): boolean => web.test(url.trim()) && parseAddress(url) !== undefined

/**
 * A link into Instapaper, for its own articles. The API has fields of this name, so that the id stands here and not in
 * a definition: the links of another service do not belong in them.
 */
export const instapaperUrl = (source: string, sourceId: string | null): string | null =>
  source === "instapaper" && sourceId !== null ? `https://www.instapaper.com/read/${sourceId}` : null
export const instapaperAppUrl = (source: string, sourceId: string | null): string | null =>
  source === "instapaper" && sourceId !== null ? `instapaper://read/${sourceId}` : null
