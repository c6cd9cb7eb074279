import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { request } from "node:http"
import { createRequire } from "node:module"
import { feedFormats, type PublishedFeed } from "../../src/publishing/feeds.js"
import { host } from "../support/host.js"
import { ask, post } from "../support/http.js"

// A parser that is written by others, and that the sources of packages/adapters read feeds of providers with.
const { XMLParser, XMLValidator } = createRequire(new URL("../../../adapters/package.json", import.meta.url))(
  "fast-xml-parser"
) as {
  readonly XMLParser: new (options: object) => { readonly parse: (text: string) => ReturnType<typeof JSON.parse> }
  readonly XMLValidator: { readonly validate: (text: string) => unknown }
}

const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "@", parseTagValue: false })

const feed: PublishedFeed = {
  title: "Daybook: site",
  self: "https://life.example/p/site/feed.xml",
  host: "life.example",
  lens: "site",
  delay: 86_400_000,
  items: [
    {
      id: 30_211,
      domain: "listening",
      occurredAt: Date.UTC(2026, 2, 14, 20, 15),
      title: 'Tom & "Jerry" <script>\u0007',
      subtitle: "a < b & c",
      picture: undefined
    },
    {
      id: 7,
      domain: "running",
      occurredAt: Date.UTC(2026, 2, 13, 6),
      title: "Lunch Run",
      subtitle: undefined,
      picture: undefined
    }
  ]
}
const documentIn = (format: string) => feedFormats.get(format)!.write(feed)
const valid = (text: string) => {
  expect(XMLValidator.validate(text)).toBe(true)
  return parser.parse(text)
}

describe("a feed", () => {
  it("is RSS 2.0", () => {
    const { rss } = valid(documentIn("xml"))
    expect([rss["@version"], rss.channel["atom:link"]["@rel"], rss.channel["atom:link"]["@href"]]).toEqual([
      "2.0",
      "self",
      feed.self
    ])
    expect([rss.channel.title, rss.channel.link, rss.channel.description]).toEqual([
      "Daybook: site",
      feed.self,
      "Daybook: site"
    ])
    expect(rss.channel.item[0]).toEqual({
      title: 'Tom & "Jerry" <script>',
      description: "<p>a &lt; b &amp; c</p>",
      category: "listening",
      guid: { "#text": "tag:life.example,2026:site/30211", "@isPermaLink": "false" },
      pubDate: "Sun, 15 Mar 2026 20:15:00 GMT"
    })
    expect(rss.channel.item[1].description).toBe("<p>Lunch Run</p>")
  })

  it("is Atom", () => {
    const { feed: atom } = valid(documentIn("atom"))
    expect([atom["@xmlns"], atom.id, atom.updated, atom.author.name, atom.link["@rel"]]).toEqual([
      "http://www.w3.org/2005/Atom",
      "tag:life.example,2026:site/feed",
      "2026-03-15T20:15:00.000Z",
      "life.example",
      "self"
    ])
    expect(atom.entry[0]).toEqual({
      id: "tag:life.example,2026:site/30211",
      title: 'Tom & "Jerry" <script>',
      updated: "2026-03-15T20:15:00.000Z",
      published: "2026-03-15T20:15:00.000Z",
      category: { "@term": "listening" },
      content: { "#text": "<p>a &lt; b &amp; c</p>", "@type": "html" }
    })
    const empty = valid(feedFormats.get("atom")!.write({ ...feed, items: [] }))
    expect(empty.feed.updated).toBe("1970-01-01T00:00:00.000Z")
  })

  it("is JSON Feed 1.1", () => {
    expect(JSON.parse(documentIn("json"))).toEqual({
      version: "https://jsonfeed.org/version/1.1",
      title: "Daybook: site",
      feed_url: feed.self,
      items: [
        {
          id: "tag:life.example,2026:site/30211",
          title: 'Tom & "Jerry" <script>\u0007',
          content_html: "<p>a &lt; b &amp; c</p>",
          date_published: "2026-03-15T20:15:00.000Z",
          tags: ["listening"]
        },
        {
          id: "tag:life.example,2026:site/7",
          title: "Lunch Run",
          content_html: "<p>Lunch Run</p>",
          date_published: "2026-03-14T06:00:00.000Z",
          tags: ["running"]
        }
      ]
    })
  })
})

/** The status of a request with any text as its `Host`. */
const statusFor = (url: string, hostHeader: string) =>
  Effect.async<number | undefined>((resume) => {
    request(url, { headers: { host: hostHeader } }, (response) => {
      response.resume()
      resume(Effect.succeed(response.statusCode))
    }).end()
  })

