import { describe, expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import type { Browser, Page } from "playwright-core"
import { host } from "../../http/test/support/host.js"
import { post } from "../../http/test/support/http.js"
import { becomes, browser, browserPath, tabIn, violations } from "../../page/test/support/browser.js"
import { fakeHost, siteOf, type Site } from "./support/site.js"

class Chromium extends Context.Tag("@daybook/embed/test/Chromium")<Chromium, Browser>() {}

const wait = <A>(work: () => Promise<A>) => Effect.promise(work)

const tagged = (name: string, host: string, more = "", inside = "") =>
  `<${name} host="${host}" publishable-key="svc_pub_EXAMPLEexampleEXAMPLEexample0123456" ${more}>${inside}</${name}>`

/** The text of an element's shadow. */
const textOf = (name: string) => `document.querySelector("${name}").shadowRoot.querySelector("[part=body]")?.innerText`
const shows = (page: Page, name: string, text: string) =>
  wait(() => becomes(page, `(${textOf(name)} ?? "").includes(${JSON.stringify(text)})`))

/** A tab on a page of a site, and what its console warnings. */
const visiting = (address: string, before: (page: Page) => Promise<unknown> = () => Promise.resolve()) =>
  Effect.gen(function* () {
    const tab = yield* tabIn(yield* Chromium)
    const warnings: Array<string> = []
    tab.page.on("console", (message) => warnings.push(`${message.type()}: ${message.text()}`))
    yield* wait(() => before(tab.page))
    yield* wait(() => tab.page.goto(address))
    return { ...tab, warnings }
  })

const everyElement = (host: string, key: string) =>
  ["daybook-now-playing", "daybook-top period=overall", "daybook-feed", "daybook-year-grid year=2025"]
    .map((tag) => `<${tag} host="${host}/" publishable-key="${key}"></${tag.split(" ")[0]}>`)
    .join("")

/** A host with the sample owner's plays, a site, and a key for the site's origin. */
const published = Effect.gen(function* () {
  const { admin, url } = yield* host({ publish: true })
  const site: Site = { host: url, body: "" }
  const address = yield* siteOf(site)
  const keyAnswer = yield* post(`${url}/v1/admin/keys`, admin, {
    ...{ name: "site", scope: "publish", lens: "site", origins: [address] }
  })
  site.body = everyElement(url, keyAnswer.json.key as string)
  return { url, site, address }
})

const chromium = Layer.scoped(Chromium, browser)

describe.skipIf(browserPath === undefined)("the elements", () => {
  layer(chromium, { excludeTestServices: true })((it) => {
    it.scoped("show what the lens shows on a page of the key's origin, under a strict policy", () =>
      Effect.gen(function* () {
        const { address } = yield* published
        const { errors, page, warnings } = yield* visiting(address)
        expect([
          yield* shows(page, "daybook-now-playing", "Last played: "),
          yield* shows(page, "daybook-top", "Glass Orchard"),
          yield* shows(page, "daybook-feed", "2025"),
          yield* shows(page, "daybook-year-grid", "2025: 25 plays on 25 days")
        ]).toEqual([true, true, true, true])
        const count = (selector: string) => wait(() => page.locator(`daybook-${selector}`).count())
        expect([yield* count("top li"), yield* count("feed li"), yield* count("year-grid rect")]).toEqual([3, 3, 365])
        // 2025-01-01 was a Wednesday: the third square of the first column.
        const first = page.locator("daybook-year-grid rect").first()
        expect(yield* wait(() => Promise.all(["x", "y"].map((name) => first.getAttribute(name))))).toEqual(["0", "38"])
        for (const colorScheme of ["light", "dark"] as const) {
          yield* wait(() => page.emulateMedia({ colorScheme }))
          yield* wait(() =>
            page.evaluate(`document.querySelectorAll("[host]").forEach((one) => one.setAttribute("theme", "auto"))`)
          )
          expect(yield* violations(page)).toEqual([])
        }
        expect([errors, warnings]).toEqual([[], []])
      })
    )

    it.scoped("show nothing on a page of another origin, and say why in its console", () =>
      Effect.gen(function* () {
        const { site, url } = yield* published
        const other = yield* siteOf(site)
        const { page, warnings } = yield* visiting(other)
        const reason = `warning: daybook-feed: ${url} does not let pages of ${other} use this key: give it the origin ${other}`
        yield* wait(async () => {
          while (!warnings.includes(reason)) await page.waitForTimeout(50)
        })
        expect(yield* wait(() => page.locator("main").innerText())).toBe("A site")
        expect(yield* wait(() => page.locator("daybook-feed [part=body]").count())).toBe(0)
      })
    )

    it.scoped("show texts of others as text", () =>
      Effect.gen(function* () {
        const fake = yield* fakeHost
        const hostile = `<img src=x onerror="window.isHacked = true"><script>window.isHacked = true</script>&amp;`
        fake.answers.set("/v1/listening/now-playing", {
          is_playing: true,
          track: { name: hostile, url: "javascript:window.isHacked=true", artist: { name: hostile } }
        })
        const entry = { name: hostile, detail: hostile, playcount: 3, url: " javascript:window.isHacked=true" }
        fake.answers.set("/v1/listening/top/tracks", { data: [entry] })
        fake.answers.set("/v1/feed", {
          data: [{ occurred_at: "2026-03-14T20:15:00.000Z", title: hostile, subtitle: hostile }]
        })
        const body = [
          tagged("daybook-now-playing", fake.url, `playing-label="<b>Now"`),
          tagged("daybook-top", fake.url, "kind=tracks"),
          tagged("daybook-feed", fake.url)
        ].join("")
        const address = yield* siteOf({ host: fake.url, body })
        const { page } = yield* visiting(address)
        for (const name of ["daybook-now-playing", "daybook-top", "daybook-feed"])
          expect([name, yield* shows(page, name, hostile)]).toEqual([name, true])
        expect(yield* shows(page, "daybook-now-playing", "<b>Now: ")).toBe(true)
        const counts = `[...document.querySelectorAll("[host]")].map(({ shadowRoot }) =>
          shadowRoot.querySelectorAll("img, script, a, b").length)`
        expect(yield* wait(() => page.evaluate(counts))).toEqual([0, 0, 0])
        expect(yield* wait(() => page.evaluate("window.isHacked"))).toBeUndefined()
      })
    )

    it.scoped("keep what they show while the host is offline, and follow it when it is back", () =>
      Effect.gen(function* () {
        const fake = yield* fakeHost
        const playing = (name: string) =>
          fake.answers.set("/v1/listening/now-playing", { is_playing: false, track: { name } })
        playing("Low Tide")
        const body =
          tagged("daybook-now-playing", fake.url, "", "Nothing yet") + tagged("daybook-feed", fake.url, "", "No feed")
        const address = yield* siteOf({ host: fake.url, body })
        const { errors, page, warnings } = yield* visiting(address, (page) => page.clock.install())
        expect(yield* shows(page, "daybook-now-playing", "Last played: Low Tide")).toBe(true)
        // What the page put inside stays while there is no answer.
        expect(yield* wait(() => page.locator("daybook-feed").innerText())).toBe("No feed")
        yield* wait(() =>
          page.evaluate(`addEventListener("daybook-error", ({ detail }) => (window.failures ??= []).push(detail))`)
        )
        fake.isOffline = true
        yield* wait(() => page.clock.runFor(60_000))
        expect(yield* wait(() => becomes(page, "(window.failures ?? []).length > 0"))).toBe(true)
        expect(yield* wait(() => page.evaluate("window.failures[0]"))).toEqual({
          status: 0,
          message: `${fake.url} does not answer`
        })
        expect(yield* wait(() => page.locator("daybook-now-playing [part=track]").innerText())).toBe("Low Tide")
        fake.isOffline = false
        playing("High Tide")
        yield* wait(() => page.clock.runFor(20 * 60_000))
        expect(yield* shows(page, "daybook-now-playing", "Last played: High Tide")).toBe(true)
        expect([errors, warnings.filter((text) => text.startsWith("warning"))]).toEqual([[], []])
      })
    )

    it.scoped("send no key that shows everything, and say what they lack", () =>
      Effect.gen(function* () {
        const fake = yield* fakeHost
        const body = [
          `<daybook-top host="${fake.url}" publishable-key="svc_live_EXAMPLEexampleEXAMPLEexample0123456"></daybook-top>`,
          `<daybook-feed host="${fake.url}"></daybook-feed>`,
          `<daybook-year-grid host="life" publishable-key="svc_pub_x"></daybook-year-grid>`
        ].join("")
        const address = yield* siteOf({ host: fake.url, body })
        const { page, warnings } = yield* visiting(address)
        expect(yield* wait(() => becomes(page, "customElements.get('daybook-year-grid') !== undefined"))).toBe(true)
        expect(warnings).toEqual([
          "warning: daybook-top: takes publishable keys alone (svc_pub_…): revoke this one, since everybody can read it here",
          "warning: daybook-feed: needs the attribute publishable-key",
          'warning: daybook-year-grid: needs the attribute host="https://…"'
        ])
        expect(fake.requests).toEqual([])
      })
    )

    it.scoped("need no host on a page that loads them from it, follow their attributes, and end when removed", () =>
      Effect.gen(function* () {
        const fake = yield* fakeHost
        fake.answers.set("/v1/reading/calendar", { year: 2024, days: [{ date: "2024-02-29", saved: 3, finished: 1 }] })
        fake.answers.set("/v1/running/calendar", { year: 2023, data: [{ date: "2023-06-01", count: 1200 }] })
        const body = `<daybook-year-grid publishable-key="svc_pub_x" domain="reading" locale="de"></daybook-year-grid>`
        const address = yield* siteOf({ host: fake.url, body })
        const { page } = yield* visiting(address, (page) => page.clock.install())
        expect(yield* shows(page, "daybook-year-grid", "2024: 1 article read on 1 day")).toBe(true)
        expect(yield* wait(() => page.locator("rect").count())).toBe(366)
        yield* wait(() =>
          page.evaluate(`(() => {
            const grid = document.querySelector("daybook-year-grid")
            grid.setAttribute("domain", "running")
            grid.setAttribute("year", "2023")
          })()`)
        )
        expect(yield* shows(page, "daybook-year-grid", "2023: 1.200 runs on 1 day")).toBe(true)
        expect(fake.requests).toEqual(["/v1/reading/calendar", "/v1/running/calendar?year=2023"])
        yield* wait(() => page.evaluate(`document.querySelector("daybook-year-grid").remove()`))
        yield* wait(() => page.clock.runFor(60 * 60_000))
        expect(fake.requests).toHaveLength(2)
      })
    )

    it.scoped("stand still for those who want less motion, and have colours for both themes", () =>
      Effect.gen(function* () {
        const fake = yield* fakeHost
        fake.answers.set("/v1/listening/now-playing", { is_playing: true, track: { name: "Low Tide" } })
        const address = yield* siteOf({ host: fake.url, body: tagged("daybook-now-playing", fake.url, "theme=auto") })
        const { page } = yield* visiting(address)
        expect(yield* shows(page, "daybook-now-playing", "Playing: Low Tide")).toBe(true)
        const motion = () =>
          page.evaluate<string>(
            `getComputedStyle(document.querySelector("daybook-now-playing").shadowRoot.querySelector("i")).animationName`
          )
        const colours = () =>
          page.evaluate<string>(`(() => {
            const { backgroundColor, color } = getComputedStyle(document.querySelector("daybook-now-playing"))
            return color + " on " + backgroundColor
          })()`)
        expect(yield* wait(motion)).toBe("none")
        yield* wait(() => page.emulateMedia({ reducedMotion: "no-preference" }))
        expect(yield* wait(motion)).toBe("bar")
        expect(yield* wait(colours)).toBe("rgb(34, 34, 34) on rgb(255, 255, 255)")
        yield* wait(() => page.emulateMedia({ colorScheme: "dark" }))
        expect(yield* wait(colours)).toBe("rgb(238, 238, 238) on rgb(28, 29, 32)")
      })
    )
  })
})
