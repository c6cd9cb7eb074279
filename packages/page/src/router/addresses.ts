/** The addresses of the page besides `/`; the host serves the same document at each. `:name` matches one segment. */
export const addresses = [
  "/listening",
  "/listening/history",
  "/listening/artists/:id",
  "/listening/albums/:id",
  "/running",
  "/running/:id",
  "/watching",
  "/watching/films/:id",
  "/watching/shows/:id",
  "/collecting",
  "/collecting/:id",
  "/collecting/discs/:id",
  "/reading",
  "/reading/:id",
  "/attending",
  "/attending/:id",
  "/feed",
  "/search",
  "/year/:year",
  "/review",
  "/keys",
  "/publish",
  "/hooks",
  "/health",
  "/import",
  "/setup",
  "/sources",
  "/sources/:id"
] as const

/** The addresses of a declared domain: its list, and a record. */
export const addressesOf = (domain: string) => [`/${domain}`, `/${domain}/:id`] as const

export type Address = "/" | (typeof addresses)[number] | "/:domain" | "/:domain/:id"

export type Params = Readonly<Record<string, string>>

/** The values of a pattern's segments, or undefined if the path is another one. */
export const matchAddress = (pattern: string, path: string): Params | undefined => {
  const [names, values] = [pattern.split("/"), path.split("/")]
  if (names.length !== values.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const value = values[index]!
    if (name.startsWith(":") && value !== "") params[name.slice(1)] = value
    else if (name !== value) return undefined
  }
  return params
}
