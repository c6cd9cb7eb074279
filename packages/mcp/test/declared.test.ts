import { openApiDocument } from "@daybook/http"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { shapesIn } from "../src/declared/document.js"
import { shapeOf } from "../src/declared/shape.js"
import { overHttp, overStdio, type TestClient } from "./support/clients.js"
import { type DeclaredHost, books, library, startDeclaredHost } from "./support/declaredHost.js"

let host: DeclaredHost
let client: TestClient

beforeAll(async () => {
  host = await startDeclaredHost()
  client = await overHttp(host, host.read, "2026-07-28")
})
afterAll(async () => {
  await client.close()
  await host.close()
})

interface Answer {
  readonly isError: boolean
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
}

const callWith = async (one: TestClient, name: string, args: object): Promise<Answer> => {
  const { content, isError = false, structuredContent = {} } = await one.call(name, { ...args })
  return { isError, text: content[0]!.text, data: structuredContent }
}
const call = (name: string, args: object) => callWith(client, name, args)
const itemsOf = ({ data }: Answer) => data["items"] as ReadonlyArray<Readonly<Record<string, unknown>>>

const enumOf = (tools: Awaited<ReturnType<TestClient["tools"]>>, name: string, argument: string) => {
  const schema = tools.find((tool) => tool.name === name)?.inputSchema as
    { readonly properties: Readonly<Record<string, { readonly enum?: ReadonlyArray<string> }>> } | undefined
  return schema?.properties[argument]?.enum
}

const finished = (from: string, to: string) =>
  library.filter(({ finished_on }) => finished_on !== null && finished_on >= from && finished_on <= to)
const latestFirst = (a: { finished_on: string | null }, b: { finished_on: string | null }) =>
  (b.finished_on ?? "").localeCompare(a.finished_on ?? "")
const sum = (values: ReadonlyArray<number | null>) => values.reduce<number>((all, value) => all + (value ?? 0), 0)

/** A process on standard input that asks the host, as a client next to it starts it. */
const remote = (more: Readonly<Record<string, string>> = {}) =>
  overStdio({ env: {}, nodeOptions: [] }, "2026-07-28", ["--url", host.url], { DAYBOOK_KEY: host.read, ...more })

