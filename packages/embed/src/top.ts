import type { ElementKind } from "./element.js"
import { linkOr, part, spaced } from "./nodes.js"

/** `/v1/listening/top/{kind}`. A lens may leave fields out. */
interface Top {
  readonly data: ReadonlyArray<{
    readonly name: string
    readonly detail?: string | null
    readonly playcount?: number
    readonly url?: string | null
  }>
}

/** What was played most in a period. */
export const top: ElementKind<Top> = {
  attributes: ["kind", "period", "limit"],
  every: 15 * 60_000,
  path: ({ attribute }) => {
    const query = new URLSearchParams({ period: attribute("period", "1month"), limit: attribute("limit", "5") })
    return `/v1/listening/top/${encodeURIComponent(attribute("kind", "artists"))}?${query}`
  },
  nodes: ({ data }, { attribute, locale }) => {
    const figures = new Intl.NumberFormat(locale)
    const isOfArtist = attribute("kind", "artists") !== "artists"
    return [
      part(
        "ol",
        "list",
        data.map(({ detail, name, playcount, url }) =>
          part(
            "li",
            "item",
            spaced([
              linkOr("name", name, url),
              isOfArtist && detail != null && part("span", "detail", [detail]),
              playcount !== undefined && part("span", "count", [`${figures.format(playcount)}\u00d7`])
            ])
          )
        )
      )
    ]
  }
}
