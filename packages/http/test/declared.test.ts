import { domain, integer, record, text } from "@daybook/core/domain"
import { addresses } from "@daybook/page"
import { describe, expect, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { handlers } from "../src/Api.js"
import { openApiDocument } from "../src/index.js"
import { books } from "./support/domains/declared.js"
import { SharedHost, host } from "./support/host.js"
import { type Json, ask, post } from "./support/http.js"

const declaring = host({ domains: [books] })

const get = (path: string) =>
  Effect.flatMap(SharedHost, ({ read, url }) => ask(`${url}/v1/books${path}`, { key: read }))
const json = (path: string) => Effect.map(get(path), ({ json }) => json)
const titles = (path: string) => Effect.map(json(path), ({ data }) => data.map(({ title }: Json) => title))
const failure = (path: string) =>
  Effect.map(get(path), ({ json, status }) => {
    expect(json.status).toBe(status)
    return `${status} ${json.error}`
  })

layer(Layer.scoped(SharedHost, declaring))("a declared domain over HTTP", (it) => {
  it.effect("lists recent records with a day, latest first, with pages and dates", () =>
    Effect.gen(function* () {
      expect(yield* titles("/recent")).toEqual(["Long Winter", "The Quiet Harbour", "Lantern"])
      expect(yield* titles("/recent?limit=1&page=2")).toEqual(["The Quiet Harbour"])
      expect(yield* titles("/recent?to=2024-12-31")).toEqual(["Lantern"])
      expect(yield* titles("/recent?date=2025-03-15")).toEqual(["Long Winter"])
      const sessions = yield* json("/recent?record=reading_session")
      expect(sessions.data.map(({ number }: Json) => number)).toEqual([2, 1])
      expect(sessions.pagination).toEqual({ page: 1, limit: 10, total: 2, total_pages: 1 })
    })
  )

  it.effect("lists with filters by every type of field, sorted, unknown values last", () =>
    Effect.gen(function* () {
      expect(yield* titles("/book")).toEqual(["Long Winter", "The Quiet Harbour", "Lantern", "Unread Thing"])
      expect(yield* titles("/book?author=Ina+Vale&sort=pages&order=asc")).toEqual(["The Quiet Harbour", "Lantern"])
      expect(yield* titles("/book?shelf=to_read")).toEqual(["Unread Thing"])
      expect(yield* titles("/book?tags=sea&sort=title&order=asc")).toEqual([
        "Lantern",
        "The Quiet Harbour",
        "Unread Thing"
      ])
      expect(yield* titles("/book?owned=true")).toEqual([])
      expect(yield* titles("/book?pages=200")).toEqual(["Long Winter"])
      expect(yield* titles("/book?rating=4.25")).toEqual(["The Quiet Harbour"])
      expect(yield* titles("/book?finished_on=2024-05-01")).toEqual(["Lantern"])
      expect(yield* titles("/book?added_at=2024-05-02T00:00:00.000Z")).toEqual(["Long Winter"])
      expect(yield* titles("/book?sort=rating&order=asc&limit=1")).toEqual(["The Quiet Harbour"])
      const sessions = yield* json("/reading_session?constructor=home")
      expect(sessions.data).toEqual([
        { id: 1, number: 1, constructor: "home", started_at: "2025-03-14T20:00:00.000Z", sources: ["goodreads"] }
      ])
    })
  )

  it.effect("answers one record, or 404", () =>
    Effect.gen(function* () {
      expect(yield* json("/book/1")).toEqual({
        ...{ id: 1, isbn13: "9780441000011", title: "The Quiet Harbour", author: "Ina Vale", shelf: "read" },
        ...{ tags: ["sea"], pages: 100, rating: 4.25, owned: false, cover: null },
        ...{ added_at: "2024-05-01T00:00:00.000Z", finished_on: "2025-03-14", sources: ["goodreads"] }
      })
      expect(yield* failure("/book/99")).toBe("404 Not found")
      expect(yield* failure("/book/x")).toBe("400 id must be a number")
    })
  )

  it.effect("answers statistics, calendar, streaks, trends, years, a year and top values", () =>
    Effect.gen(function* () {
      expect((yield* json("/stats")).data).toEqual({
        ...{ record: "book", total: 4, this_year: 2, first_date: "2024-05-01", last_date: "2025-03-15" },
        numbers: {
          pages: { sum: 1000, min: 100, max: 400, mean: 250, known: 4 },
          rating: { sum: 4.25, min: 4.25, max: 4.25, mean: 4.25, known: 1 }
        },
        distinct: { author: 2, shelf: 2, tags: 1 }
      })
      expect((yield* json("/stats?to=2024-12-31")).data).toMatchObject({ total: 1, this_year: 0 })
      expect(yield* json("/calendar?year=2025")).toEqual({
        year: 2025,
        days: [
          { date: "2025-03-14", count: 1 },
          { date: "2025-03-15", count: 1 }
        ],
        total: 2,
        max_day: { date: "2025-03-14", count: 1 }
      })
      // One session is on the next day in the home time zone.
      expect((yield* json("/calendar?year=2025&record=reading_session")).days).toHaveLength(2)
      expect(yield* json("/streaks")).toEqual({
        current: { days: 2, start_date: "2025-03-14" },
        longest: { days: 2, start_date: "2025-03-14", end_date: "2025-03-15" }
      })
      expect((yield* json("/trends")).data).toEqual([
        { period: "2024-05", count: 1 },
        { period: "2025-03", count: 2 }
      ])
      expect((yield* json("/trends?period=weekly&from=2025-01-01")).data).toEqual([{ period: "2025-W11", count: 2 }])
      expect((yield* json("/trends?period=yearly")).data).toHaveLength(2)
      expect((yield* json("/years")).data).toEqual([
        { year: 2025, count: 2 },
        { year: 2024, count: 1 }
      ])
      expect(yield* json("/year/2025")).toMatchObject({
        year: 2025,
        total: 2,
        monthly: [{ month: "2025-03", count: 2 }]
      })
      expect((yield* json("/year/2025")).top.author).toHaveLength(2)
      expect((yield* json("/top/author")).data[0]).toEqual({ value: "Ina Vale", count: 2, last_date: "2025-03-14" })
      expect((yield* json("/top/shelf?from=2025-01-01")).data).toHaveLength(1)
    })
  )

  it.effect("answers 400 with one line to what it cannot read, and 404 to an empty year", () =>
    Effect.gen(function* () {
      expect(yield* failure("/year/2020")).toBe("404 Not found")
      expect(yield* failure("/year/1850")).toBe("400 year must be from 1900 to 2026")
      expect(yield* failure("/recent?limit=51")).toBe("400 limit must be a whole number from 1 to 50")
      expect(yield* failure("/recent?from=2025-02-01&to=2025-01-01")).toBe("400 from must not be after to")
      expect(yield* failure("/recent?record=film")).toBe("400 record must be one of book, reading_session")
      expect(yield* failure("/book?shelf=lost")).toBe("400 shelf must be one of to_read, reading, read")
      expect(yield* failure("/book?pages=0")).toBe("400 pages must be a whole number from 1 to 2147483647")
      expect(yield* failure("/book?finished_on=yesterday")).toBe("400 finished_on must be a day, such as 2026-03-14")
      expect(yield* failure("/book?sort=tags")).toMatch(/^400 sort must be one of id, isbn13/)
      expect(yield* failure("/top/title")).toBe("400 facet must be one of author, shelf, tags, constructor")
      expect(yield* failure("/top/constructor")).toBe("400 facet must be one of author, shelf, tags for book")
      expect(yield* failure("/streaks?from=2025-01-01")).toMatch(/^400 this operation has no parameter from/)
    })
  )

  it.effect("is in the lists of names, next to the six domains", () =>
    Effect.gen(function* () {
      const { read, url } = yield* SharedHost
      const answer = (path: string) => ask(`${url}${path}`, { key: read })
      expect((yield* answer("/v1/feed/domain/books")).status).toBe(200)
      expect((yield* answer("/v1/search?q=harbour&domain=books")).status).toBe(200)
      expect((yield* answer("/v1/feed/domain/films")).json.error).toBe(
        "domain must be one of listening, running, watching, collecting, reading, attending, books"
      )
      const document = JSON.parse(JSON.stringify(openApiDocument([books])))
      expect((yield* ask(`${url}/v1/openapi.json`)).json).toEqual(document)
      expect(document.paths["/v1/feed/domain/{domain}"].get.parameters[0].schema.enum).toContain("books")
      expect(document.components.schemas.FeedItem.properties.entity_type.enum).toContain("reading_session")
      expect(document.components.schemas.Books_Book.properties.pages).toMatchObject({ description: "Number of pages" })
      expect((yield* ask(`${url}/docs`)).text).toContain("/v1/books/recent")
    })
  )

  it.effect("describes itself to the page", () =>
    Effect.gen(function* () {
      const { url } = yield* SharedHost
      const { text } = yield* ask(`${url}/`)
      const attribute = / data-domains="([^"]*)"/.exec(text)?.[1] ?? ""
      expect(JSON.parse(attribute.replaceAll("&quot;", '"'))).toMatchObject([
        { name: "books", title: "Books", record: { name: "book", titleField: "title", pictureField: "cover" } }
      ])
    })
  )
})

