import { expect } from "expect"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { after, before, test } from "node:test"
import { chromium } from "playwright-core"
import { type Environment, daybook, newFolder, openLibrary, serve } from "./daybook.js"

const folder = newFolder()
const backup = join(folder, "all.daybook")
const library = await openLibrary()
after(library.close)
// Waiting for enrichment asks often.
const env: Environment = { ...library.settings, DAYBOOK_DATA_DIR: join(folder, "data"), DAYBOOK_RATE_LIMIT: "100000" }

type Json = ReturnType<typeof JSON.parse>

let key = ""
let host: Awaited<ReturnType<typeof serve>>
// A host that runs on would keep this process alive after a failure.
after(() => host.stop())
const client = (address: string) => {
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${address}/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return { status: response.status, json: (await response.json()) as Json }
  }
  return { ask, get: async (path: string): Promise<Json> => (await ask("GET", path)).json }
}

const until = async <A>(read: () => Promise<A>, isDone: (answer: A) => boolean): Promise<A> => {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await read()
    if (isDone(answer)) return answer
    await new Promise((resume) => setTimeout(resume, 200))
  }
  throw new Error("it took longer than a minute")
}

before(async () => {
  expect(await daybook(["sync", "bookshelf", "--no-followers"], env)).toMatchObject({ code: 0 })
  const imported = await daybook(["import", "bookshelf", "test/exports/storygraph.csv"], env)
  expect(imported).toMatchObject({ code: 0 })
  const created = await daybook(["keys", "create", "--name", "test", "--type", "admin", "--json"], env)
  expect(created).toMatchObject({ code: 0, stderr: "" })
  key = JSON.parse(created.stdout).key
  host = await serve(env)
})

const harbour = {
  ...{ work: "the quiet harbour/vale", title: "The Quiet Harbour", author: "Ina Vale", series: "Harbour, #1" },
  ...{ isbn13: "9780441000104", pages: 412, status: "read", rating: 4.25, review: "Slow, then not." },
  ...{ tags: ["favourites", "sea"], times_read: 2, added_on: "2023-12-02", finished_on: "2025-03-14" }
}

test("another file is refused with the column that it lacks", async () => {
  const refused = await daybook(["import", "bookshelf", "--dry-run", "test/configs/added.config.ts"], env)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(/is no export of Goodreads or StoryGraph: it has no column book id, /)
})

test("both exports make the books, and Open Library completes them", async () => {
  const { get } = client(host.address)
  const listed = await until(
    () => get("books/book?sort=work&order=asc"),
    ({ data }) => data.some((book: Json) => book.cover !== null) && data.some((book: Json) => book.pages === 250)
  )
  expect(listed.data).toMatchObject([
    { title: "Das stille Licht", status: "read", isbn13: "9780441000036", tags: ["lend"], finished_on: "2022-08-20" },
    { title: "Field Notes", status: "reading", isbn13: null, pages: null, rating: null },
    { title: "Long Winter", status: "did_not_finish", isbn13: "9780441000029", tags: [], finished_on: null },
    harbour,
    { title: "Unread Thing", status: "to_read", isbn13: "9780441000050", pages: 250, times_read: 0 }
  ])
  expect(listed.data[3].sources).toEqual(["bookshelf"])
  expect(listed.data[3].cover).toMatchObject({ url: expect.any(String) })
  const readings = await get("books/reading?sort=finished_on&order=asc")
  expect(readings.data.map(({ finished_on, started_on }: Json) => [started_on, finished_on])).toEqual([
    [null, "2019-07-02"],
    ["2022-08-01", "2022-08-20"],
    ["2025-03-01", "2025-03-14"]
  ])
  // Each book once, although all are written again.
  const questions = library.requests.filter((path) => path.startsWith("/search.json"))
  expect(new Set(questions).size).toBe(questions.length)
  expect(JSON.stringify(await get("books/entry"))).not.toContain("my own secret")
})