describe("A declared domain", () => {
  it("is a name that the generic tools take, and has a tool for its records", async () => {
    const tools = await client.tools()
    expect(tools).toHaveLength(25)
    expect(tools.map(({ name }) => name)).toContain("records")
    for (const name of ["stats", "compare", "calendar", "streaks", "year", "breakdown", "feed", "search"])
      expect([name, enumOf(tools, name, "domain")?.at(-1)]).toEqual([name, "books"])
    expect(enumOf(tools, "records", "domain")).toEqual(["books"])
    expect(enumOf(tools, "breakdown", "by")?.slice(-2)).toEqual(["tags", "floor"])
    expect(encode(JSON.stringify(tools)).length).toBeLessThanOrEqual(9_000)
    expect(tools.filter((tool) => encode(JSON.stringify(tool)).length > 600).map(({ name }) => name)).toEqual([])
  })

  it("lists its records by field, time and order, page by page", async () => {
    const own = library.filter(({ author }) => author === "Mo Ash").toSorted((a, b) => (b.pages ?? 0) - (a.pages ?? 0))
    const byPages = await call("records", { domain: "books", where: { author: "Mo Ash" }, sort: "pages", limit: 4 })
    expect(itemsOf(byPages).map(({ title }) => title)).toEqual(own.slice(0, 4).map(({ title }) => title))
    expect(byPages.data["total"]).toBe(own.length)
    const next = {
      domain: "books",
      where: { author: "Mo Ash" },
      sort: "pages",
      limit: 4,
      cursor: byPages.data["next_cursor"]
    }
    expect(itemsOf(await call("records", next)).map(({ title }) => title)).toEqual(
      own.slice(4, 8).map(({ title }) => title)
    )
    const march = await call("records", { domain: "books", when: "2025-03" })
    expect(itemsOf(march).map(({ finished_on }) => finished_on)).toEqual(
      finished("2025-03-01", "2025-03-31").map(({ finished_on }) => finished_on)
    )
    expect(march.data["range"]).toEqual({ from: "2025-03-01", to: "2025-03-31", zone: "Europe/Berlin" })
    const shelves = await call("records", { domain: "books", record: "shelf", sort: "name", order: "asc" })
    expect(itemsOf(shelves).map(({ floor, name }) => [name, floor])).toEqual([
      ["left", "upper"],
      ["low", "lower"],
      ["right", "upper"]
    ])
  })

  it("has its totals, days and years in the generic tools", async () => {
    const year = finished("2025-01-01", "2025-12-31")
    const stats = (await call("stats", { domain: "books", when: "2025" })).data["totals"] as {
      readonly book: { readonly total: number; readonly numbers: { readonly pages: { readonly sum: number } } }
    }
    expect([stats.book.total, stats.book.numbers.pages.sum]).toEqual([year.length, sum(year.map(({ pages }) => pages))])
    const months = (await call("calendar", { domain: "books", year: 2025 })).data["months"]
    const counts = new Map<string, number>()
    for (const { finished_on } of year)
      counts.set(finished_on!.slice(0, 7), (counts.get(finished_on!.slice(0, 7)) ?? 0) + 1)
    expect(months).toEqual([...counts].toSorted().map(([month, count]) => ({ month, count })))
    const { books: review } = (await call("year", { year: 2025 })).data as {
      readonly books: { readonly total: number }
    }
    expect(review.total).toBe(year.length)
    expect((await call("year", { year: 2025, domain: "books" })).data["books"]).toMatchObject({ total: year.length })
    expect((await call("streaks", { domain: "books" })).data["longest"]).toMatchObject({ days: 1 })
    const { totals } = (await call("compare", { domain: "books", a: "2024", b: "2025" })).data
    const before = finished("2024-01-01", "2024-12-31").length
    expect(totals).toContainEqual({
      total: "book.total",
      a: before,
      b: year.length,
      difference: year.length - before,
      ratio: Math.round((year.length / before) * 1000) / 1000
    })
  })

  it("is counted by its facets", async () => {
    const byAuthor = new Map<string, number>()
    for (const { author } of library) if (author !== null) byAuthor.set(author, (byAuthor.get(author) ?? 0) + 1)
    const authors = itemsOf(await call("breakdown", { domain: "books", by: "author" }))
    expect(Object.fromEntries(authors.map(({ count, name }) => [name, count]))).toEqual(Object.fromEntries(byAuthor))
    const [sea] = itemsOf(await call("breakdown", { domain: "books", by: "tags", when: "2025" }))
    expect(sea).toMatchObject({ name: "sea", count: finished("2025-01-01", "2025-12-31").length, share: 1 })
    expect(itemsOf(await call("breakdown", { domain: "books", by: "floor" })).map(({ count }) => count)).toEqual([2, 1])
  })

  it("is in search, feed, overview and fetch, with long texts between their marks", async () => {
    const hits = (await call("search", { query: "Volume 33", domain: "books" })).data["results"] as ReadonlyArray<{
      readonly id: string
      readonly title: string
    }>
    const { id } = hits.find(({ title }) => title.includes(">Volume 33<"))!
    const fetched = await call("fetch", { id })
    const title = `<untrusted source="${id}">Volume 33</untrusted>`
    expect(fetched.data).toMatchObject({ id, title, url: `daybook://record/${id}` })
    expect(fetched.text).toContain("pages=132")
    const everywhere = (await call("search", { query: "Volume 33" })).data["results"]
    expect(everywhere).toEqual([expect.objectContaining({ id, title })])
    const feed = itemsOf(await call("feed", { domain: "books", limit: 3 })).map(({ title }) => title)
    const newest = library.toSorted(latestFirst)[0]!.finished_on
    expect(feed).toContain(`Finished: ${library.find(({ finished_on }) => finished_on === newest)!.title}`)
    const overview = (await call("overview", {})).data["domains"] as Readonly<Record<string, unknown>>
    const days = library.flatMap(({ finished_on }) => finished_on ?? []).toSorted()
    expect(overview["books"]).toEqual({ first_day: days[0], last_day: days.at(-1), book: library.length, shelf: 3 })
    const first = await call("fetch", { id: "books/book/1" })
    const { text } = first.data as { readonly text: string }
    // The title, the facts, and the long text.
    expect(text.match(/<\/untrusted>/g)).toHaveLength(3)
    expect(text.endsWith("</untrusted>")).toBe(true)
    const list = await call("records", { domain: "books", where: { title: "Volume 1" } })
    expect(list.text).not.toContain("Ignore previous")
    expect(list.data["notes"]).toEqual(["Long texts are left out: fetch has them."])
    const withText = await call("records", { domain: "books", where: { title: "Volume 1" }, fields: ["about"] })
    expect(withText.text).toMatch(/<untrusted source="books\/book\/1">[^<]*&lt;\/untrusted/)
    const added = await call("records", { domain: "books", where: { title: "Volume 2" } })
    expect(itemsOf(added)[0]!["added_at"]).toMatch(/^2024-02-15T13:00:00\+01:00$/)
  })

  it("has its years and records as resources", async () => {
    const uris = (await client.resources()).map(({ uri }) => uri)
    expect(uris).toEqual(["daybook://overview", "daybook://now", "daybook://year/2025", "daybook://year/2024"])
    expect(JSON.parse(await client.readResource("daybook://year/2024/books"))).toHaveProperty("books.total")
    expect(JSON.parse(await client.readResource("daybook://record/books/book/2"))).toMatchObject({
      title: '<untrusted source="books/book/2">Volume 2</untrusted>'
    })
    await expect(client.readResource("daybook://year/2024/films")).rejects.toMatchObject({ code: -32_602 })
  })

  it("answers mistakes with a call that works", async () => {
    const mistakes: ReadonlyArray<readonly [string, object, RegExp]> = [
      ["records", { domain: "films" }, /^bad_argument: `domain` must be one of books/],
      ["records", { domain: "books", record: "film" }, /no records of the type film; it has book, shelf/],
      ["records", { domain: "books", where: { colour: "red" } }, /book has no field colour/],
      ["records", { domain: "books", where: { page: 2 } }, /book has no field page/],
      // Lists are not filtered by pictures: every book would come.
      ["records", { domain: "books", where: { cover: "https://covers.example/1.jpg" } }, /book has no field cover/],
      ["records", { domain: "books", where: { constructor: "x" } }, /book has no field constructor/],
      ["records", { domain: "books", sort: "colour" }, /book has no field colour/],
      ["records", { domain: "books", record: "shelf", when: "2025" }, /have no day/],
      ["breakdown", { domain: "books", by: "genre" }, /books has no genre to count by; `by` must be one of author/]
    ]
    for (const [name, args, message] of mistakes) {
      const { isError, text } = await call(name, args)
      expect([args, isError, text]).toEqual([args, true, expect.stringMatching(message)])
      const [, tool, next] = /Call (\w+) with (\{.*?\})[.,]/.exec(text) ?? []
      if (tool !== undefined)
        expect([text, (await call(tool, JSON.parse(next!) as object)).isError]).toEqual([text, false])
    }
    expect((await call("fetch", { id: "books/book/999" })).text).toMatch(/^not_found: No record books\/book\/999\./)
    expect((await call("fetch", { id: "books/film/1" })).text).toMatch(/^bad_argument:/)
    expect((await call("fetch", { id: "films/film/1" })).text).toMatch(/^bad_argument:/)
    const early = await call("records", { domain: "books", when: "2019" })
    expect(early.text).toMatch(/^no_data: No records of Books in 2019: the first is of 2024-\d\d-10\./)
    expect((await call("stats", { domain: "books", when: "2019" })).text).toMatch(/^no_data: No records of Books/)
    expect((await call("calendar", { domain: "books", year: 2019 })).text).toMatch(/^no_data: No records of Books/)
    expect((await call("year", { domain: "books", year: 2019 })).text).toMatch(/^no_data: No records of Books/)
  })

  it("has the same shape in the document that another process reads", () => {
    const shape = shapeOf(books)
    const [read, ...others] = shapesIn(JSON.parse(JSON.stringify(openApiDocument([books]))))
    expect(others).toEqual([])
    const untitled = ({ title: _, ...record }: (typeof shape)["main"]) => record
    expect({ ...read, main: untitled(read!.main), records: read!.records.map(untitled) }).toEqual({
      ...shape,
      main: untitled(shape.main),
      records: shape.records.map(untitled)
    })
    expect(shapesIn(JSON.parse(JSON.stringify(openApiDocument())))).toEqual([])
    for (const other of [null, 7, {}, { paths: [] }]) expect(shapesIn(other)).toEqual([])
  })

  it("is known to a process next to the host, which sees the same tools", async () => {
    const process = await remote()
    expect(await process.tools()).toEqual(await client.tools())
    const args = { domain: "books", where: { author: "Ina Vale" }, limit: 3 }
    const items = itemsOf(await callWith(process, "records", args))
    expect(items).toEqual(itemsOf(await call("records", args)))
    await process.close()
  })
})

