import { describe, expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import { patience } from "../../cli/test/support/daybook.js"
import { get } from "../../cli/test/support/host.js"
import { becomes, browserPath, tabIn, violations } from "./support/browser.js"
import { answered, checkAll, wait } from "./support/everyAddress.js"
import { EmptyStage, type Stage, SampleStage, emptyStage, sampleStage } from "./support/stage.js"

const open = ({ browser, key, url }: Stage, path: string) =>
  Effect.gen(function* () {
    const tab = yield* tabIn(browser)
    yield* wait(() => tab.page.goto(`${url}${path}#key=${key}`))
    yield* answered(tab.page)
    return tab
  })

/** Every address without an id, and its heading. */
const places = [
  ["/listening", "Listening"],
  ["/listening/history", "Every play"],
  ["/running", "Running"],
  ["/watching", "Watching"],
  ["/watching?list=films&decade=1990", "Watching"],
  ["/watching?list=shows", "Watching"],
  ["/collecting", "The shelf"],
  ["/collecting?shelf=unplayed", "The shelf"],
  ["/collecting?shelf=discs", "The shelf"],
  ["/collecting?shelf=unwatched", "The shelf"],
  ["/reading", "Reading"],
  ["/attending", "Attending"],
  ["/feed", "What happened"],
  ["/search?q=tide", "Search: tide"],
  [`/year/${new Date().getFullYear() - 1}`, String(new Date().getFullYear() - 1)]
] as const

interface Listed {
  readonly data: ReadonlyArray<Readonly<Record<string, unknown>>>
}

/** The first item of a list of the API. */
const firstOf = ({ key, url }: Stage, path: string) =>
  Effect.map(get(`${url}/v1/${path}`, key), ({ body }) => (body as unknown as Listed).data[0]!)

/** An address with an id for each kind of record, and its heading. */
const records = (stage: Stage) =>
  Effect.gen(function* () {
    const artist = yield* firstOf(stage, "listening/top/artists?period=overall&limit=1")
    const album = yield* firstOf(stage, "listening/top/albums?period=overall&limit=1")
    const run = yield* firstOf(stage, "running/activities?limit=1")
    const film = yield* firstOf(stage, "watching/movies?limit=1")
    const show = yield* firstOf(stage, "watching/shows?limit=1")
    const highlight = yield* firstOf(stage, "reading/highlights?limit=1")
    const game = yield* firstOf(stage, "attending/events?category=sports&attended=1&limit=1")
    const concert = yield* firstOf(stage, "attending/events?category=music&attended=1&limit=1")
    const record = yield* firstOf(stage, "collecting/cross-reference?filter=listened&limit=1")
    const unplayed = yield* firstOf(stage, "collecting/cross-reference?filter=unlistened&limit=1")
    const disc = yield* firstOf(stage, "collecting/media?limit=1")
    const copies = [record, unplayed].map(
      ({ collection }) => collection as { readonly id: number; readonly title: string }
    )
    const article = highlight["article"] as { readonly id: number; readonly title: string }
    return [
      [`/listening/artists/${artist["id"]}`, artist["name"]],
      [`/listening/albums/${album["id"]}`, album["name"]],
      [`/running/${run["id"]}`, run["name"]],
      [`/watching/films/${film["id"]}`, film["title"]],
      [`/watching/shows/${show["id"]}`, show["title"]],
      ...copies.map(({ id, title }) => [`/collecting/${id}`, title] as const),
      [`/collecting/discs/${disc["id"]}`, disc["title"]],
      [`/reading/${article.id}`, article.title],
      [`/attending/${game["id"]}`, game["title"]],
      [`/attending/${concert["id"]}`, concert["title"]]
    ] as ReadonlyArray<readonly [path: string, heading: string]>
  })

/** Both hosts start at the same time. */
const stages = Layer.merge(sampleStage, emptyStage)

describe.skipIf(browserPath === undefined)("the app in a browser", () => {
  layer(stages, { timeout: patience, excludeTestServices: true })("over the sample owner's data", (it) => {
    it.scoped(
      "shows every address: title, accessibility light and dark, 360, 1280 and 2560 pixels, no error",
      () =>
        Effect.gen(function* () {
          const stage = yield* SampleStage
          yield* checkAll(stage, [...places, ...(yield* records(stage))])
        }),
      patience
    )

    it.scoped(
      "follows links, and Back returns to the place and to how far it was scrolled",
      () =>
        Effect.gen(function* () {
          const { page } = yield* open(yield* SampleStage, "/listening")
          const link = page.locator("ol.top li a").nth(9)
          const name = yield* wait(() => link.innerText())
          yield* wait(() => link.scrollIntoViewIfNeeded())
          yield* wait(() => page.evaluate("scrollTo(0, 300)"))
          yield* wait(() => link.click())
          yield* wait(() => page.getByRole("heading", { level: 1, name }).waitFor())
          yield* answered(page)
          expect(yield* wait(() => page.title())).toBe(`${name} · Daybook`)
          expect(yield* wait(() => page.evaluate("document.activeElement.textContent"))).toBe(name)
          expect(yield* wait(() => page.evaluate("scrollY"))).toBe(0)
          yield* wait(() => page.goBack())
          yield* wait(() => page.getByRole("heading", { level: 1, name: "Listening" }).waitFor())
          expect(yield* wait(() => page.evaluate("scrollY"))).toBe(300)
          expect(yield* wait(() => page.title())).toBe("Listening · Daybook")
        }),
      patience
    )

    it.scoped(
      "keeps the previous list until the next one is there, and shows no placeholder before 300 ms",
      () =>
        Effect.gen(function* () {
          const { page } = yield* open(yield* SampleStage, "/listening")
          const before = yield* wait(() => page.locator("ol.top").innerText())
          // Requests of the rest of the page would wait as well.
          yield* wait(() => page.waitForFunction("document.querySelector('.placeholder') === null"))
          let release = () => {}
          const released = new Promise<void>((resolve) => (release = resolve))
          yield* wait(() =>
            page.route(/\/v1\/(batch$|listening\/top\/albums)/, async (route) => {
              await released
              await route.continue()
            })
          )
          yield* wait(() => page.getByRole("button", { name: "Albums", exact: true }).click())
          yield* wait(() => page.locator("section[aria-label='Top albums'][aria-busy=true]").waitFor())
          expect(yield* wait(() => page.locator("ol.top").innerText())).toBe(before)
          expect(yield* wait(() => page.locator(".placeholder").count())).toBe(0)
          release()
          yield* answered(page)
          expect(yield* wait(() => page.locator("ol.top").innerText())).not.toBe(before)
          expect(new URL(page.url()).search).toBe("?top=albums")
          yield* wait(() => page.route(/\/v1\/(batch$|listening\/history)/, () => new Promise(() => {})))
          yield* wait(() => page.getByRole("link", { name: "Every play, with filters" }).click())
          yield* wait(() => page.locator(".placeholder").waitFor({ state: "attached" }))
          const opacity = "Number(getComputedStyle(document.querySelector('.placeholder')).opacity)"
          expect(yield* wait(() => page.evaluate(opacity))).toBe(0)
          yield* wait(() => page.waitForTimeout(700))
          expect(yield* wait(() => page.evaluate(opacity))).toBe(1)
        }),
      patience
    )

    it.scoped(
      "works by keyboard: j and k walk, Enter opens, ? lists the keys, / searches",
      () =>
        Effect.gen(function* () {
          const { errors, page } = yield* open(yield* SampleStage, "/listening")
          const focused = wait(() => page.evaluate("document.activeElement.textContent") as Promise<string>)
          const names = yield* wait(() => page.locator("ol.top li a").allInnerTexts())
          yield* wait(() => page.keyboard.press("j"))
          yield* wait(() => page.keyboard.press("j"))
          expect(yield* focused).toBe(names[1])
          yield* wait(() => page.keyboard.press("k"))
          expect(yield* focused).toBe(names[0])
          yield* wait(() => page.keyboard.press("?"))
          expect(yield* wait(() => page.getByRole("dialog", { name: "Keys" }).innerText())).toContain("search")
          expect(yield* violations(page)).toEqual([])
          yield* wait(() => page.keyboard.press("Escape"))
          yield* wait(() => page.locator("ol.top li a").first().focus())
          yield* wait(() => page.keyboard.press("Enter"))
          yield* wait(() => page.getByRole("heading", { level: 1, name: names[0]! }).waitFor())
          yield* wait(() => page.keyboard.press("/"))
          yield* wait(() => page.keyboard.type("tide"))
          yield* wait(() => page.keyboard.press("Enter"))
          yield* wait(() => page.getByRole("heading", { level: 1, name: "Search: tide" }).waitFor())
          yield* answered(page)
          yield* wait(() => page.getByRole("searchbox").fill("velmora"))
          yield* wait(() => page.getByRole("heading", { level: 1, name: "Search: velmora" }).waitFor())
          expect(errors).toEqual([])
        }),
      patience
    )

    it.scoped(
      "reads a run point by point, on the chart and on the map, and the table behind the chart",
      () =>
        Effect.gen(function* () {
          const stage = yield* SampleStage
          const run = yield* firstOf(stage, "running/activities?limit=1")
          const { page } = yield* open(stage, `/running/${run["id"]}`)
          const chart = page.getByRole("slider", { name: "Pace, heart rate and elevation of each mile" })
          yield* wait(() => chart.focus())
          yield* wait(() => page.keyboard.press("Home"))
          expect(yield* wait(() => chart.getAttribute("aria-valuetext"))).toMatch(/^Mile 1: Pace.* \d+:\d\d/)
          expect(yield* wait(() => page.locator(".track-map .here").count())).toBe(1)
          yield* wait(() => page.getByText("As a table: Pace, heart rate").click())
          yield* wait(() => page.locator(".behind tbody tr").first().waitFor())
          const { body } = yield* get(`${stage.url}/v1/running/activities/${run["id"]}/splits`, stage.key)
          expect(yield* wait(() => page.locator(".behind tbody tr").count())).toBe(
            (body as unknown as Listed).data.length
          )
        }),
      patience
    )

    it.scoped(
      "steps through the cards of a year, and saves them",
      () =>
        Effect.gen(function* () {
          const stage = yield* SampleStage
          const year = new Date().getFullYear() - 1
          const { errors, page } = yield* open(stage, `/year/${year}`)
          const { body } = yield* get(`${stage.url}/v1/year/${year}/cards`, stage.key)
          const cards = (body as unknown as Listed).data as ReadonlyArray<Record<"name" | "title", string>>
          const card = page.locator(".card img")
          yield* wait(() => card.waitFor())
          expect(yield* wait(() => card.getAttribute("alt"))).toContain(cards[0]!.title)
          yield* wait(() => page.getByRole("button", { name: "Next", exact: true }).click())
          yield* wait(() => page.locator(`.card img[alt^="${cards[1]!.title}"]`).waitFor())
          expect(new URL(page.url()).searchParams.get("card")).toBe(cards[1]!.name)
          // The picture is drawn, not a broken one.
          expect(yield* wait(() => becomes(page, "document.querySelector('.card img').naturalWidth === 1200"))).toBe(
            true
          )
          for (const [format, magic] of [
            ["PNG", "\x89PNG"],
            ["SVG", "<svg"]
          ] as const) {
            const download = page.waitForEvent("download")
            yield* wait(() => page.getByRole("button", { name: `Download ${format}` }).click())
            const file = yield* wait(() => download)
            expect(file.suggestedFilename()).toBe(`${year}-${cards[1]!.name}.${format.toLowerCase()}`)
            const path = yield* wait(() => file.path())
            expect(readFileSync(path).toString("latin1", 0, 4)).toBe(magic)
          }
          expect(errors).toEqual([])
        }),
      patience
    )

    it.scoped(
      "loads the feed as one scrolls, by domain",
      () =>
        Effect.gen(function* () {
          const { page } = yield* open(yield* SampleStage, "/feed?domain=reading")
          expect(yield* wait(() => page.locator(".feed-item").count())).toBe(50)
          yield* wait(() => page.evaluate("scrollTo(0, document.body.scrollHeight)"))
          yield* wait(() => page.locator(".feed-item").nth(99).waitFor())
          const domains = yield* wait(() => page.locator(".feed-item .domain-name").allInnerTexts())
          expect(new Set(domains)).toEqual(new Set(["Reading"]))
        }),
      patience
    )

    it.scoped(
      "says that an address or a record does not exist",
      () =>
        Effect.gen(function* () {
          const stage = yield* SampleStage
          const wrong = yield* open(stage, "/listening/nothing/here")
          expect(yield* wait(() => wrong.page.locator("h1").innerText())).toBe("Page not found")
          expect(yield* wait(() => wrong.page.title())).toBe("Page not found · Daybook")
          expect(yield* violations(wrong.page)).toEqual([])
          expect(wrong.errors).toEqual([])
          const unknown = yield* open(stage, "/watching/films/999999999")
          expect(yield* wait(() => unknown.page.locator("h1").innerText())).toBe("No such film")
        }),
      patience
    )

    it.scoped(
      "moves nothing by more than 0.02 while a page loads",
      () =>
        Effect.gen(function* () {
          const { browser, key, url } = yield* SampleStage
          const { page } = yield* tabIn(browser)
          yield* wait(() => page.goto(`${url}/#key=${key}`))
          yield* answered(page)
          const shift = `new Promise((resolve) => new PerformanceObserver((list) =>
            resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0))
          ).observe({ type: "layout-shift", buffered: true }) ?? setTimeout(() => resolve(0), 500))`
          const moved: Array<readonly [path: string, sum: number]> = []
          for (const path of ["/", "/listening", "/running", "/watching", "/collecting", "/reading", "/attending"]) {
            yield* wait(() => page.goto(`${url}${path}`))
            yield* answered(page)
            moved.push([path, (yield* wait(() => page.evaluate(shift))) as number])
          }
          expect(moved.filter(([, sum]) => sum > 0.02)).toEqual([])
        }),
      patience
    )

    it.scoped(
      "shows every address of an empty home without an error or a request that is answered with 404",
      () => Effect.flatMap(EmptyStage, (stage) => checkAll(stage, places)),
      patience
    )
  })
})
