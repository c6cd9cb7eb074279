import { Effect } from "effect"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { type Page, chromium } from "playwright-core"

const names = ["chromium", "chromium-browser", "google-chrome"]
const places = (process.env["PATH"] ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))

/** Where Chromium is on this machine, if it is: `DAYBOOK_TEST_CHROMIUM`, or the first of its names on the path. */
export const browserPath = process.env["DAYBOOK_TEST_CHROMIUM"] ?? places.find((place) => existsSync(place))

if (browserPath === undefined) console.warn("no Chromium was found, so the tests in a browser are skipped: install it (apt-get install chromium) or name it in DAYBOOK_TEST_CHROMIUM")

const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

const browser = Effect.acquireRelease(
  Effect.promise(() => chromium.launch({ ...(browserPath === undefined ? {} : { executablePath: browserPath }), args })),
  (browser) => Effect.promise(() => browser.close())
)

export interface Visit {
  readonly page: Page
  /** What went wrong in the page, by its own account and the console's. An answer that says 404 is no error of the page. */
  readonly errors: ReadonlyArray<string>
  /** Addresses that were asked for and are not there. */
  readonly missing: ReadonlyArray<string>
  /** Every address that was asked for. */
  readonly asked: ReadonlyArray<string>
}

interface Reader {
  readonly width?: number
  readonly dark?: boolean
  /** Epoch milliseconds that the page takes for now. */
  readonly now?: number
}

/** A tab of a browser of its own. */
export const visit = ({ dark = false, now, width = 1280 }: Reader = {}) =>
  Effect.gen(function*() {
    const opened = yield* browser
    const page = yield* Effect.promise(() => opened.newPage({ viewport: { width, height: 900 }, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce", timezoneId: "Europe/Berlin" }))
    if (now !== undefined) yield* Effect.promise(() => page.clock.setFixedTime(now))
    const errors: Array<string> = []
    const asked: Array<string> = []
    const missing: Array<string> = []
    page.on("response", (response) => {
      if (response.status() === 404) missing.push(response.url())
    })
    page.on("pageerror", (error) => errors.push(error.message))
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) errors.push(message.text())
    })
    page.on("request", (request) => asked.push(request.url()))
    return { page, errors, asked, missing } satisfies Visit
  })

/** Waits until nothing is waited for any more. */
export const settled = (page: Page) =>
  Effect.promise(async () => {
    await page.locator("main h3").first().waitFor()
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" })
  })

/** What axe finds wrong, a line each. */
export const complaints = (page: Page) =>
  Effect.gen(function*() {
    const axe = yield* Effect.promise(() => import("axe-core"))
    // The page's own policy would refuse a script that stands in it; what the driver evaluates is not in the page.
    yield* Effect.promise(() => page.evaluate(axe.default.source))
    const found = yield* Effect.promise(() => page.evaluate("axe.run(document, { resultTypes: ['violations'] })"))
    const { violations } = found as { readonly violations: ReadonlyArray<{ readonly id: string; readonly nodes: ReadonlyArray<{ readonly html: string }> }> }
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`)
  })

/** Runs in the page: words of ordinary length that are drawn on more than one line. */
const findBroken = `(() => {
  const words = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    if (node.parentElement.closest("script, style, .unseen, code") !== null) continue
    for (const match of node.data.matchAll(/[\\p{L}\\p{N}]{2,16}/gu)) {
      const range = document.createRange()
      range.setStart(node, match.index)
      range.setEnd(node, match.index + match[0].length)
      const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
      if (lines.size > 1) words.push(match[0])
    }
  }
  return words
})()`

/** Words that are broken where no reader expects it. */
export const brokenWords = (page: Page) => Effect.promise(() => page.evaluate(findBroken) as Promise<ReadonlyArray<string>>)
