import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { patience } from "../../cli/test/support/daybook.js"
import { get } from "../../cli/test/support/host.js"
import { adminStage, importPlays } from "./support/adminStage.js"
import { browser, browserPath, fits, tabIn, violations } from "./support/browser.js"
import { answered, wait } from "./support/everyAddress.js"

const section = (page: Page) => page.getByRole("region", { name: "Moves and trips" })

/** Moves by a key to the element that has this name, and fails if 60 steps do not reach it. */
const tabTo = (page: Page, name: RegExp, key: "Tab" | "Shift+Tab" = "Tab") =>
  wait(async () => {
    for (let step = 0; step < 60; step++) {
      const text = await page.evaluate<string>(
        `(() => { const one = document.activeElement; return one.getAttribute("aria-label") ?? one.textContent })()`
      )
      if (name.test(text)) return
      await page.keyboard.press(key)
    }
    throw new Error(`${key} does not reach ${name}`)
  })

/** Waits until the section says this. A failure tells what it says instead. */
const says = (page: Page, text: string) =>
  wait(() =>
    section(page)
      .getByText(text)
      .waitFor({ timeout: 120_000 })
      .catch(async () => {
        throw new Error(`"${text}" did not appear in: ${await section(page).innerText()}`)
      })
  )

const inspect = (page: Page) =>
  Effect.gen(function* () {
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [360, 1280]) {
        yield* wait(() => page.emulateMedia({ colorScheme }))
        yield* wait(() => page.setViewportSize({ width, height: 900 }))
        expect({ colorScheme, width, violations: yield* violations(page), fits: yield* fits(page) }).toEqual({
          colorScheme,
          width,
          violations: [],
          fits: true
        })
      }
  })

describe.skipIf(browserPath === undefined)("moves and trips in a browser", () => {
  it.scopedLive(
    "are added, corrected and removed by keyboard, and the days of records follow",
    () =>
      Effect.gen(function* () {
        const stage = yield* adminStage(yield* browser, (env) => Effect.asVoid(importPlays(env)))
        const { errors, page } = yield* tabIn(stage.browser)
        const history = Effect.map(
          get(`${stage.url}/v1/admin/timezone/history`, stage.key),
          ({ body }) => body as { time_zone: string; periods: unknown; trips: unknown }
        )
        const home = (yield* history).time_zone
        page.setDefaultTimeout(60_000)
        yield* wait(() => page.goto(`${stage.url}/setup#key=${stage.key}`))
        yield* answered(page)
        yield* wait(() => section(page).getByRole("button", { name: "Add a trip" }).waitFor())
        const keys = (...names: ReadonlyArray<string>) =>
          Effect.forEach(names, (name) => wait(() => page.keyboard.press(name)))

        // The new row has the focus. Nothing is wrong with it before it is saved.
        yield* wait(() => section(page).getByRole("button", { name: "Add a trip" }).focus())
        yield* keys("Enter")
        yield* tabTo(page, /^First day: Trip/)
        expect(yield* wait(() => section(page).locator(".problem").count())).toBe(0)
        yield* tabTo(page, /^Save the history/)
        yield* keys("Enter")
        yield* says(page, "Enter the first day.")
        const zone = section(page).getByLabel(/^Time zone/)
        const problem = yield* wait(() => zone.getAttribute("aria-describedby"))
        const named = yield* wait(() => page.locator(`[id="${problem}"]`).innerText())
        expect(named).toBe("Name the time zone, such as Asia/Tokyo.")
        yield* inspect(page)

        // The play of 20:15 UTC on 14 March is on the 15th in Tokyo.
        yield* wait(() =>
          section(page)
            .getByLabel(/^First day/)
            .fill("2026-03-10")
        )
        yield* wait(() =>
          section(page)
            .getByLabel(/^Last day/)
            .fill("2026-03-08")
        )
        yield* wait(() =>
          section(page)
            .getByLabel(/^Time zone/)
            .fill("Asia/Tokyo")
        )
        yield* says(page, "The trip ends before it begins.")
        yield* wait(() =>
          section(page)
            .getByLabel(/^Last day/)
            .fill("2026-03-20")
        )
        yield* tabTo(page, /^Save the history/)
        yield* keys("Enter")
        yield* says(page, "Saved: 0 periods, 1 trip.")
        const dates = Effect.map(
          get(`${stage.url}/v1/listening/recent?date=2026-03-15`, stage.key),
          ({ body }) => (body as { data: ReadonlyArray<unknown> }).data.length
        )
        expect(yield* dates).toBe(1)

        // The first move leaves the days before it to the zone of until now.
        yield* wait(() => section(page).getByRole("button", { name: "Add a move" }).focus())
        yield* keys("Enter")
        yield* tabTo(page, /^First day: Move/)
        yield* wait(() =>
          section(page)
            .getByLabel(/^First day: Move/)
            .fill("2026-04-01")
        )
        yield* wait(() =>
          section(page)
            .getByLabel(/^Time zone: Move/)
            .fill("America/Lima")
        )
        yield* tabTo(page, /^Save the history/)
        yield* keys("Enter")
        yield* says(page, "Saved: 2 periods, 1 trip.")
        expect(yield* history).toMatchObject({
          time_zone: "America/Lima",
          periods: [
            { from: null, zone: home },
            { from: "2026-04-01", zone: "America/Lima" }
          ],
          trips: [{ from: "2026-03-10", to: "2026-03-20", zone: "Asia/Tokyo" }]
        })
        yield* inspect(page)

        // Without the trip the play is on the 14th again.
        yield* tabTo(page, /^Remove Trip, Asia\/Tokyo/, "Shift+Tab")
        yield* keys("Enter")
        yield* tabTo(page, /^Save the history/)
        yield* keys("Enter")
        yield* says(page, "Saved: 2 periods, 0 trips.")
        expect(yield* dates).toBe(0)
        expect(errors).toEqual([])
      }),
    patience
  )
})
