import { Effect } from "effect"
import { expect } from "@effect/vitest"
import type { Page } from "playwright-core"
import { type Visit, fits, tabIn, violations } from "./browser.js"
import type { Stage } from "./stage.js"

export const wait = <A>(work: () => Promise<A>) => Effect.promise(work)

/** Waits until the page and all of its blocks have their answers. */
export const answered = (page: Page) =>
  wait(async () => {
    await page.locator("main h1").first().waitFor()
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" })
  })

/** What reaches past the right edge of the window, as `figure.chart 512`. */
const outside = `[...document.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.tagName.toLowerCase() + "." + one.className + " " + Math.round(one.getBoundingClientRect().right))
  .slice(0, 10)`

/** What makes the content wider than the window. */
export const overflowsAt = (page: Page, width: number) =>
  Effect.gen(function* () {
    yield* wait(() => page.setViewportSize({ width, height: 900 }))
    if (yield* fits(page)) return []
    return ["wider than the window", ...(yield* wait(() => page.evaluate<ReadonlyArray<string>>(outside)))]
  })

/** Opens an address in a tab and checks what holds for all of them: light at 1280, dark at 2560, and at 360 pixels. */
const check = ({ key, url }: Stage, { errors, missing, page }: Visit, path: string, heading: string) =>
  Effect.gen(function* () {
    const [errorsBefore, missingBefore] = [errors.length, missing.length]
    yield* wait(() => page.emulateMedia({ colorScheme: "light" }))
    yield* wait(() => page.setViewportSize({ width: 1280, height: 900 }))
    yield* wait(() => page.goto(`${url}${path}#key=${key}`))
    yield* answered(page)
    const light = {
      title: yield* wait(() => page.title()),
      heading: yield* wait(() => page.locator("main h1").innerText()),
      violations: yield* violations(page),
      overflows: yield* overflowsAt(page, 1280)
    }
    yield* wait(() => page.emulateMedia({ colorScheme: "dark" }))
    const dark = { overflows: yield* overflowsAt(page, 2560), violations: yield* violations(page) }
    const narrow = { overflows: yield* overflowsAt(page, 360) }
    expect({
      path,
      light,
      dark,
      narrow,
      errors: errors.slice(errorsBefore),
      missing: missing.slice(missingBefore).filter((address) => !address.includes("/images/"))
    }).toEqual({
      path,
      light: { title: `${heading} · Daybook`, heading, violations: [], overflows: [] },
      dark: { violations: [], overflows: [] },
      narrow: { overflows: [] },
      errors: [],
      missing: []
    })
  })

const maxTabs = 3

/** Checks all addresses in a few tabs, each of which takes the next address when it is free. */
export const checkAll = (stage: Stage, all: ReadonlyArray<readonly [path: string, heading: string]>) =>
  Effect.gen(function* () {
    const left = [...all]
    const work = Effect.gen(function* () {
      const tab = yield* tabIn(stage.browser)
      for (let next = left.shift(); next !== undefined; next = left.shift()) yield* check(stage, tab, ...next)
    })
    yield* Effect.all(
      Array.from({ length: maxTabs }, () => work),
      { concurrency: maxTabs, discard: true }
    )
    expect(left).toEqual([])
  })
