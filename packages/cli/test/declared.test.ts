import * as Daybook from "@daybook/adapters"
import { DeclaredDomains, choice, date, domain, integer, record, text } from "@daybook/core/domain"
import { Keys } from "@daybook/core/keys"
import { serve } from "@daybook/http"
import { expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { ask, post, type Json } from "../../http/test/support/http.js"
import { blockCharacters } from "../src/year/layout.js"
import { page } from "../src/year/page.js"
import { yearReview } from "../src/year/yearReview.js"
import { folder } from "./support/dataDir.js"
import { patience } from "./support/daybook.js"

const books = domain({
  name: "books",
  title: "Books",
  records: {
    book: record({
      key: ["isbn13"],
      fields: {
        isbn13: text(),
        title: text({ search: "title" }),
        author: text({ search: "subtitle", facet: true, nullable: true }),
        shelf: choice(["read", "unread"])({ facet: true, default: "unread" }),
        pages: integer({ nullable: true }),
        finished_on: date({ nullable: true, occurs: true })
      },
      feed: { book_finished: { when: "finished_on", title: (book) => `Finished: ${book.title}` } }
    })
  }
})

const options = { host: "127.0.0.1", port: 0, rateLimit: 1_000, corsOrigins: ["*"], trustedProxies: [], partingMs: 0 }

const lines = (year: number) =>
  Effect.map(yearReview(year, "imperial"), (review) =>
    page({ characters: blockCharacters, width: 80 }, review).map((line) => line.replaceAll(/\u001b\[\d+m/g, ""))
  )

it.scopedLive(
  "a host with a declared domain serves it from its own tables, in feed, search, export and the year",
  () =>
    Effect.gen(function* () {
      const dataDir = yield* folder
      const settings = ConfigProvider.fromMap(new Map([["DAYBOOK_DATA_DIR", dataDir]]))
      const layer = Daybook.hostLayer.pipe(
        Layer.provideMerge(Layer.succeed(DeclaredDomains, [books])),
        Layer.provide(Layer.setConfigProvider(settings))
      )
      yield* Effect.gen(function* () {
        const { token: key } = yield* Effect.flatMap(Keys, (keys) => keys.create({ name: "me", scope: "admin" }))
        const { port } = yield* serve(options)
        const url = `http://127.0.0.1:${port}`
        const get = (path: string) => Effect.map(ask(`${url}/v1/${path}`, { key }), ({ json }): Json => json)
        const add = (isbn13: string, title: string, finished_on: string, pages: number) =>
          post(`${url}/v1/admin/books/book`, key, { isbn13, title, author: "Ina Vale", finished_on, pages })
        const first = yield* add("9780441000012", "The Quiet Harbour", "2024-03-14", 412)
        expect([first.status, first.json]).toMatchObject([201, { title: "The Quiet Harbour", shelf: "unread" }])
        // Clients that create the same at once: one has created it, the others meet it.
        const answers = yield* Effect.all(
          Array.from({ length: 5 }, () => add("9780441000029", "Long Winter", "2024-03-15", 88)),
          { concurrency: "unbounded" }
        )
        const created = answers.filter(({ status }) => status === 201)
        expect(created).toHaveLength(1)
        for (const { json } of answers.filter((one) => one !== created[0]))
          expect(json).toEqual({
            error: `book ${String(created[0]!.json.id)} has the same isbn13: change it, or delete it first`,
            status: 409
          })
        expect((yield* get("books/recent")).data.map(({ title }: Json) => title)).toEqual([
          "Long Winter",
          "The Quiet Harbour"
        ])
        expect((yield* get("books/book?author=Ina+Vale&pages=412")).pagination.total).toBe(1)
        expect((yield* get("books/stats")).data).toMatchObject({ total: 2, numbers: { pages: { sum: 500 } } })
        expect((yield* get("books/calendar?year=2024")).total).toBe(2)
        expect((yield* get("books/streaks")).longest).toMatchObject({ days: 2, start_date: "2024-03-14" })
        expect((yield* get("books/trends")).data).toEqual([{ period: "2024-03", count: 2 }])
        expect((yield* get("books/years")).data).toEqual([{ year: 2024, count: 2 }])
        expect((yield* get("books/year/2024")).top.author).toEqual([
          { value: "Ina Vale", count: 2, last_date: "2024-03-15" }
        ])
        expect((yield* get("books/top/author")).data[0].count).toBe(2)
        expect((yield* get("feed/domain/books")).data.map(({ title }: Json) => title)).toEqual([
          "Finished: Long Winter",
          "Finished: The Quiet Harbour"
        ])
        expect((yield* get("search?q=harbour")).data[0]).toMatchObject({ domain: "books", entity_type: "book" })
        expect((yield* get("feed/on-this-day?month=3&day=14")).years[0].items[0].domain).toBe("books")
        expect((yield* get("health/sync")).domains.books).toMatchObject({ status: "never" })
        expect((yield* get("admin/export/books")).tables).toHaveProperty("books_book")
        const id = first.json.id as number
        const path = `${url}/v1/admin/books/book/${id}`
        const body = JSON.stringify({ finished_on: null })
        const headers = { "content-type": "application/json" }
        expect((yield* ask(path, { key, method: "PUT", headers, body })).json).toMatchObject({ finished_on: null })
        expect((yield* get("feed/domain/books")).data).toHaveLength(1)
        expect((yield* ask(path, { key, method: "DELETE" })).json).toEqual({ success: true, deleted_id: id })
        expect((yield* get("search?q=harbour")).data).toEqual([])
        expect(yield* lines(2024)).toEqual(
          expect.arrayContaining([expect.stringMatching(/^BOOKS +1 book$/), expect.stringMatching(/ Ina Vale +1$/)])
        )
      }).pipe(Effect.provide(layer))
    }),
  patience
)