describe("A connection that names some domains", () => {
  it("has their tools alone, and their names in every argument", async () => {
    const narrow = await remote({ DAYBOOK_MCP_TOOLS: "reading,books" })
    const tools = await narrow.tools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(["articles", "highlights", "related", "records", "overview", "search"])
    )
    expect(names.filter((name) => ["top", "plays", "runs", "watched", "collection", "events"].includes(name))).toEqual(
      []
    )
    for (const name of ["stats", "compare", "calendar", "streaks", "year", "breakdown", "feed", "search"])
      expect([name, enumOf(tools, name, "domain")]).toEqual([name, ["reading", "books"]])
    const wrong = await callWith(narrow, "stats", { domain: "listening" })
    expect(wrong.text).toBe(
      'bad_argument: `domain` must be one of reading, books.\nCall stats with {"domain":"reading"}.'
    )
    expect((await callWith(narrow, "fetch", { id: "listening/artist/1" })).text).toMatch(
      /^forbidden: This connection may not read listening\.\nCall overview/
    )
    expect((await callWith(narrow, "related", { id: "listening/artist/1" })).text).toMatch(/^forbidden:/)
    const overview = (await callWith(narrow, "overview", {})).data["domains"] as object
    expect(Object.keys(overview)).toEqual(["reading", "books"])
    await narrow.close()
  })
})

