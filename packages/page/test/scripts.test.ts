import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { patience } from "../../cli/test/support/daybook.js"
import { host } from "../../http/test/support/host.js"
import { sampleNow } from "../../http/test/support/library.js"
import { browserPath, violations, visit } from "./support/browser.js"
import { answered, overflowsAt, wait } from "./support/everyAddress.js"
import { withNamesOf } from "./support/names.js"

const paths = [
  "/",
  "/listening",
  "/listening/history",
  "/listening/artists/1",
  "/running",
  "/running/1",
  "/watching",
  "/watching/films/1",
  "/collecting",
  "/collecting/1",
  "/collecting/discs/1",
  "/reading",
  "/reading/1",
  "/attending",
  "/attending/1",
  "/feed",
  "/search?q=tide",
  "/year/2025"
]

/** Script for the page: names that are cut off, and headings in the direction of another script. */
const findFaults = `(() => {
  const faults = []
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { parentElement: element, data } = texts.currentNode
    if (!/[\\u0400-\\u07ff\\u3040-\\u9fff]/.test(data) || element.closest(".visually-hidden, svg, option, details:not([open])")) continue
    const { overflowX, textOverflow } = getComputedStyle(element)
    if (overflowX !== "visible" && textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth + 1)
      faults.push("cut: " + data)
    const isRightToLeft = /^[\\s"“]*[\\u0590-\\u07ff]/.test(element.closest("h1, .name")?.textContent ?? "")
    if (isRightToLeft && getComputedStyle(element.closest("h1, .name")).direction !== "rtl") faults.push("direction: " + data)
  }
  return faults
})()`

const check = (page: Page, address: string) =>
  Effect.gen(function* () {
    yield* wait(() => page.goto(address))
    yield* answered(page)
    const read = wait(() => page.evaluate(findFaults) as Promise<ReadonlyArray<string>>)
    const faults = yield* read
    const overflows = yield* overflowsAt(page, 360)
    const narrow = yield* read
    yield* wait(() => page.setViewportSize({ width: 1280, height: 900 }))
    return { faults, narrow, overflows }
  })

describe.skipIf(browserPath === undefined)("names in other scripts, in a browser", () => {
  it.scopedLive(
    "are whole and in their own direction on every page: Arabic, Hebrew, Japanese, Cyrillic",
    () =>
      Effect.gen(function* () {
        const { read, url } = yield* host()
        const { errors, page } = yield* visit({ now: sampleNow })
        yield* withNamesOf(page, "every")
        const wrong: Array<unknown> = []
        for (const path of paths) {
          const result = yield* check(page, `${url}${path}#key=${read}`)
          if (Object.values(result).some(({ length }) => length > 0)) wrong.push({ path, ...result })
        }
        expect(wrong).toEqual([])
        expect(yield* violations(page)).toEqual([])
        expect(errors).toEqual([])
      }),
    patience
  )
})