describe("the addresses of feeds", () => {
  // RFC 9112 §3.2: a Host that is no authority is a bad request.
  it.scoped("answer whatever a client calls the host", () =>
    Effect.gen(function* () {
      const { url } = yield* host({ publish: true })
      for (const [name, status] of [
        ["life.example", 200],
        ["[", 200],
        ["a b", 400],
        ["%", 200],
        ["x:99999999", 200]
      ] as const)
        expect([name, yield* statusFor(`${url}/p/site/feed.xml`, name)]).toEqual([name, status])
    })
  )

  it.scoped("are closed unless the host opens them", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      expect((yield* ask(`${url}/p/site/feed.xml`)).status).toBe(404)
    })
  )

  it.scoped("need no key and show what the lens shows", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host({ publish: true, publicUrl: "https://life.example/life/" })
      const first = yield* ask(`${url}/p/site/feed.json`)
      expect(first.status).toBe(200)
      expect(first.headers.get("content-type")).toBe("application/feed+json; charset=utf-8")
      expect(first.headers.get("cache-control")).toBe("public, max-age=300")
      const { feed_url, items } = JSON.parse(first.text)
      expect(feed_url).toBe("https://life.example/life/p/site/feed.json")
      // Of five discoveries, one a day, those that are older than a day.
      expect(items.map(({ id }: { readonly id: string }) => id)).toEqual(
        [3, 2, 1].map((id) => `tag:life.example,2026:site/${id}`)
      )
      const etag = first.headers.get("etag")!
      expect((yield* ask(`${url}/p/site/feed.json`, { headers: { "if-none-match": etag } })).status).toBe(304)
      const ofDomain = (domain: string) =>
        Effect.map(ask(`${url}/p/site/${domain}/feed.json`), ({ text }) => JSON.parse(text).items.length)
      expect([yield* ofDomain("listening"), yield* ofDomain("running")]).toEqual([3, 0])
      for (const format of ["xml", "atom"]) {
        const { headers, text } = yield* ask(`${url}/p/site/feed.${format}`)
        expect(headers.get("content-type")).toMatch(/^application\/(rss|atom)\+xml; charset=utf-8$/)
        valid(text)
      }
      const create = (definition: Readonly<Record<string, unknown>>) =>
        post(`${url}/v1/admin/lenses`, admin, definition)
      yield* create({ name: "private", operations: ["listening.artists", "feed.all"] })
      yield* create({ name: "mute", operations: ["listening.artists"], public: true })
      for (const path of [
        ...["/p/private/feed.xml", "/p/mute/feed.xml", "/p/all/feed.xml", "/p/nothing/feed.xml", "/p/site/feed.pdf"],
        ...["/p/site/sleeping/feed.xml", "/p/site", "/p/"]
      ])
        expect([path, (yield* ask(url + path)).status]).toEqual([path, 404])
      expect((yield* ask(`${url}/p/site/feed.xml`, { method: "POST" })).status).toBe(405)
    })
  )

  it.scoped("write what is left when a lens leaves out a field of items", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host({ publish: true })
      const items = (yield* ask(`${url}/v1/feed`, { headers: { authorization: `Bearer ${admin}` } })).text
      const fields = Object.keys(JSON.parse(items).data[0])
      expect(fields).toEqual(expect.arrayContaining(["domain", "subtitle", "image"]))
      const needed = ["id", "title", "occurred_at"]
      for (const field of fields) {
        const name = `without-${field.replaceAll("_", "-")}`
        const definition = {
          operations: ["feed.all", "listening.artists"],
          fields: { "feed.all": { drop: [field], keep: [] } }
        }
        const lens = yield* post(`${url}/v1/admin/lenses`, admin, { name, public: true, ...definition })
        expect([field, lens.status, lens.text]).toEqual([field, 201, lens.text])
        for (const format of ["xml", "atom"]) {
          const { status, text } = yield* ask(`${url}/p/${name}/feed.${format}`)
          expect([field, status]).toEqual([field, 200])
          expect([field, /<(item|entry)>/.test(text)]).toEqual([field, !needed.includes(field)])
          valid(text)
        }
        const { items } = JSON.parse((yield* ask(`${url}/p/${name}/feed.json`)).text)
        for (const item of items) expect("tags" in item).toBe(field !== "domain")
      }
    })
  )

  it.scoped("are limited by address", () =>
    Effect.gen(function* () {
      const { url } = yield* host({ publish: true, rateLimit: 2 })
      for (const status of [200, 200, 429]) expect((yield* ask(`${url}/p/site/feed.xml`)).status).toBe(status)
    })
  )
})
