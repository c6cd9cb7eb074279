import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { describe, expect, expectTypeOf, it } from "@effect/vitest"
import { Effect } from "effect"
import { books } from "../../http/test/support/domains/declared.js"
import { host } from "../../http/test/support/host.js"
import { ask } from "../../http/test/support/http.js"
import * as DaybookClient from "../src/effect.js"
import { createClient } from "../src/index.js"

const declaring = host({ domains: [books] })

describe("the typed client with declared domains", () => {
  it.scoped("sends the same requests as fetch", () =>
    Effect.gen(function* () {
      const { read, url } = yield* declaring
      const client = yield* DaybookClient.make({ baseUrl: url, key: read, domains: [books] })
      const json = (path: string) => Effect.map(ask(`${url}/v1/books/${path}`, { key: read }), ({ json }) => json)
      expect(yield* client.books.recent({ urlParams: { limit: 2 } })).toEqual(yield* json("recent?limit=2"))
      expect(
        yield* client.books.listBook({ urlParams: { author: "Ina Vale", sort: "pages", order: "asc", pages: 100 } })
      ).toEqual(yield* json("book?author=Ina+Vale&sort=pages&order=asc&pages=100"))
      expect(yield* client.books.listReadingSession({ urlParams: { constructor: "home" } })).toEqual(
        yield* json("reading_session?constructor=home")
      )
      expect(yield* client.books.getBook({ path: { id: 1 } })).toEqual(yield* json("book/1"))
      expect(yield* client.books.top({ path: { facet: "author" }, urlParams: {} })).toEqual(yield* json("top/author"))
      expect(yield* client.books.year({ path: { year: 2025 }, urlParams: {} })).toEqual(yield* json("year/2025"))
      expect(yield* client.books.trends({ urlParams: { period: "yearly" } })).toEqual(
        yield* json("trends?period=yearly")
      )
      expect((yield* client.listening.streaks()).longest.days).toBeGreaterThan(0)
      expect(yield* Effect.flip(client.books.getBook({ path: { id: 99 } }))).toEqual({
        error: "Not found",
        status: 404
      })
    }).pipe(Effect.provide(FetchHttpClient.layer))
  )

  it.scoped("changes records by hand with an admin key", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* declaring
      const daybook = createClient({ baseUrl: url, key: admin, domains: [books] })
      const call = <A>(answer: Promise<A>) => Effect.promise(() => answer)
      const created = yield* call(
        daybook.booksAdmin.createBook({
          payload: { isbn13: "9780441000042", title: "Bright Field", added_at: "2025-03-01T10:00:00.000Z" }
        })
      )
      expect(created).toMatchObject({ title: "Bright Field", tags: [], added_at: "2025-03-01T10:00:00.000Z" })
      const path = { id: created.id }
      expect(yield* call(daybook.booksAdmin.changeBook({ path, payload: { rating: 4.5 } }))).toMatchObject({
        rating: 4.5
      })
      expect(yield* call(daybook.booksAdmin.deleteBook({ path }))).toEqual({ success: true, deleted_id: created.id })
      expect((yield* call(daybook.booksAdmin.reindex())).status).toBe("queued")
    })
  )

  it("has the types of the declaration", () => {
    const daybook = createClient({ baseUrl: "http://host.test", key: "k", domains: [books] })
    type Book = Awaited<ReturnType<typeof daybook.books.getBook>>
    expectTypeOf<Book["title"]>().toEqualTypeOf<string>()
    expectTypeOf<Book["author"]>().toEqualTypeOf<string | null>()
    expectTypeOf<Book["shelf"]>().toEqualTypeOf<"to_read" | "reading" | "read">()
    expectTypeOf<Book["tags"]>().toEqualTypeOf<ReadonlyArray<string>>()
    expectTypeOf<Book["added_at"]>().toEqualTypeOf<string | null>()
    expectTypeOf<Exclude<Book["cover"], null>>().toHaveProperty("url")
    type New = Parameters<typeof daybook.booksAdmin.createBook>[0]["payload"]
    expectTypeOf<Pick<New, "isbn13" | "title">>().toEqualTypeOf<{ readonly isbn13: string; readonly title: string }>()
    expectTypeOf<{ readonly isbn13: string }>().not.toExtend<New>()
    expectTypeOf<{ readonly isbn13: string; readonly title: string; readonly rating: null }>().toExtend<New>()
    type Facet = Parameters<typeof daybook.books.top>[0]["path"]["facet"]
    expectTypeOf<Facet>().toEqualTypeOf<"author" | "shelf" | "tags" | "constructor">()
    type Sort = NonNullable<Parameters<typeof daybook.books.listReadingSession>[0]["urlParams"]["sort"]>
    expectTypeOf<Sort>().toEqualTypeOf<"id" | "number" | "constructor" | "started_at">()
    expectTypeOf(daybook).not.toHaveProperty("films")
    expectTypeOf(createClient({ baseUrl: "http://host.test", key: "k" })).not.toHaveProperty("books")
    expect(Object.keys(daybook)).toEqual(expect.arrayContaining(["listening", "books", "booksAdmin"]))
  })
})
