import { escapeMarkup } from "@daybook/core/shared"
import { type Element, element, xmlDocument } from "../kit/xml.js"

/** What a feed reader gets of an item: what the lens shows of it. No entry can do without the first three. */
export interface PublishedItem {
  readonly id: number
  readonly title: string
  /** Milliseconds since 1970. */
  readonly occurredAt: number
  readonly domain: string | undefined
  readonly subtitle: string | undefined
  /** Absolute address of its picture. */
  readonly picture: string | undefined
}

/** A feed of a lens. */
export interface PublishedFeed {
  readonly title: string
  /** Absolute address of the feed itself. */
  readonly self: string
  /** The host's name, which permanent ids contain. */
  readonly host: string
  readonly lens: string
  /** Milliseconds after which an item appears. */
  readonly delay: number
  readonly items: ReadonlyArray<PublishedItem>
}

/** A format of feeds: its content type, and the document. */
interface FeedFormat {
  readonly contentType: string
  readonly write: (feed: PublishedFeed) => string
}

/** A permanent id (RFC 4151). The date says when the scheme began. */
const tagOf = ({ host, lens }: PublishedFeed, name: string): string => `tag:${host},2026:${lens}/${name}`

/** When an item became visible. */
const publishedAt = ({ delay }: PublishedFeed, { occurredAt }: PublishedItem): Date => new Date(occurredAt + delay)

/** The body of an item in HTML. */
const bodyOf = ({ picture, subtitle, title }: PublishedItem): string => {
  const image = picture === undefined ? "" : `<p><img src="${escapeMarkup(picture)}" alt=""></p>`
  return `${image}<p>${escapeMarkup(subtitle ?? title)}</p>`
}

/** RSS 2.0, with the address of the feed as Atom writes it (rssboard.org/rss-profile). */
const rss = (feed: PublishedFeed): string =>
  xmlDocument(
    element(
      "rss",
      [
        element("channel", [
          element("title", feed.title),
          element("link", feed.self),
          element("description", feed.title),
          element("atom:link", "", { href: feed.self, rel: "self", type: "application/rss+xml" }),
          ...feed.items.map((item) =>
            element("item", [
              element("title", item.title),
              element("description", bodyOf(item)),
              ...(item.domain === undefined ? [] : [element("category", item.domain)]),
              element("guid", tagOf(feed, String(item.id)), { isPermaLink: "false" }),
              element("pubDate", publishedAt(feed, item).toUTCString())
            ])
          )
        ])
      ],
      { version: "2.0", "xmlns:atom": "http://www.w3.org/2005/Atom" }
    )
  )

/** Atom (RFC 4287). */
const atom = (feed: PublishedFeed): string => {
  const entry = (item: PublishedItem): Element => {
    const at = publishedAt(feed, item).toISOString()
    return element("entry", [
      element("id", tagOf(feed, String(item.id))),
      element("title", item.title),
      element("updated", at),
      element("published", at),
      ...(item.domain === undefined ? [] : [element("category", "", { term: item.domain })]),
      element("content", bodyOf(item), { type: "html" })
    ])
  }
  const [newest] = feed.items
  return xmlDocument(
    element(
      "feed",
      [
        element("id", tagOf(feed, "feed")),
        element("title", feed.title),
        element("updated", (newest === undefined ? new Date(0) : publishedAt(feed, newest)).toISOString()),
        element("author", [element("name", feed.host)]),
        element("link", "", { rel: "self", href: feed.self, type: "application/atom+xml" }),
        ...feed.items.map(entry)
      ],
      { xmlns: "http://www.w3.org/2005/Atom" }
    )
  )
}

/** JSON Feed 1.1 (jsonfeed.org). */
const json = (feed: PublishedFeed): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: feed.title,
    feed_url: feed.self,
    items: feed.items.map((item) => ({
      id: tagOf(feed, String(item.id)),
      title: item.title,
      content_html: bodyOf(item),
      ...(item.picture === undefined ? {} : { image: item.picture }),
      date_published: publishedAt(feed, item).toISOString(),
      ...(item.domain === undefined ? {} : { tags: [item.domain] })
    }))
  })

/** The formats, by the ending of their addresses. */
export const feedFormats: ReadonlyMap<string, FeedFormat> = new Map([
  ["xml", { contentType: "application/rss+xml; charset=utf-8", write: rss }],
  ["atom", { contentType: "application/atom+xml; charset=utf-8", write: atom }],
  ["json", { contentType: "application/feed+json; charset=utf-8", write: json }]
])
