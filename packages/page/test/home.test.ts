import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { patience } from "../../cli/test/support/daybook.js"
import { host } from "../../http/test/support/host.js"
import { sampleNow } from "../../http/test/support/library.js"
import { until } from "../../http/test/support/sse.js"
import { browserPath, loaded, violations, visit } from "./support/browser.js"

const wait = <A>(work: () => Promise<A>) => Effect.promise(work)

const chapters = (page: Page) => wait(() => page.locator("main section.domain h2").allInnerTexts())
const standard = ["Listening", "Running", "Watching", "The shelf", "Reading", "Attending", "What happened"]

/** Half past eleven in the evening at the reader. */
const evening = new Date(sampleNow).setUTCHours(22, 30, 0, 0)
const noon = new Date(sampleNow).setUTCHours(11, 0, 0, 0)

describe.skipIf(browserPath === undefined)("the first screen of /", () => {
  it.scopedLive(
    "names its scripts in the document, and asks at once for what had data at the last visit",
    () =>
      Effect.gen(function* () {
        const { read, url } = yield* host()
        const { errors, missing, page, requested } = yield* visit({ now: sampleNow })
        const document = yield* wait(() => fetch(`${url}/`).then((answer) => answer.text()))
        const preloaded = Array.from(document.matchAll(/modulepreload" href="(.+?)"/g), ([, path]) => `${url}/${path}`)
        yield* wait(() => page.goto(`${url}/#key=${read}`))
        yield* loaded(page)
        const scripts = requested.filter((address) => address.endsWith(".js") && !address.includes("/page."))
        expect(scripts.sort()).toEqual(preloaded.sort())
        expect(yield* wait(() => page.locator("img[fetchpriority=high]").count())).toBeLessThanOrEqual(1)
        // With years unanswered, the play is there nonetheless.
        yield* wait(() => page.route("**/v1/listening/years", () => new Promise(() => {})))
        yield* wait(() => page.reload())
        yield* wait(() => page.getByText("Glass Orchard").first().waitFor())
        expect(errors).toEqual([])
        expect(missing).toEqual([])
      }),
    patience
  )
})

describe.skipIf(browserPath === undefined)("the sections of /", () => {
  it.scopedLive(
    "are ordered and hidden by keyboard, are announced and remembered, and can be reset",
    () =>
      Effect.gen(function* () {
        const { read, url } = yield* host()
        const { errors, page, requested } = yield* visit({ now: sampleNow })
        const press = (name: string) =>
          wait(async () => {
            await page.getByRole("button", { name }).focus()
            await page.keyboard.press("Enter")
          })
        const announced = wait(() => page.locator(".arrange [role=status]").innerText())
        yield* wait(() => page.goto(`${url}/#key=${read}`))
        yield* loaded(page)
        expect(yield* chapters(page)).toEqual(standard)
        yield* wait(() => page.getByText("Order and hide sections").focus())
        yield* wait(() => page.keyboard.press("Enter"))
        yield* press("Move Watching up")
        expect(yield* chapters(page)).toEqual(["Listening", "Watching", "Running", ...standard.slice(3)])
        expect(yield* announced).toBe("Watching is now at place 2 of 7.")
        // The focus stays on the button, so that the next press moves the section further.
        yield* wait(() => page.keyboard.press("Enter"))
        yield* wait(() => page.keyboard.press("Enter"))
        expect(yield* announced).toBe("Watching is now at place 1 of 7.")
        yield* wait(() => page.getByRole("checkbox", { name: "Reading" }).focus())
        yield* wait(() => page.keyboard.press("Space"))
        expect(yield* announced).toBe("Reading is now hidden.")
        const own = ["Watching", "Listening", "Running", "The shelf", "Attending", "What happened"]
        expect(yield* chapters(page)).toEqual(own)
        expect(yield* violations(page)).toEqual([])
        requested.splice(0)
        yield* wait(() => page.reload())
        yield* loaded(page)
        expect(yield* chapters(page)).toEqual(own)
        expect(requested.filter((address) => address.includes("currently-reading"))).toEqual([])
        yield* wait(() => page.getByText("Order and hide sections").click())
        yield* press("Reset")
        expect(yield* chapters(page)).toEqual(standard)
        expect(yield* wait(() => page.evaluate("localStorage.getItem('daybook.sections')"))).toBe(null)
        expect(errors).toEqual([])
      }),
    patience
  )
})

describe.skipIf(browserPath === undefined)("the big screen at /?screen", () => {
  it.scopedLive(
    "has no links to press and no forms, steps through the sections, and reads changes by the stream",
    () =>
      Effect.gen(function* () {
        const { log, read, url } = yield* host()
        const { errors, page, requested } = yield* visit({ now: noon, width: 1920 })
        yield* wait(() => page.goto(`${url}/?screen#key=${read}`))
        yield* loaded(page)
        expect(new URL(page.url()).search).toBe("?screen")
        expect(yield* wait(() => page.locator("nav, form, input:visible, button:visible, footer").count())).toBe(0)
        expect(yield* wait(() => page.evaluate("document.documentElement.dataset.night"))).toBeUndefined()
        expect(yield* wait(() => page.locator("main").innerText())).toContain("Glass Orchard")
        expect(yield* violations(page)).toEqual([])
        expect(yield* wait(() => page.evaluate("document.documentElement.scrollHeight <= innerHeight"))).toBe(true)
        const requestsFor = (path: string) => requested.filter((address) => address.includes(path)).length
        expect(requestsFor("/v1/stream?topics=changes,now_playing")).toBe(1)
        expect(requestsFor("/v1/stream")).toBe(1)
        const before = requestsFor("/v1/listening/calendar")
        log.append([{ domain: "running", type: "feed_item", id: "1", op: "upsert" }])
        yield* until("the sections are read again", () => requestsFor("/v1/listening/calendar") === before + 1, 20)
        expect(yield* chapters(page)).toEqual(["Listening"])
        yield* wait(() => page.keyboard.press("ArrowRight"))
        expect(yield* chapters(page)).toEqual(["Running"])
        yield* wait(() => page.keyboard.press("Space"))
        yield* wait(() => page.getByText("Paused").waitFor())
        yield* wait(() => page.keyboard.press("Escape"))
        yield* wait(() => page.getByRole("navigation", { name: "Sections" }).waitFor())
        expect(errors).toEqual([])
      }),
    patience
  )

  it.scopedLive(
    "is dark and dim at the reader's night",
    () =>
      Effect.gen(function* () {
        const { read, url } = yield* host()
        const { page } = yield* visit({ now: evening, width: 1920 })
        yield* wait(() => page.goto(`${url}/?screen#key=${read}`))
        yield* loaded(page)
        expect(yield* wait(() => page.locator("h1 time").innerText())).toBe("23:30")
        expect(yield* wait(() => page.evaluate("getComputedStyle(document.querySelector('.screen')).filter"))).toBe(
          "brightness(0.7)"
        )
        expect(yield* violations(page)).toEqual([])
      }),
    patience
  )
})
