import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { createRequire } from "node:module"
import { cardKinds } from "../../src/publishing/cardKinds.js"
import { type Host, host } from "../support/host.js"
import { ask, post } from "../support/http.js"

// A parser that is written by others.
const { XMLParser, XMLValidator } = createRequire(new URL("../../../adapters/package.json", import.meta.url))(
  "fast-xml-parser"
) as {
  readonly XMLParser: new (options: object) => { readonly parse: (text: string) => ReturnType<typeof JSON.parse> }
  readonly XMLValidator: { readonly validate: (text: string) => unknown }
}
const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "@", parseTagValue: false })

const kinds = Array.from(cardKinds.keys())

const card = (stage: Host, path: string, headers: Readonly<Record<string, string>> = {}) =>
  ask(`${stage.url}/p/${path}`, { headers })

/** What a card says to a reader who does not see it, and what it draws. */
const saidBy = (svg: string): { readonly title: string; readonly desc: string; readonly all: string } => {
  expect(XMLValidator.validate(svg)).toBe(true)
  const { svg: root } = parser.parse(svg)
  const texts = [root.text].flat().map((text: { readonly "#text"?: string }) => text["#text"] ?? "")
  return { title: root.title["#text"], desc: root.desc["#text"] ?? "", all: texts.join(" | ") }
}

const create = (stage: Host, definition: Readonly<Record<string, unknown>>) =>
  Effect.map(post(`${stage.url}/v1/admin/lenses`, stage.admin, { public: true, ...definition }), ({ json, status }) =>
    expect([status, json.error]).toEqual([201, undefined])
  )

