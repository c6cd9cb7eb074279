import type { Domain } from "@daybook/core"
import type { DomainFreshness } from "@daybook/core/sync"
import type { Route } from "./requests.js"

/** The header of a read; undefined without a domain that has a source. */
export type AsOf = (
  route: Pick<Route, "method" | "path" | "caching">,
  params: ReadonlyMap<string, string>,
  now: number
) => string | undefined

/** Reads of all domains whose answers are not cached. */
const readsAll: ReadonlySet<string> = new Set(["changes", "stream", "export", "review", "batch"])

/** A member of the dictionary: RFC 9651 §3.2 with the date of §3.3.7; false where no source was ever read. */
const member = (domain: Domain, { at, staleFrom }: DomainFreshness, now: number): string => {
  const date =
    at === null
      ? "?0"
      : `@${Math.floor(at / 1_000)};age=${Math.max(0, Math.floor(now / 1_000) - Math.floor(at / 1_000))}`
  return `${domain}=${date}${staleFrom !== null && staleFrom < now ? ";stale" : ""}`
}

/** The domains of a route without a declared cache: those of its path. */
const domainsInPath = (path: string, all: ReadonlyArray<Domain>): ReadonlyArray<Domain> => {
  const [part = "", ...more] = path.split("/").slice(2)
  const name = part === "admin" ? (more[0] ?? "") : part
  return readsAll.has(name) ? all : all.filter((domain) => domain === name)
}

/**
 * Makes the header `Daybook-As-Of` of reads below `/v1`, from memory. The text of a list of domains is the same for a
 * whole second.
 */
export const asOfHeader = (latest: () => ReadonlyMap<Domain, DomainFreshness>, all: ReadonlyArray<Domain>): AsOf => {
  const ofRoute = new Map<string, ReadonlyArray<Domain>>()
  const texts = new Map<ReadonlyArray<Domain>, string | undefined>()
  const single = new Map(all.map((domain) => [domain as string, [domain]]))
  let [second, state] = [-1, latest()]

  const domainsOf = ({ caching, path }: Pick<Route, "path" | "caching">, params: ReadonlyMap<string, string>) => {
    const one = params.size === 0 ? undefined : single.get(params.get("domain") ?? "")
    if (one !== undefined) return one
    if (caching.domains.length > 0) return caching.domains
    const cached = ofRoute.get(path)
    if (cached !== undefined) return cached
    const domains = domainsInPath(path, all)
    ofRoute.set(path, domains)
    return domains
  }

  return (route, params, now) => {
    if (route.method !== "GET" || !route.path.startsWith("/v1/")) return undefined
    if (Math.floor(now / 1_000) !== second || latest() !== state) {
      second = Math.floor(now / 1_000)
      state = latest()
      texts.clear()
    }
    const domains = domainsOf(route, params)
    if (texts.has(domains)) return texts.get(domains)
    const members = domains.flatMap((domain) => {
      const freshness = state.get(domain)
      return freshness === undefined ? [] : [member(domain, freshness, now)]
    })
    const text = members.length === 0 ? undefined : members.join(", ")
    texts.set(domains, text)
    return text
  }
}
