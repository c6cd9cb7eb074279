/** Parameters that say where a reader came from, and nothing of what there is to read. */
const tracking = /^(utm_\w+|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|ref_src|_hs(enc|mi))$/i

/** As long as DNS lets it be. */
const longestHost = 260

const web = /^https?:\/\//i

/** The host that an address leads to, without `www.` and port; null for what is no web address. */
export const domainOf = (url: string): string | null => {
  const host = parsed(url)?.host
  return host === undefined ? null : host.replace(/^www\./, "").replace(/:\d*$/, "").slice(0, longestHost)
}

interface Parts {
  readonly host: string
  readonly path: string
  readonly query: string
}

/** `core` has no URL parser of the platform's; addresses that people saved are broken in every way, and must not throw. */
const parsed = (url: string): Parts | undefined => {
  const [, authority, path = "", query = ""] = /^https?:\/\/([^/?#]+)([^?#]*)(?:\?([^#]*))?/i.exec(url.trim()) ?? []
  if (authority === undefined) return undefined
  const host = authority.slice(authority.lastIndexOf("@") + 1).toLowerCase().replace(/:(80|443)$/, "").replace(/\.$/, "")
  return host === "" ? undefined : { host, path, query }
}

/**
 * What two spellings of one address have in common: without scheme, `www.`, the last slash, the fragment and tracking
 * parameters. Anything that is no web address stands for itself.
 */
export const addressKey = (url: string): string => {
  const parts = parsed(url)
  if (parts === undefined) return url.trim()
  const query = parts.query.split("&").filter((pair) => pair !== "" && !tracking.test(pair.split("=", 1)[0] ?? "")).join("&")
  return `${parts.host.replace(/^www\./, "")}${parts.path.replace(/(?<!\/)\/+$/, "")}${query === "" ? "" : `?${query}`}`
}

/** True for addresses that a page can be fetched from. */
export const isWebAddress = (url: string): boolean => web.test(url.trim()) && parsed(url) !== undefined

/** Links into the read-later service, which only its own articles have (contract §6). */
export const instapaperUrl = (source: string, sourceId: number | null): string | null =>
  source === "instapaper" && sourceId !== null ? `https://www.instapaper.com/read/${sourceId}` : null
export const instapaperAppUrl = (source: string, sourceId: number | null): string | null =>
  source === "instapaper" && sourceId !== null ? `instapaper://read/${sourceId}` : null
