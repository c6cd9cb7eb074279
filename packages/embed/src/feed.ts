import type { ElementKind } from "./element.js"
import { part, spaced } from "./nodes.js"

/** `/v1/feed`. A lens may leave fields out. */
interface Feed {
  readonly data: ReadonlyArray<{
    readonly occurred_at: string
    readonly title: string
    readonly subtitle?: string | null
  }>
}

/** What happened, newest first. */
export const feed: ElementKind<Feed> = {
  attributes: ["domain", "limit"],
  every: 15 * 60_000,
  path: ({ attribute }) => {
    const domain = attribute("domain")
    const limit = encodeURIComponent(attribute("limit", "10"))
    return `/v1/feed${domain === "" ? "" : `/domain/${encodeURIComponent(domain)}`}?limit=${limit}`
  },
  nodes: ({ data }, { locale }) => {
    const days = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" })
    return [
      part(
        "ul",
        "list",
        data.map(({ occurred_at, subtitle, title }) =>
          part(
            "li",
            "item",
            spaced([
              part("time", "date", [days.format(new Date(occurred_at))], { datetime: occurred_at }),
              part("span", "name", [title]),
              subtitle != null && part("span", "detail", [subtitle])
            ])
          )
        )
      )
    ]
  }
}
