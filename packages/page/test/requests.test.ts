import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { patience } from "../../cli/test/support/daybook.js"
import { host } from "../../http/test/support/host.js"
import { sampleNow } from "../../http/test/support/library.js"
import { browserPath, visit } from "./support/browser.js"
import { answered, wait } from "./support/everyAddress.js"

/** Every page that lists something, and how many requests it may take of the limit when it is opened first. */
const bounds: ReadonlyArray<readonly [path: string, max: number]> = [
  ["/", 9],
  ["/listening", 4],
  ["/listening/history", 4],
  ["/running", 4],
  ["/watching", 4],
  ["/watching?list=films", 4],
  ["/watching?list=shows", 4],
  ["/collecting", 4],
  ["/collecting?shelf=discs", 4],
  ["/reading", 4],
  ["/attending", 4],
  ["/feed", 3],
  ["/search?q=tide", 3],
  ["/year/2025", 6]
]

/** Opens an address of the app as a link does, which the document stays for. */
const follow = (page: Page, path: string) =>
  wait(() =>
    page.evaluate(`(() => {
      const link = Object.assign(document.createElement("a"), { href: ${JSON.stringify(path)} })
      document.querySelector("main").append(link)
      link.click()
    })()`)
  )

const isLimited = (address: string) => address.includes("/v1/") && !address.includes("/images/")

describe.skipIf(browserPath === undefined)("the owner who looks at the page", () => {
  it.scopedLive(
    "opens every page twice within a window of the default limit, and meets no 429",
    () =>
      Effect.gen(function* () {
        // The clock of the host stands still: all requests are in one window.
        const { read, url } = yield* host({ rateLimit: 100 })
        const { errors, page, requested } = yield* visit({ now: sampleNow })
        const limited: Array<string> = []
        page.on("response", (response) => response.status() === 429 && limited.push(response.url()))
        yield* wait(() => page.goto(`${url}/#key=${read}`))
        const rounds: Array<ReadonlyArray<readonly [path: string, requests: number]>> = []
        let before = 0
        for (let round = 0; round < 2; round++) {
          const counts: Array<readonly [string, number]> = []
          for (const [path] of bounds) {
            yield* follow(page, path)
            yield* wait(() => page.waitForURL(`${url}${path}`))
            yield* answered(page)
            const all = requested.filter(isLimited).length
            counts.push([path, all - before])
            before = all
          }
          rounds.push(counts)
        }
        expect(limited).toEqual([])
        const over = rounds[0]!.filter(([, requests], index) => requests > bounds[index]![1])
        expect({ over, counts: rounds[0] }).toEqual({ over: [], counts: rounds[0] })
        // Pages that were open before take their answers from memory: one request asks whether the data changed.
        const again = rounds[1]!.reduce((sum, [, requests]) => sum + requests, 0)
        const first = rounds[0]!.reduce((sum, [, requests]) => sum + requests, 0)
        expect({ first: first <= 65, again: again <= 30, rounds }).toEqual({ first: true, again: true, rounds })
        expect(errors).toEqual([])
      }),
    patience
  )
})
