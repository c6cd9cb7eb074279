import { describe, expect, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import sharp from "sharp"
import { pageRequests } from "../../http/src/front/pageRequests.js"
import { host } from "../../http/test/support/host.js"
import { sampleNow } from "../../http/test/support/library.js"
import { newDataDir } from "../../cli/test/support/dataDir.js"
import { daybook, patience } from "../../cli/test/support/daybook.js"
import { newKey, serve } from "../../cli/test/support/host.js"
import { brokenWords, browserPath, fits, loaded, visit, violations } from "./support/browser.js"

const chapters = ["Now", "Listening", "Running", "Watching", "The shelf", "Reading", "Attending", "What happened"]

const on = (name: string, test: Effect.Effect<void, unknown, Scope.Scope>) => it.scopedLive(name, () => test, patience)

// Skipped without a browser; `.ci/run` installs one.
describe.skipIf(browserPath === undefined)("the page at /, in a browser", () => {
  on(
    "shows data from the API, with the key only in a header",
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const { errors, page, reads, requested } = yield* visit({ now: sampleNow })
      yield* Effect.promise(() => page.goto(`${url}/#key=${read}`))
      yield* loaded(page)
      expect(page.url()).toBe(`${url}/`)
      expect(yield* Effect.promise(() => page.evaluate("sessionStorage.length"))).toBe(1)
      expect(yield* Effect.promise(() => page.evaluate("JSON.stringify(localStorage)"))).not.toContain(read)
      expect(yield* Effect.promise(() => page.locator("main h2").allInnerTexts())).toEqual(chapters)
      const text = yield* Effect.promise(() => page.locator("main").innerText())
      for (const word of [
        "Glass Orchard",
        "The Paper Lanterns",
        "The listening year",
        "Miles, year by year",
        "Being read"
      ])
        expect(text).toContain(word)
      expect(requested.filter((address) => address.includes(read))).toEqual([])
      expect(requested.filter((address) => !address.startsWith(`${url}/`) && !address.startsWith("data:"))).toEqual([])
      const apiRequests = requested.filter((address) => address.includes("/v1/"))
      expect(apiRequests.length).toBeLessThan(10)
      // Hosts compute these in advance. The other requests are not cached, or are about the host itself.
      const others = [
        "/v1/batch",
        "/v1/changes?since=now",
        "/v1/health/sync",
        "/v1/listening/now-playing",
        "/v1/stream?topics=now_playing",
        "/v1/reading/highlights/random"
      ]
      const today = new Date(sampleNow).toISOString().slice(0, 10)
      expect(new Set([...reads, ...apiRequests.map((address) => address.slice(url.length))])).toEqual(
        new Set([...pageRequests(today, "imperial"), ...others])
      )
      expect(errors).toEqual([])
      expect(text).not.toMatch(/\b1 (days|plays|episodes|weeks|minutes)\b|\bever\b/)
      // The key survives a reload in the session storage.
      yield* Effect.promise(() => page.reload())
      yield* loaded(page)
      expect(yield* Effect.promise(() => page.locator("main h2").allInnerTexts())).toEqual(chapters)
    })
  )

  on(
    "can be reloaded many times within the default rate limit",
    Effect.gen(function* () {
      const { read, url } = yield* host({ rateLimit: 100 })
      const { errors, page } = yield* visit({ now: sampleNow })
      yield* Effect.promise(() => page.goto(`${url}/#key=${read}`))
      yield* loaded(page)
      const limited: Array<string> = []
      page.on("response", (response) => response.status() === 429 && limited.push(response.url()))
      for (let times = 0; times < 12; times++) {
        yield* Effect.promise(() => page.reload())
        yield* loaded(page)
      }
      expect(limited).toEqual([])
      expect(errors).toEqual([])
    })
  )

  on(
    "has an API reference with dark mode",
    Effect.gen(function* () {
      const { url } = yield* host()
      const shade = (dark: boolean) =>
        Effect.gen(function* () {
          const { page } = yield* visit({ dark })
          yield* Effect.promise(() => page.goto(`${url}/docs`))
          yield* Effect.promise(() => page.locator(".swagger-ui .info").waitFor({ timeout: patience }))
          const shot = yield* Effect.promise(() => page.screenshot({ clip: { x: 0, y: 0, width: 1280, height: 800 } }))
          const { channels } = yield* Effect.promise(() => sharp(shot).stats())
          return channels.slice(0, 3).reduce((sum, { mean }) => sum + mean, 0) / 3
        })
      expect(yield* shade(false)).toBeGreaterThan(200)
      expect(yield* shade(true)).toBeLessThan(80)
    })
  )

  for (const reader of [{ width: 1280 }, { width: 1280, dark: true }, { width: 1000 }, { width: 360 }]) {
    on(
      `is accessible and fits the screen: ${JSON.stringify(reader)}`,
      Effect.gen(function* () {
        const { read, url } = yield* host()
        const { page } = yield* visit({ now: sampleNow, ...reader })
        yield* Effect.promise(() => page.goto(`${url}/#key=${read}`))
        yield* loaded(page)
        expect(yield* violations(page)).toEqual([])
        expect(yield* brokenWords(page)).toEqual([])
        expect(yield* fits(page)).toBe(true)
      })
    )
  }

  on(
    "works by keyboard: the skip link, charts point by point, the search with /",
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const { errors, page } = yield* visit({ now: sampleNow })
      yield* Effect.promise(() => page.goto(`${url}/#key=${read}`))
      yield* loaded(page)
      yield* Effect.promise(() => page.keyboard.press("Tab"))
      expect(yield* Effect.promise(() => page.evaluate("document.activeElement.textContent"))).toBe(
        "Skip to the content"
      )
      const chart = page.getByRole("slider", { name: "Plays of each day of 2025" })
      yield* Effect.promise(() => chart.focus())
      yield* Effect.promise(() => page.keyboard.press("Home"))
      expect(yield* Effect.promise(() => chart.getAttribute("aria-valuetext"))).toMatch(/^Wed,? 1 January: \d+ plays?$/)
      yield* Effect.promise(() => page.keyboard.press("ArrowRight"))
      expect(yield* Effect.promise(() => chart.getAttribute("aria-valuetext"))).toMatch(/^Thu,? 2 January: \d+ plays?$/)
      yield* Effect.promise(() => page.keyboard.press("/"))
      yield* Effect.promise(() => page.keyboard.type("glass"))
      yield* Effect.promise(() => page.getByRole("region", { name: "Search results" }).waitFor())
      yield* Effect.promise(() => page.keyboard.press("Escape"))
      yield* Effect.promise(() => page.getByRole("region", { name: "Search results" }).waitFor({ state: "detached" }))
      // The results do not cover the page that is opened from them.
      yield* Effect.promise(() => page.keyboard.type("ferry"))
      yield* Effect.promise(() => page.locator(".results li a").first().click())
      yield* Effect.promise(() => page.locator(".results").waitFor({ state: "detached" }))
      // The last entries of / are folded away: `k` goes to the last one that can have the focus.
      yield* Effect.promise(() => page.getByRole("link", { name: "Daybook", exact: true }).click())
      yield* loaded(page)
      yield* Effect.promise(() => page.keyboard.press("k"))
      expect(yield* Effect.promise(() => page.evaluate("document.activeElement.closest('main li') !== null"))).toBe(
        true
      )
      expect(errors).toEqual([])
    })
  )

  on(
    "asks for another key when the host rejects the current one",
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const { errors, page } = yield* visit({ now: sampleNow })
      yield* Effect.promise(() => page.goto(`${url}/#key=svc_live_wrong`))
      yield* Effect.promise(() => page.getByRole("alert").waitFor())
      expect(yield* Effect.promise(() => page.getByRole("alert").innerText())).toMatch(
        /^The host does not know this key/
      )
      expect(yield* violations(page)).toEqual([])
      yield* Effect.promise(() => page.getByLabel("A read key").fill(read))
      yield* Effect.promise(() => page.keyboard.press("Enter"))
      yield* loaded(page)
      expect(yield* Effect.promise(() => page.locator("main h2").allInnerTexts())).toEqual(chapters)
      expect(errors).toEqual([])
    })
  )

  on(
    "shows the other blocks when one domain fails",
    Effect.gen(function* () {
      const stage = yield* host()
      stage.trouble.failure = "defect"
      const { errors, page } = yield* visit({ now: sampleNow })
      yield* Effect.promise(() => page.goto(`${stage.url}/#key=${stage.read}`))
      yield* loaded(page)
      const year = page.getByRole("region", { name: "The listening year" })
      expect(yield* Effect.promise(() => year.innerText())).toContain("This could not be read: the host answered 500.")
      expect(yield* Effect.promise(() => page.getByRole("slider", { name: "Distance run since" }).count())).toBe(1)
      stage.trouble.failure = undefined
      yield* Effect.promise(() => year.getByRole("button", { name: "Try again" }).click())
      yield* Effect.promise(() => page.getByRole("slider", { name: "Plays of each day of 2025" }).waitFor())
      expect(errors).toEqual([])
    })
  )

  on(
    "shows a pause that the host asks for, and then continues",
    Effect.gen(function* () {
      const { read, url } = yield* host({ rateLimit: 9 })
      const { errors, page } = yield* visit()
      const refused = new Set<string>()
      // The real window is a minute, so the 429 is simulated with a pause of one second.
      yield* Effect.promise(() =>
        page.route("**/v1/**", async (route) => {
          const address = route.request().url()
          const isFirst = refused.size < 3 && !refused.has(address)
          if (isFirst) refused.add(address)
          await (isFirst
            ? route.fulfill({ status: 429, headers: { "retry-after": "1" }, body: "{}" })
            : route.fulfill({ status: 404, body: "{}" }))
        })
      )
      yield* Effect.promise(() => page.goto(`${url}/#key=${read}`))
      yield* Effect.promise(() => page.getByText("the host asked for a pause").waitFor())
      yield* loaded(page)
      yield* Effect.promise(() => page.getByText("the host asked for a pause").waitFor({ state: "detached" }))
      expect(errors).toEqual([])
    })
  )

  on(
    "shows first steps for an empty instance, and recovers when the host restarts",
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir }
      const { key } = yield* newKey(env)
      const { host: process, url } = yield* serve(env)
      const { errors, missing, page } = yield* visit()
      yield* Effect.promise(() => page.goto(`${url}/#key=${key}`))
      yield* loaded(page)
      yield* Effect.promise(() => page.getByRole("region", { name: "Nothing is written here yet" }).waitFor())
      expect(yield* Effect.promise(() => page.locator("main").innerText())).toContain(
        "daybook import lastfm scrobbles.csv"
      )
      expect(yield* violations(page)).toEqual([])
      expect(missing).toEqual([])
      for (const width of [1280, 1000, 700, 360]) {
        yield* Effect.promise(() => page.setViewportSize({ width, height: 900 }))
        expect({ width, broken: yield* brokenWords(page) }).toEqual({ width, broken: [] })
      }
      yield* process.kill("SIGTERM")
      yield* process.ended
      yield* Effect.promise(() => page.getByLabel("Search everything").fill("anything"))
      yield* Effect.promise(() => page.getByText("The host is starting again.").waitFor())
      yield* Effect.promise(() => page.getByText("The host does not answer. Is").waitFor())
      expect(errors).toEqual([])
      expect(yield* Effect.promise(() => page.locator("main h2").allInnerTexts())).toEqual(
        expect.arrayContaining(chapters)
      )
      const back = yield* daybook(["serve", "--port", new URL(url).port, "--no-schedule"], env)
      yield* back.says(/listening on/)
      // The page finds the host by itself.
      yield* Effect.promise(() => page.getByText("The host does not answer. Is").waitFor({ state: "detached" }))
      yield* Effect.promise(() => page.getByText("Nothing found for “anything”.").waitFor())
    })
  )
})