describe("a declared domain by hand", () => {
  it.scoped("creates, changes and deletes records with an admin key", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* declaring
      const path = `${url}/v1/admin/books/book`
      const body = { isbn13: "9780441000042", title: "Bright Field", finished_on: "2025-03-15" }
      expect((yield* post(path, read, body)).status).toBe(403)
      const created = yield* post(path, admin, body)
      expect([created.status, created.json.title, created.json.shelf]).toEqual([201, "Bright Field", "to_read"])
      const { id } = created.json
      expect((yield* post(path, admin, body)).json).toEqual({
        error: `book ${id} has the same isbn13: change it, or delete it first`,
        status: 409
      })
      const change = (of: number, values: Json) =>
        ask(`${path}/${of}`, {
          key: admin,
          method: "PUT",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(values)
        })
      expect((yield* change(id, { rating: 4.5 })).json).toMatchObject({ id, rating: 4.5, title: "Bright Field" })
      expect((yield* change(id, { isbn13: "1" })).status).toBe(400)
      expect((yield* change(999, { rating: 4.5 })).status).toBe(404)
      expect((yield* ask(`${path}/${id}`, { key: admin, method: "DELETE" })).json).toEqual({
        success: true,
        deleted_id: id
      })
      expect((yield* ask(`${path}/${id}`, { key: admin, method: "DELETE" })).status).toBe(404)
    })
  )

  it.scoped("answers 400 to a body that the declaration does not allow", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* declaring
      const errorOf = (body: Json) =>
        Effect.map(post(`${url}/v1/admin/books/book`, admin, body), ({ json, status }) => `${status} ${json.error}`)
      const valid = { isbn13: "1", title: "x" }
      expect(yield* errorOf({ title: "x" })).toBe("400 isbn13 is missing")
      expect(yield* errorOf({ ...valid, rating: 6 })).toBe("400 rating must be at least 0 and at most 5")
      expect(yield* errorOf({ ...valid, pages: 1.5 })).toMatch(/^400 pages must be a whole number/)
      expect(yield* errorOf({ ...valid, finished_on: "2025-02-29" })).toBe(
        "400 finished_on must be a day as YYYY-MM-DD"
      )
      expect(yield* errorOf({ ...valid, shelf: "lost" })).toMatch(/^400 shelf must be/)
      expect(yield* errorOf({ ...valid, cover: "javascript:alert(1)" })).toBe(
        "400 cover must be an http or https address"
      )
      expect(yield* errorOf({ ...valid, title: "a\0b" })).toMatch(/^400 title .*NUL/)
      expect(yield* errorOf({ ...valid, tittle: "x" })).toMatch(/^400 tittle /)
      expect(yield* errorOf([])).toMatch(/^400 /)
    })
  )

  it.scoped("shows a change at once, and answers 304 until then", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* declaring
      const first = yield* ask(`${url}/v1/books/stats`, { key: read })
      const headers = { "if-none-match": first.headers.get("etag")! }
      expect((yield* ask(`${url}/v1/books/stats`, { key: read, headers })).status).toBe(304)
      yield* post(`${url}/v1/admin/books/book`, admin, { isbn13: "1", title: "x" })
      const second = yield* ask(`${url}/v1/books/stats`, { key: read, headers })
      expect([second.status, second.json.data.total]).toEqual([200, 5])
    })
  )

  it.scoped("indexes every record again in a run", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* declaring
      const started = yield* post(`${url}/v1/admin/books/reindex`, admin, {})
      expect(started.status).toBe(202)
      const run = yield* ask(`${url}/v1/admin/sync/runs/${started.json.run_id}`, { key: admin }).pipe(
        Effect.repeat({ until: ({ json }) => json.status !== "running", times: 50 })
      )
      expect(run.json).toMatchObject({ status: "completed", domain: "books", result: { indexed: 6 } })
    })
  )
})

