import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { patience } from "../../cli/test/support/daybook.js"
import { host } from "../../http/test/support/host.js"
import { sampleNow } from "../../http/test/support/library.js"
import { samplePlaces, sampleRuns } from "../../http/test/support/domains/running.js"
import { becomes, browserPath, violations, visit } from "./support/browser.js"
import { answered, wait } from "./support/everyAddress.js"

const course = sampleRuns.find(({ polyline }) => polyline !== null)!
const other = sampleRuns.find(({ polyline }) => polyline === null)!

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64"
)

/** A server of tiles that records what it is asked. */
const tileServer = Effect.acquireRelease(
  Effect.async<{ readonly origin: string; readonly requests: Array<string>; readonly close: () => void }>((resume) => {
    const requests: Array<string> = []
    const server = createServer(({ headers, url }, response) => {
      requests.push(`${url} ${headers.referer}`)
      response.writeHead(200, { "content-type": "image/png" }).end(pixel)
    })
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      resume(Effect.succeed({ origin: `http://127.0.0.1:${port}`, requests, close: () => server.close() }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

describe.skipIf(browserPath === undefined)("the app in a browser, over time", () => {
  it.scopedLive(
    "draws a run over tiles of the server that the operator chose, and allows no other origin",
    () =>
      Effect.gen(function* () {
        const tiles = yield* tileServer
        const { read, url } = yield* host({
          tiles: { url: `${tiles.origin}/{z}/{x}/{y}.png`, attribution: "© Some <Mappers>" }
        })
        const answer = yield* wait(() => fetch(`${url}/running/${course.id}`))
        expect(answer.headers.get("content-security-policy")).toContain(`img-src 'self' data: ${tiles.origin};`)
        const { errors, page, requested } = yield* visit({ now: sampleNow })
        yield* wait(() => page.goto(`${url}/running/${course.id}#key=${read}`))
        yield* answered(page)
        yield* wait(() => page.locator(".tiles img").first().waitFor())
        expect(yield* wait(() => page.locator(".attribution").innerText())).toBe("© Some <Mappers>")
        const drawn = "[...document.querySelectorAll('.tiles img')].every((one) => one.complete)"
        expect(yield* wait(() => becomes(page, drawn))).toBe(true)
        expect(tiles.requests.length).toBeGreaterThan(1)
        // The start of the course, in the formula of the tiles' own documentation.
        const [latitude, longitude] = [38.5, -120.2]
        const tileOf = (zoom: number) => {
          const radians = (latitude * Math.PI) / 180
          const down = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2
          return `/${zoom}/${Math.floor(((longitude + 180) / 360) * 2 ** zoom)}/${Math.floor(down * 2 ** zoom)}.png`
        }
        const zoom = Number(tiles.requests[0]!.split("/")[1])
        expect(tiles.requests).toContain(`${tileOf(zoom)} ${url}/`)
        expect(
          requested
            .filter((address) => !address.startsWith(url) && !address.startsWith("data:"))
            .every((address) => address.startsWith(tiles.origin))
        ).toBe(true)
        expect(requested.some((address) => address.endsWith("/places"))).toBe(false)
        expect(yield* violations(page)).toEqual([])
        expect(errors).toEqual([])
      }),
    patience
  )

  it.scopedLive(
    "draws a run without tiles over a graticule with names of places, and asks no other host",
    () =>
      Effect.gen(function* () {
        const { read, url } = yield* host()
        const answer = yield* wait(() => fetch(`${url}/running/${course.id}`))
        expect(answer.headers.get("content-security-policy")).toContain("img-src 'self' data:;")
        const { errors, missing, page, requested } = yield* visit({ now: sampleNow })
        yield* wait(() => page.goto(`${url}/running/${course.id}#key=${read}`))
        yield* answered(page)
        yield* wait(() => page.locator(".town-name").first().waitFor())
        expect(yield* wait(() => page.locator(".town-name").allTextContents())).toEqual([samplePlaces[0]!.name])
        expect(yield* wait(() => page.locator(".attribution").innerText())).toContain("GeoNames")
        expect(requested.filter((address) => !address.startsWith(url) && !address.startsWith("data:"))).toEqual([])
        // The run has no splits: the page knows without asking.
        expect(missing).toEqual([])
        expect(errors).toEqual([])
      }),
    patience
  )

  it.scopedLive(
    "keeps what was read when the key is revoked or the host does not answer, and says so",
    () =>
      Effect.gen(function* () {
        const { keys, read, url } = yield* host()
        const { errors, page } = yield* visit({ now: sampleNow })
        let cursor = "first"
        const headers = { date: new Date(sampleNow).toUTCString() }
        yield* wait(() =>
          page.route(/\/v1\/changes/, (route) => route.fulfill({ headers, json: { data: [], cursor } }))
        )
        yield* wait(() => page.goto(`${url}/running/${course.id}#key=${read}`))
        yield* answered(page)
        const heading = wait(() => page.locator("main h1").innerText())
        const openRun = (id: number) =>
          wait(() =>
            page.evaluate(`(() => {
              const link = Object.assign(document.createElement("a"), { href: "/running/${id}", textContent: "A run" })
              document.querySelector("main").append(link)
              link.click()
            })()`)
          )
        yield* openRun(other.id)
        yield* wait(() => page.getByRole("heading", { level: 1, name: other.name }).waitFor())
        // With a route, the browser does not use its own cache.
        const away = [/\/v1\/running\/activities\//, /\/v1\/batch$/]
        for (const addresses of away) yield* wait(() => page.route(addresses, (route) => route.abort()))
        // The data changed: what was read before is asked for again.
        cursor = "another"
        yield* wait(() => page.goBack())
        yield* wait(() => page.getByText("The host does not answer. Is").waitFor())
        yield* wait(() => page.getByText("The host does not answer. This is the previous answer.").first().waitFor())
        expect(yield* heading).toBe(course.name)
        for (const addresses of away) yield* wait(() => page.unroute(addresses))
        // It continues by itself.
        yield* wait(() => page.getByText("The host does not answer").first().waitFor({ state: "detached" }))
        for (const { id } of yield* keys.list) yield* keys.revoke(id)
        yield* openRun(sampleRuns[5]!.id)
        yield* wait(() => page.getByText("The host does not accept this key any more").waitFor())
        yield* wait(() => page.goBack())
        yield* wait(() => page.getByRole("heading", { level: 1, name: course.name }).waitFor())
        expect(yield* violations(page)).toEqual([])
        yield* wait(() => page.getByRole("button", { name: "Enter another key" }).click())
        yield* wait(() => page.getByLabel("A read key").waitFor())
        expect(errors).toEqual([])
      }),
    patience
  )
})
