import { describe, expect, it } from "@effect/vitest"
import { activities } from "@daybook/core/activities"
import { Effect } from "effect"
import { patience } from "../../cli/test/support/daybook.js"
import { books } from "../../http/test/support/domains/declared.js"
import { host } from "../../http/test/support/host.js"
import { post } from "../../http/test/support/http.js"
import { sampleNow } from "../../http/test/support/library.js"
import { brokenWords, browserPath, fits, loaded, violations, visit } from "./support/browser.js"

/** Texts of others that would run, load, lead away or stretch a page that took them for its own. */
const hostileTexts = [
  '<img src=x onerror="globalThis.hasRun = true">',
  '"><script>globalThis.hasRun = true</script>',
  "</title></script><svg onload=globalThis.hasRun=true>",
  "javascript:globalThis.hasRun=true",
  "{{constructor.constructor('globalThis.hasRun=true')()}}",
  "[leads away](https://hostile.example/) <a href=https://hostile.example/>here</a>",
  "\u202Egnp.exe \u200B\u200F first\nsecond",
  `${"W".repeat(180)} ${"i̇".repeat(10)}`
]

describe.skipIf(browserPath === undefined)("a declared domain on the page", () => {
  it.scopedLive(
    "has a chapter with recent records, a list with details, and figures",
    () =>
      Effect.gen(function* () {
        const { admin, read, url } = yield* host({ domains: [books] })
        for (const id of [51, 52, 53, 54, 55, 56, 57, 58])
          yield* post(`${url}/v1/admin/books/book`, admin, { isbn13: `97804410000${id}`, title: `Volume ${id}` })
        const { errors, missing, page } = yield* visit({ now: sampleNow })
        const wait = <A>(work: Promise<A>) => Effect.promise(() => work)
        yield* wait(page.goto(`${url}/#key=${read}`))
        yield* loaded(page)
        expect(yield* wait(page.locator("h2").allInnerTexts())).toContain("Books")
        expect(yield* wait(page.getByRole("navigation").getByRole("link", { name: "Books" }).count())).toBe(1)
        const recent = page.getByRole("region", { name: "Books, latest first" })
        expect(yield* wait(recent.locator(".name").allInnerTexts())).toEqual([
          "Long Winter",
          "The Quiet Harbour",
          "Lantern"
        ])
        expect(yield* wait(recent.innerText())).toContain("14 March 2025")
        const figures = page.getByRole("region", { name: "Books in figures" })
        expect(yield* wait(figures.innerText())).toMatch(/this year\s+2\s+12 in all/)
        const list = page.getByRole("region", { name: "All: Book" })
        yield* wait(list.locator("summary", { hasText: "Long Winter" }).click())
        expect(yield* wait(list.locator("details[open] dl").innerText())).toContain("9780441000012")
        expect(yield* wait(list.innerText())).toContain("Page 1 of 2")
        yield* wait(list.getByRole("button", { name: "Next" }).click())
        yield* wait(list.getByText("Page 2 of 2").waitFor())
        yield* wait(list.getByRole("button", { name: "Back" }).click())
        yield* wait(list.getByText("Page 1 of 2").waitFor())
        expect(yield* violations(page)).toEqual([])
        for (const width of [1280, 360]) {
          yield* wait(page.setViewportSize({ width, height: 900 }))
          expect({ width, broken: yield* brokenWords(page) }).toEqual({ width, broken: [] })
          expect(yield* fits(page)).toBe(true)
        }
        expect(errors).toEqual([])
        expect(missing).toEqual([])
      }),
    patience
  )

  it.scopedLive(
    "has a page with its calendar, months, years and facets, and a page for each record",
    () =>
      Effect.gen(function* () {
        const { read, url } = yield* host({ domains: [books] })
        const { errors, missing, page } = yield* visit({ now: sampleNow })
        const wait = <A>(work: Promise<A>) => Effect.promise(() => work)
        const rows = (name: string) =>
          Effect.gen(function* () {
            const region = page.getByRole("region", { name, exact: true })
            yield* wait(region.locator("ol.ranked li").first().waitFor())
            const names = yield* wait(region.locator("li > .name").allInnerTexts())
            const figures = yield* wait(region.locator("li > .figure").allInnerTexts())
            return names.map((one, index) => `${one}: ${figures[index]}`)
          })
        yield* wait(page.goto(`${url}/books#key=${read}`))
        yield* loaded(page)
        expect(yield* wait(page.title())).toBe("Books · Daybook")
        expect(yield* rows("Most by author")).toEqual(["Ina Vale: 2", "Mo Ash: 1"])
        expect(yield* rows("Most by shelf")).toEqual(["read: 3", "to_read: 1"])
        expect(yield* rows("By year")).toEqual(["2025: 2", "2024: 1"])
        expect(yield* wait(page.getByRole("slider", { name: "Books of each day" }).count())).toBe(1)
        yield* wait(page.getByText("As a table: Books by month").click())
        yield* wait(page.locator(".behind tbody tr").last().waitFor())
        const months = yield* wait(page.locator(".behind tbody tr").allInnerTexts())
        expect(months).toHaveLength(11)
        expect([months[0], months[1], months.at(-1)]).toEqual([
          "May 2024\t1 record",
          "Jun 2024\t0 records",
          "Mar 2025\t2 records"
        ])
        for (const dark of [false, true]) {
          yield* wait(page.emulateMedia({ colorScheme: dark ? "dark" : "light" }))
          expect(yield* violations(page)).toEqual([])
        }
        yield* wait(page.setViewportSize({ width: 360, height: 900 }))
        expect(yield* fits(page)).toBe(true)
        yield* wait(page.getByRole("link", { name: "Long Winter", exact: true }).click())
        yield* wait(page.getByRole("heading", { level: 1, name: "Long Winter" }).waitFor())
        expect(yield* wait(page.title())).toBe("Long Winter · Daybook")
        expect(yield* wait(page.locator("dl.fields").innerText())).toContain("9780441000012")
        expect(yield* violations(page)).toEqual([])
        expect(missing).toEqual([])
        yield* wait(page.goto(`${url}/books/999`))
        yield* wait(page.getByRole("heading", { level: 1, name: "No such book" }).waitFor())
        expect(errors).toEqual([])
      }),
    patience
  )

  it.scopedLive(
    "draws the course of a record in place of its encoding",
    () =>
      Effect.gen(function* () {
        const { admin, read, url } = yield* host({ domains: [activities] })
        // The example of Google's description of the format.
        const course = "_p~iF~ps|U_ulLnnqC_mqNvxq`@"
        const ride = { activity: "strava:1", day: "2025-03-14", kind: "ride", name: "Gravel loop", reports: [] }
        const values = { ...ride, started_at: "2025-03-14T14:30:00.000Z", distance_mi: 24.86, course }
        const { json, status } = yield* post(`${url}/v1/admin/activities/activity`, admin, values)
        expect(status).toBe(201)
        const { errors, page } = yield* visit({ now: sampleNow })
        const wait = <A>(work: Promise<A>) => Effect.promise(() => work)
        yield* wait(page.goto(`${url}/activities/${(json as { readonly id: number }).id}#key=${read}`))
        const map = page.getByRole("img", { name: "Route of Gravel loop" })
        const drawn = yield* wait(map.locator("path.route").getAttribute("d"))
        expect(drawn?.split("L")).toHaveLength(3)
        expect(yield* wait(page.locator("dl.fields").innerText())).not.toContain(course)
        expect(yield* wait(page.locator("dl.fields").innerText())).toContain("24.86")
        expect(yield* violations(page)).toEqual([])
        expect(errors).toEqual([])
      }),
    patience
  )

  it.scopedLive(
    "shows hostile texts as texts on each of its pages",
    () =>
      Effect.gen(function* () {
        const { admin, read, url } = yield* host({ domains: [books] })
        const wait = <A>(work: Promise<A>) => Effect.promise(() => work)
        const ids = yield* Effect.forEach(hostileTexts, (text, index) =>
          Effect.map(
            post(`${url}/v1/admin/books/book`, admin, {
              isbn13: `978044190001${index}`,
              title: text,
              author: text,
              tags: [text],
              finished_on: "2025-03-15"
            }),
            ({ json, status }) => {
              expect({ text, status }).toEqual({ text, status: 201 })
              return (json as { readonly id: number }).id
            }
          )
        )
        const { errors, page, requested } = yield* visit({ now: sampleNow, width: 360 })
        const addresses = [`/#key=${read}`, "/books", ...ids.map((id) => `/books/${id}`)]
        for (const address of addresses) {
          yield* wait(page.goto(url + address))
          yield* wait(page.locator("main :is(h1, h2, h3)").first().waitFor())
          yield* wait(page.locator("[aria-busy=true]").first().waitFor({ state: "detached" }))
          expect({ address, hasRun: yield* wait(page.evaluate("globalThis.hasRun === true")) }).toEqual({
            address,
            hasRun: false
          })
          expect({ address, fits: yield* fits(page) }).toEqual({ address, fits: true })
          const links = yield* wait(
            page.evaluate<ReadonlyArray<string>>("[...document.querySelectorAll('main a')].map((one) => one.href)")
          )
          expect(links.filter((link) => !link.startsWith(`${url}/`))).toEqual([])
        }
        yield* wait(page.goto(`${url}/books/${ids[0]}`))
        yield* wait(page.getByText(hostileTexts[0]!).first().waitFor())
        expect(requested.filter((one) => !one.startsWith(url) && !one.startsWith("data:"))).toEqual([])
        expect(errors).toEqual([])
      }),
    patience
  )

  it.scopedLive(
    "says what is missing while it is empty",
    () =>
      Effect.gen(function* () {
        const empty = { ...books, name: "shelf", title: "Empty shelf" }
        const { read, url } = yield* host({ domains: [empty] })
        const { errors, page } = yield* visit({ now: sampleNow })
        yield* Effect.promise(() => page.goto(`${url}/#key=${read}`))
        yield* loaded(page)
        const chapter = page.getByRole("region", { name: "Empty shelf", exact: true })
        expect(yield* Effect.promise(() => chapter.innerText())).toContain("No records of Empty shelf yet")
        expect(errors).toEqual([])
      }),
    patience
  )
})
