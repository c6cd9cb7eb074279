import { isBuiltIn } from "@daybook/core"
import { notFound } from "../kit/errors.js"
import { feedFormats, type PublishedItem } from "./feeds.js"
import { type Json, type Publisher, listAt, numberAt, textAt } from "./publication.js"

/** Items of a feed. */
const maxItems = 50

/** Null for an item of which the lens leaves out what no entry of a feed can do without. */
const itemOf = (answer: Json): PublishedItem | null => {
  const [id, title, occurredAt] = [numberAt(answer, "id"), textAt(answer, "title"), textAt(answer, "occurred_at")]
  const at = Date.parse(occurredAt ?? "")
  if (id === undefined || title === undefined || !Number.isFinite(at)) return null
  const [domain, subtitle] = [textAt(answer, "domain"), textAt(answer, "subtitle")]
  return { id, title, occurredAt: at, domain, subtitle, picture: textAt(answer, "image", "url") }
}

const feed =
  (domain: string | undefined, format: string): Publisher =>
  async ({ host, lens, read, self }) => {
    const { name } = lens.definition
    const { body, status } = await read(`/v1/feed${domain === undefined ? "" : `/domain/${domain}`}?limit=${maxItems}`)
    // A lens that does not allow the feed has none.
    if (status !== 200) return notFound
    const items = listAt(body, "data").flatMap((answer) => itemOf(answer) ?? [])
    const title = domain === undefined ? `Daybook: ${name}` : `Daybook: ${name}, ${domain}`
    const { contentType, write } = feedFormats.get(format)!
    const text = write({ title, self, host, lens: name, items, delay: lens.scope.feedDelay })
    return { contentType, body: text, maxAge: 300 }
  }

/** `feed.xml` and so on: the feed of a lens, or of one of its domains. */
export const feedAt = (path: string): Publisher | undefined => {
  const [, domain, format = ""] = /^(?:([a-z]+)\/)?feed\.([a-z]+)$/.exec(path) ?? []
  if (!feedFormats.has(format) || (domain !== undefined && !isBuiltIn(domain))) return undefined
  return feed(domain, format)
}
