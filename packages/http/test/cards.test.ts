import { describe, expect, it } from "@effect/vitest"
import { ImageProxy } from "@daybook/core/images"
import { Context, Effect } from "effect"
import { readPictures } from "../src/cards/pictures.js"
import { expectCaching } from "./support/cacheHeaders.js"
import { host } from "./support/host.js"
import { goodSignature } from "./support/domains/images.js"
import { ask } from "./support/http.js"
import { sampleRuns } from "./support/domains/running.js"

const asking = Effect.gen(function* () {
  const { read, url } = yield* host()
  return (path: string, headers: Readonly<Record<string, string>> = {}) =>
    ask(`${url}/v1/year/${path}`, { key: read, headers })
})

const year = "2025"
const runs = sampleRuns.filter(({ date }) => date.startsWith(year))
const miles = (metres: number) => metres / 1609.344
const whole = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 })

describe("cards of a year over HTTP", () => {
  it.scoped("lists the cards of a year with what they say, and none of a year without data", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const { data } = (yield* at(`${year}/cards`)).json
      const names = data.map(({ name }: { readonly name: string }) => name)
      expect(names[0]).toBe("overview")
      expect(names).toEqual(expect.arrayContaining(["listening", "running", "watching", "collecting"]))
      const running = data.find(({ name }: { readonly name: string }) => name === "running")
      const total = runs.reduce((sum, { distance }) => sum + distance, 0)
      expect(running.title).toBe(`Running in ${year}: ${whole.format(miles(total))} miles`)
      expect(running.description).toContain(`${runs.length} runs`)
      const metric = (yield* at(`${year}/cards?units=metric`)).json.data
      expect(metric.find(({ name }: { readonly name: string }) => name === "running").title).toBe(
        `Running in ${year}: ${whole.format(total / 1000)} kilometres`
      )
      expect((yield* at("5000/cards")).json).toEqual({ year: 5000, data: [] })
    })
  )

  it.scoped("answers each card as SVG and PNG, with equal bytes for equal data, an ETag and a strict policy", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const { data } = (yield* at(`${year}/cards`)).json
      for (const { name, title } of data) {
        const svg = yield* at(`${year}/cards/${name}.svg`)
        expect([name, svg.status, svg.headers.get("content-type")]).toEqual([name, 200, "image/svg+xml"])
        expect(svg.text).toMatch(/^<svg [^>]*width="1200" height="630"/)
        const escaped = title.replaceAll("&", "&amp;").replaceAll("'", "&apos;")
        expect(svg.text).toContain(`<title id="title">${escaped}</title>`)
        // Nothing from another address, and no script.
        expect(svg.text.match(/(?:href|src)="(?!data:image\/jpeg;base64,)|url\(|<script|@import/g)).toBeNull()
        expect(svg.text.length).toBeLessThan(100_000)
        expect(svg.headers.get("content-security-policy")).toBe(
          "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
        )
        expect(svg.headers.get("content-disposition")).toBe(`inline; filename="${year}-${name}.svg"`)
        const again = yield* at(`${year}/cards/${name}.svg`, { "if-none-match": svg.headers.get("etag")! })
        expect([again.status, again.text]).toEqual([304, ""])
        const png = yield* at(`${year}/cards/${name}.png`)
        expect([png.status, png.headers.get("content-type")]).toEqual([200, "image/png"])
        expect((yield* at(`${year}/cards/${name}.png`)).text).toBe(png.text)
      }
    })
  )

  it.scoped("follows width, theme and accent, and refuses others", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const { text } = yield* at(`${year}/cards/running.svg?w=320&theme=auto&accent=4A7C59`)
      expect(text).toContain('width="320" height="168"')
      expect(text).toContain("prefers-color-scheme:dark")
      expect(text).toContain("#4a7c59")
      expect((yield* at(`${year}/cards/running.svg?theme=dark`)).text).not.toContain("prefers-color-scheme")
      for (const query of ["w=319", "w=1201", "theme=blue", "accent=red", "accent=12345", "units=leagues"])
        expect([query, (yield* at(`${year}/cards/running.svg?${query}`)).status]).toEqual([query, 400])
      for (const card of ["running.gif", "running", "nothing.svg"])
        expect([card, (yield* at(`${year}/cards/${card}`)).status]).toEqual([card, 400])
      expect((yield* at("5000/cards/running.svg")).json).toEqual({ error: "Not found", status: 404 })
      expect((yield* at("soon/cards/running.svg")).status).toBe(400)
    })
  )

  it.scoped("reads the pictures of a card as small JPEG, and leaves out one that is lost", () =>
    Effect.gen(function* () {
      const { services } = yield* host()
      const read = readPictures(Context.get(services, ImageProxy))
      const image = (id: number, version: number) => ({
        title: `Album ${id}`,
        image: {
          url: `https://daybook.example/life/images/listening/albums/${id}?v=${version}&w=300&h=300&fit=cover&s=${goodSignature}`,
          thumbhash: null,
          dominant_color: null,
          accent_color: null
        }
      })
      // Only the second album has an original, in version 3.
      const pictures = yield* read([image(1, 3), image(2, 3), image(2, 4)], "poster")
      expect(pictures.map(({ title }) => title)).toEqual(["Album 2"])
      expect(JSON.parse(Buffer.from(pictures[0]!.jpeg).toString())).toMatchObject({
        domain: "listening",
        collection: "albums",
        id: 2,
        width: 96,
        height: 144,
        fit: "cover",
        format: "jpeg"
      })
    })
  )

  it.scoped("states how long each answer is valid", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      yield* expectCaching(stage, {
        "/v1/year/2025/cards": 3_600,
        "/v1/year/2025/cards/running.svg": 3_600,
        "/v1/year/2024/cards/running.png": 86_400
      })
    })
  )
})
