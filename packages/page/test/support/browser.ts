import { Effect } from "effect"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { type Browser, type Page, chromium } from "playwright-core"

const names = ["chromium", "chromium-browser", "google-chrome"]
const places = (process.env["PATH"] ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))

/** The path of Chromium: `DAYBOOK_TEST_CHROMIUM`, or the first match on the PATH. */
export const browserPath = process.env["DAYBOOK_TEST_CHROMIUM"] ?? places.find((place) => existsSync(place))

if (browserPath === undefined)
  console.warn(
    "no Chromium was found, so the browser tests are skipped:" +
      " install it (apt-get install chromium) or set DAYBOOK_TEST_CHROMIUM to its path"
  )

const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

export const browser = Effect.acquireRelease(
  Effect.promise(() =>
    chromium.launch({ ...(browserPath === undefined ? {} : { executablePath: browserPath }), args })
  ),
  (browser) => Effect.promise(() => browser.close())
)

export interface Visit {
  readonly page: Page
  /** Page errors and console errors, except failed loads. */
  readonly errors: ReadonlyArray<string>
  /** URLs that were answered with 404. */
  readonly missing: ReadonlyArray<string>
  /** Every requested URL. */
  readonly requested: ReadonlyArray<string>
  /** The paths of the reads in batches, such as `/v1/feed`. */
  readonly reads: ReadonlyArray<string>
}

interface Reader {
  readonly width?: number
  readonly dark?: boolean
  /** The current time of the page in epoch milliseconds. */
  readonly now?: number
}

const readsIn = (body: string | null): ReadonlyArray<string> =>
  (JSON.parse(body ?? '{"reads":[]}') as { reads: ReadonlyArray<{ path: string }> }).reads.map(({ path }) => path)

/** Opens a tab in a new browser. */
export const visit = (reader: Reader = {}) => Effect.flatMap(browser, (opened) => tabIn(opened, reader))

/** Opens a tab with storage of its own. */
export const tabIn = (opened: Browser, { dark = false, now, width = 1280 }: Reader = {}) =>
  Effect.gen(function* () {
    const page = yield* Effect.promise(() =>
      opened.newPage({
        viewport: { width, height: 900 },
        colorScheme: dark ? "dark" : "light",
        reducedMotion: "reduce",
        timezoneId: "Europe/Berlin"
      })
    )
    if (now !== undefined) yield* Effect.promise(() => page.clock.setFixedTime(now))
    const errors: Array<string> = []
    const requested: Array<string> = []
    const missing: Array<string> = []
    page.on("response", (response) => {
      if (response.status() === 404) missing.push(response.url())
    })
    page.on("pageerror", (error) => errors.push(error.message))
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        errors.push(message.text())
    })
    const reads: Array<string> = []
    page.on("request", (request) => {
      requested.push(request.url())
      if (request.url().endsWith("/v1/batch")) reads.push(...readsIn(request.postData()))
    })
    return { page, errors, requested, reads, missing } satisfies Visit
  })

/**
 * Waits until an expression holds in the page; false if it does not within a time in milliseconds. `waitForFunction`
 * would evaluate it where the page's policy forbids that.
 */
export const becomes = async (page: Page, expression: string, patienceMs = 15_000): Promise<boolean> => {
  for (const end = Date.now() + patienceMs; Date.now() < end;) {
    if (await page.evaluate<boolean>(expression)) return true
    await page.waitForTimeout(50)
  }
  return false
}

/** Whether the content is as narrow as the window. Charts follow a new width with the next frames. */
export const fits = (page: Page) =>
  Effect.promise(() => becomes(page, "document.documentElement.scrollWidth <= innerWidth"))

/** Waits until no block is loading. */
export const loaded = (page: Page) =>
  Effect.promise(async () => {
    await page.locator("main h3").first().waitFor()
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" })
  })

/** The accessibility violations that axe finds, one line each; with `rules`, only those of these rules. */
export const violations = (page: Page, rules?: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const axe = yield* Effect.promise(() => import("axe-core"))
    const options = { resultTypes: ["violations"], ...(rules === undefined ? {} : { runOnly: rules }) }
    // The page's content security policy blocks injected scripts, but not code that the driver evaluates.
    const isThere = yield* Effect.promise(() => page.evaluate("typeof axe === 'object'"))
    if (isThere !== true) yield* Effect.promise(() => page.evaluate(axe.default.source))
    const report = yield* Effect.promise(() => page.evaluate(`axe.run(document, ${JSON.stringify(options)})`))
    const { violations } = report as {
      readonly violations: ReadonlyArray<{
        readonly id: string
        readonly nodes: ReadonlyArray<{ readonly html: string }>
      }>
    }
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`)
  })

/** Script for the page: the words of 2 to 16 letters that span several lines. */
const findBroken = `(() => {
  const words = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    if (node.parentElement.closest("script, style, .visually-hidden, code") !== null) continue
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

/** The words that are broken across lines. */
export const brokenWords = (page: Page) =>
  Effect.promise(() => page.evaluate(findBroken) as Promise<ReadonlyArray<string>>)