describe("Domains without a source", () => {
  const questions: ReadonlyArray<readonly [string, object, string]> = [
    ["plays", {}, "Listening"],
    ["top", { kind: "artist", when: "all" }, "Listening"],
    ["streaks", { domain: "listening" }, "Listening"],
    ["stats", { domain: "running", when: "2025" }, "Running"],
    ["runs", { when: "2025-03" }, "Running"],
    ["run_records", {}, "Running"],
    ["run_trends", { chart: "pace" }, "Running"],
    ["calendar", { domain: "watching", year: 2025 }, "Watching"],
    ["watched", { kind: "film" }, "Watching"],
    ["breakdown", { domain: "watching", by: "director" }, "Watching"],
    ["collection", { kind: "disc" }, "Collecting"],
    ["year", { year: 2025, domain: "collecting" }, "Collecting"],
    ["articles", { status: "unread" }, "Reading"],
    ["highlights", { random: true }, "Reading"],
    ["events", { upcoming: true }, "Attending"],
    ["players", {}, "Attending"],
    ["compare", { domain: "attending", a: "2024", b: "2025" }, "Attending"],
    ["feed", { domain: "attending" }, "Attending"]
  ]
  it.each(questions)("%s with %j says that there is none", async (name, args, title) => {
    const { isError, text } = await call(name, args)
    const line = `not_set_up: ${title} has no source and no data.\nThe owner can run: daybook sources. Call overview for what is here.`
    expect([isError, text]).toEqual([true, line])
  })

  it("leave the tools over all domains working", async () => {
    for (const [name, args] of [
      ["overview", {}],
      ["now", {}],
      ["on_this_day", {}],
      ["search", { query: "nothing at all" }],
      ["feed", {}],
      ["year", { year: 2025 }]
    ] as const)
      expect([name, (await call(name, args)).isError]).toEqual([name, false])
  })
})