describe("a domain without any time", () => {
  const notes = domain({
    name: "notes",
    title: "Notes",
    records: { note: record({ key: ["name"], fields: { name: text() } }) }
  })

  it.scoped("has lists and totals, and no endpoints by time", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host({ domains: [notes] })
      for (const name of ["a", "b"]) yield* post(`${url}/v1/admin/notes/note`, admin, { name })
      const recent = yield* ask(`${url}/v1/notes/recent`, { key: read })
      expect(recent.json.data.map(({ name }: Json) => name)).toEqual(["b", "a"])
      expect((yield* ask(`${url}/v1/notes/stats`, { key: read })).json.data).toMatchObject({
        total: 2,
        first_date: null
      })
      for (const path of ["calendar", "streaks", "trends", "years", "year/2025", "top/name"])
        expect((yield* ask(`${url}/v1/notes/${path}`, { key: read })).status).toBe(404)
    })
  )
})

/** The names in the first parts of addresses, and of groups of endpoints. */
const takenNames = [
  ...Object.keys(openApiDocument().paths).map((path) => path.replace(/^\/v1(?:\/admin(?=\/))?\//, "")),
  ...addresses.map((address) => address.slice(1)),
  ...Object.keys(handlers).map((group) => group.replace(/Admin$/, ""))
].flatMap((path) => /^[a-z][a-z0-9_]*(?=\/|$)/.exec(path) ?? [])

describe("the name of a domain", () => {
  it.each([...new Set(takenNames), "metrics", "mcp", "docs", "oauth"])("cannot be %s, which the host uses", (name) => {
    const records = { note: record({ key: ["name"], fields: { name: text() } }) }
    expect(() => domain({ name, title: "Notes", records })).toThrow("choose another name")
  })
})

it("filters of whole numbers stay within the type of the column, whatever bounds a field declares", () => {
  const fields = { code: text(), count: integer({ min: -1e300, max: 1e12, nullable: true }) }
  const wide = domain({ name: "wide", title: "Wide", records: { thing: record({ key: ["code"], fields }) } })
  const document = JSON.parse(JSON.stringify(openApiDocument([wide]))) as Json
  const parameters: ReadonlyArray<Json> = document.paths["/v1/wide/thing"].get.parameters
  expect(parameters.find(({ name }) => name === "count")?.schema).toMatchObject({
    minimum: -2_147_483_647,
    maximum: 2_147_483_647
  })
})