describe("a card of a lens", () => {
  it.scoped("is an accessible SVG that runs nothing, asks nobody, and may be kept by any cache", () =>
    Effect.gen(function* () {
      const stage = yield* host({ publish: true })
      for (const kind of kinds) {
        const answer = yield* card(stage, `site/card/${kind}.svg`)
        expect([kind, answer.status, answer.headers.get("content-type")]).toEqual([kind, 200, "image/svg+xml"])
        const { desc, title } = saidBy(answer.text)
        expect([kind, title.length > 5, desc.length > 0]).toEqual([kind, true, true])
        expect(answer.text).toMatch(/^<svg [^>]*role="img" aria-labelledby="title desc">/)
        expect(answer.text).toContain("prefers-color-scheme:dark")
        expect(
          answer.text.match(/(?:href|src)="(?!data:image\/jpeg;base64,)|url\(|<script|@import|foreignObject/g)
        ).toBeNull()
        expect(answer.text.length).toBeLessThan(100_000)
        expect(answer.headers.get("cache-control")).toBe(`public, max-age=${kind === "now-playing" ? 60 : 300}`)
        expect(answer.headers.get("content-security-policy")).toBe(
          "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
        )
        const etag = answer.headers.get("etag")!
        const again = yield* card(stage, `site/card/${kind}.svg`, { "if-none-match": etag })
        expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag])
      }
    })
  )

  it.scoped("says what the API answers", () =>
    Effect.gen(function* () {
      const stage = yield* host({ publish: true })
      const key = stage.read
      const through = (path: string) => Effect.map(ask(`${stage.url}/v1/${path}`, { key }), ({ json }) => json)
      const textsOf = (kind: string) => Effect.map(card(stage, `site/card/${kind}`), ({ text }) => saidBy(text))

      const { track } = yield* through("listening/now-playing")
      const playing = yield* textsOf("now-playing.svg")
      expect(playing.title).toMatch(new RegExp(`: ${track.name}$`))
      expect(playing.all).toContain(track.artist.name)

      const { data: artists } = yield* through("listening/top/artists?period=overall&limit=3")
      const top = yield* textsOf("top-artists.svg?period=overall&limit=3")
      expect(top.title).toBe(`Artists of all time: ${artists[0].name}`)
      expect(top.desc).toContain(
        artists
          .map(
            ({ name, playcount }: { readonly name: string; readonly playcount: number }) =>
              `${name}: ${playcount} ${playcount === 1 ? "play" : "plays"}`
          )
          .join("; ")
      )

      const { data: runs } = yield* through("running/recent?limit=1&units=metric")
      const run = yield* textsOf("last-run.svg?units=metric")
      expect(run.title).toContain(runs[0].name)
      // The lens rounds to a tenth of a mile.
      const rounded = Math.round(Math.round(runs[0].distance_mi / 0.1) * 0.1 * 1.609344 * 100) / 100
      expect(run.desc).toContain(`${rounded} km distance`)
      expect((yield* textsOf("last-run.svg")).desc).toMatch(/\d+(\.\d)? mi distance/)

      const { data: articles } = yield* through("reading/currently-reading?include_no_body=true")
      expect((yield* textsOf("reading.svg")).title).toBe(`Reading: ${articles[0].title}`)

      const { data: viewings } = yield* through("watching/recent?limit=1")
      expect((yield* textsOf("last-film.svg")).title).toContain(viewings[0].movie.title)

      const calendar = yield* through("listening/calendar?year=2025")
      const grid = yield* card(stage, "site/card/year-grid.svg?year=2025")
      expect(saidBy(grid.text).title).toBe(`Listening in 2025: ${calendar.total} plays`)
      expect(grid.text.match(/M[\d.]+ [\d.]+h17/g)).toHaveLength(365)
      const leap = yield* card(stage, "site/card/year-grid.svg?year=2024&domain=running")
      expect(leap.text.match(/M[\d.]+ [\d.]+h17/g)).toHaveLength(366)

      const { total_runs } = yield* through("running/year/2025")
      const year = yield* textsOf("year-so-far.svg?year=2025")
      expect([year.title, total_runs > 0]).toEqual(["The year so far: 2025", true])
      expect(year.desc).toContain("miles")
    })
  )

  it.scoped("says plainly that the lens does not show it", () =>
    Effect.gen(function* () {
      const stage = yield* host({ publish: true })
      yield* create(stage, { name: "nothing-else", operations: ["listening.streaks"] })
      const distances = { "running.recent": { drop: ["name", "distance_mi", "distance_km", "city"] } }
      yield* create(stage, { name: "bare", operations: ["running.recent"], fields: distances })
      for (const kind of kinds) {
        const { text, status } = yield* card(stage, `nothing-else/card/${kind}.svg`)
        expect([kind, status, saidBy(text).title]).toEqual([kind, 200, expect.stringMatching(/: Not shown here$/)])
      }
      const { data } = (yield* ask(`${stage.url}/v1/running/recent?limit=1`, { key: stage.read })).json
      const { all } = saidBy((yield* card(stage, "bare/card/last-run.svg")).text)
      for (const hidden of [data[0].name, ` mi`, data[0].city]) expect(all).not.toContain(hidden)
      expect(all).toContain("Last run")
    })
  )

  it.scoped("contains names of any kind as text", () =>
    Effect.gen(function* () {
      const stage = yield* host({ publish: true })
      const name = `</text><script>alert(1)</script>"'&\u0007\u202e]]> ${"x".repeat(200_000)}`
      const { now } = stage.clock
      stage.setPlays([{ artist: name, track: name, album: name, at: new Date(now - 60_000).toISOString() }])
      for (const kind of ["top-artists.svg?period=overall", "now-playing.svg", "year-grid.svg"]) {
        const { status, text } = yield* card(stage, `site/card/${kind}`)
        expect([kind, status, XMLValidator.validate(text)]).toEqual([kind, 200, true])
        expect([text.includes("<script"), text.length < 100_000]).toEqual([false, true])
      }
    })
  )

  it.scoped("follows theme, width and accent, and refuses what it does not know", () =>
    Effect.gen(function* () {
      const stage = yield* host({ publish: true })
      const { text } = yield* card(stage, "site/card/last-run.svg?w=320&theme=dark&accent=4A7C59")
      expect(text).toContain('width="320" height="168"')
      expect([text.includes("prefers-color-scheme"), text.includes("#4a7c59")]).toEqual([false, true])
      for (const query of [
        "w=319",
        "w=1201",
        "theme=blue",
        "accent=red",
        "limit=6",
        "units=leagues",
        "year=1",
        "domain=sleep"
      ]) {
        const { json, status } = yield* card(stage, `site/card/year-grid.svg?${query}`)
        expect([query, status, json.error]).toEqual([query, 400, expect.stringMatching(/ must be /)])
      }
      for (const path of [
        "site/card/nothing.svg",
        "site/card/last-run.png",
        "all/card/last-run.svg",
        "no/card/last-run.svg"
      ])
        expect([path, (yield* card(stage, path)).status]).toEqual([path, 404])
      expect((yield* ask(`${stage.url}/p/site/card/last-run.svg`, { method: "POST" })).status).toBe(405)
    })
  )
})
