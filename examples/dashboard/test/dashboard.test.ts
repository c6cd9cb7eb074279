import { expect, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { newDataDir } from "../../../packages/cli/test/support/dataDir.js"
import { patience, run, start } from "../../../packages/cli/test/support/daybook.js"
import { newKey, serve } from "../../../packages/cli/test/support/host.js"
import { world } from "../../../packages/cli/test/support/world.js"
import { html, raw } from "../html.js"
import { site } from "../site.js"

const example = resolve(import.meta.dirname, "..")

it("escapes values in a template", () => {
  expect(html`<b title="${"\"<i>&'"}">${[html`<i>${"<"}</i>`]}</b>`[raw]).toBe(
    '<b title="&quot;&lt;i&gt;&amp;&#39;"><i>&lt;</i></b>'
  )
})

const artist = {
  rank: 1,
  id: 1,
  name: "Tide & Sons",
  detail: "",
  playcount: 1234,
  image: null,
  url: "",
  apple_music_url: null,
  genre: null,
  sparkline: { granularity: "week", points: [0, 4, 2] }
} as const
const nothing = { data: [], pagination: { page: 1, limit: 1, total: 0, total_pages: 0 } }

it("shows sections with data and leaves out the others", () => {
  const data = {
    artists: { ...nothing, period: "3month", data: [artist] },
    plays: nothing,
    films: nothing,
    records: nothing,
    miles: nothing,
    finished: nothing,
    highlight: Option.none()
  } as const
  const page = site(data, { title: "Me", pictures: new Map(), builtAt: 0 })
  expect(page).toContain("<b>Tide &amp; Sons</b><span>1,234 plays</span><svg")
  expect(page).toContain('points="0.0,23.0 50.0,1.0 100.0,12.0"')
  expect(page.match(/<h2>/g)).toHaveLength(1)
  expect(page).toContain('Built on <time datetime="1970-01-01T00:00:00.000Z">1970-01-01</time>')
})

it.scopedLive(
  "the dashboard example builds a self-contained site without key and host URL",
  () =>
    Effect.gen(function* () {
      const { env, url: provider } = yield* world
      yield* run(["sync", "lastfm", "letterboxd", "--no-followers"], env)
      yield* run(["sync", "discogs"], { ...env, DAYBOOK_FETCH_ALLOW: new URL(provider).host })
      const { key } = yield* newKey(env)
      const { url } = yield* serve(env)
      const folder = join(yield* newDataDir, "site")
      const settings = { DAYBOOK_URL: url, DAYBOOK_KEY: key, SITE_TITLE: "<Ada> & days" }
      const { ended } = yield* start(process.execPath, ["--import", "tsx", "main.ts", folder], {
        env: settings,
        cwd: example
      })
      const { code, stderr, stdout } = yield* ended
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      expect(stdout).toMatch(/: a page and \d+ pictures\n$/)
      const page = readFileSync(join(folder, "index.html"), "utf8")
      expect(page).toContain("<h1>&lt;Ada&gt; &amp; days</h1>")
      expect(page).toMatch(/\d+ plays of \d+ artists/)
      for (const title of ["Seen lately", "On the shelf"]) expect(page).toContain(`<h2>${title}</h2>`)
      expect(page).not.toContain(key)
      expect(page).not.toContain(url)
      expect(page).not.toMatch(/<script|https?:/)
      const named = Array.from(page.matchAll(/(?:src|href)="([^"]+)"/g), ([, name]) => name!)
      expect(named.length).toBeGreaterThan(1)
      for (const name of named) expect(existsSync(join(folder, name)), name).toBe(true)
    }),
  patience
)