test("every endpoint of the domain answers", async () => {
  const { ask, get } = client(host.address)
  const titles = async (path: string) => (await get(path)).data.map(({ title }: Json) => title)
  expect(await titles("books/recent")).toEqual(["The Quiet Harbour", "Das stille Licht"])
  expect(await titles("books/book?author=Ina+Vale&from=2023-01-01")).toEqual(["The Quiet Harbour"])
  expect(await titles("books/book?tags=sea&sort=rating&limit=1")).toEqual(["The Quiet Harbour"])
  const [{ id }] = (await get("books/recent")).data
  expect(await get(`books/book/${id}`)).toMatchObject(harbour)
  expect((await get("books/stats")).data).toMatchObject({ total: 5, numbers: { rating: { known: 3, max: 4.5 } } })
  expect(await get("books/calendar?year=2025")).toMatchObject({ total: 1, days: [{ date: "2025-03-14", count: 1 }] })
  expect((await get("books/streaks")).longest).toMatchObject({ days: 1 })
  expect((await get("books/trends?period=yearly")).data).toEqual([
    { period: "2022", count: 1 },
    { period: "2025", count: 1 }
  ])
  expect((await get("books/years?record=reading")).data).toHaveLength(3)
  expect((await get("books/year/2025")).top.author).toMatchObject([{ value: "Ina Vale", count: 1 }])
  expect((await get("books/top/author")).data[0]).toMatchObject({ value: "Ina Vale", count: 2 })
  expect(await titles("feed/domain/books")).toEqual([
    "Finished: The Quiet Harbour",
    "Finished: Das stille Licht",
    "Finished: The Quiet Harbour"
  ])
  expect((await get("feed/on-this-day?month=7&day=2")).years[0].items[0].domain).toBe("books")
  expect(await titles("search?q=harbour&domain=books")).toEqual(["The Quiet Harbour"])
  const near = await until(
    () => get("search?q=a+book+that+starts+slowly&domain=books&mode=semantic"),
    ({ data }) => data?.length > 0
  )
  expect(near.data[0]).toMatchObject({ domain: "books", title: "The Quiet Harbour", score: expect.any(Number) })
  expect((await get("admin/export/books")).tables).toHaveProperty("books_reading")
  expect((await get("health/sync")).sources.bookshelf).toMatchObject({ status: "completed", domain: "books" })
  const { paths } = await get("openapi.json")
  for (const path of ["recent", "book", "book/{id}", "stats", "calendar", "streaks", "trends", "years", "year/{year}"])
    expect(paths).toHaveProperty([`/v1/books/${path}`])

  const created = await ask("POST", "admin/books/book", { work: "by hand/me", title: "By Hand", status: "read" })
  expect(created).toMatchObject({ status: 201, json: { title: "By Hand", tags: [] } })
  const own = `admin/books/book/${created.json.id}`
  expect(await ask("PUT", own, { rating: 5 })).toMatchObject({ status: 200, json: { rating: 5 } })
  expect(await ask("PUT", own, { rating: 6 })).toMatchObject({ status: 400 })
  expect(await ask("DELETE", own)).toMatchObject({ status: 200 })
  expect(await ask("POST", "admin/books/reindex")).toMatchObject({ status: 202 })
})

const names = ["chromium", "chromium-browser", "google-chrome"]
const places = (process.env["PATH"] ?? "").split(delimiter).flatMap((place) => names.map((name) => join(place, name)))
const executablePath = process.env["DAYBOOK_TEST_CHROMIUM"] ?? places.find((place) => existsSync(place))

test("the page has a section of books", { skip: executablePath === undefined && "no Chromium" }, async () => {
  const browser = await chromium.launch({ executablePath: executablePath!, args: ["--no-sandbox", "--disable-gpu"] })
  try {
    const page = await browser.newPage()
    const errors: Array<string> = []
    page.on("pageerror", ({ message }) => errors.push(message))
    await page.goto(`${host.address}/#key=${key}`)
    const recent = page.getByRole("region", { name: "Books, latest first" })
    await recent.locator(".name").first().waitFor()
    expect(await recent.locator(".name").allInnerTexts()).toEqual(["The Quiet Harbour", "Das stille Licht"])
    const list = page.getByRole("region", { name: "All: Book" })
    await list.locator("summary", { hasText: "The Quiet Harbour" }).click()
    expect(await list.locator("details[open] dl").innerText()).toContain("Slow, then not.")
    expect(await page.getByRole("region", { name: "Books in figures" }).innerText()).toMatch(/5 in all/)
    expect(errors).toEqual([])
  } finally {
    await browser.close()
  }
})

test("a backup is restored into an empty instance, whose tables follow the next version of the domain", async () => {
  const read = async (get: (path: string) => Promise<Json>) => (await get("books/book?sort=work")).data
  const before = await read(client(host.address).get)
  expect(await daybook(["backup", backup], env)).toMatchObject({ code: 0 })
  await host.stop()
  const other = { ...env, DAYBOOK_DATA_DIR: join(folder, "restored"), DAYBOOK_CONFIG: "test/configs/added.config.ts" }
  expect(await daybook(["restore", backup], other)).toMatchObject({ code: 0 })
  host = await serve(other)
  const { ask, get } = client(host.address)
  const withPlace = before.map((book: Json) => ({ ...book, place: null }))
  const ofAnyHost = (answer: Json) => JSON.parse(JSON.stringify(answer).replaceAll(/127\.0\.0\.1:\d+/g, "host"))
  expect(ofAnyHost(await read(get))).toEqual(ofAnyHost(withPlace))
  expect(await ask("PUT", `admin/books/book/${before[0].id}`, { place: "upstairs" })).toMatchObject({ status: 200 })
  expect((await get("books/top/place")).data).toMatchObject([{ value: "upstairs", count: 1 }])
  await host.stop()
})

test("a version that would lose something is refused, with the field and the migration", async () => {
  const started = serve({ ...env, DAYBOOK_CONFIG: "test/configs/refused.config.ts" })
  await expect(started).rejects.toThrow(
    /books\.book\.author: was stored as text and is declared as integer; add a migration .*ALTER TABLE books_book ALTER/
  )
})
