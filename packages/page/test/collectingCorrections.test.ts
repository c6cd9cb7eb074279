import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { patience, run } from "../../cli/test/support/daybook.js"
import { folder } from "../../cli/test/support/dataDir.js"
import { get } from "../../cli/test/support/host.js"
import { adminStage } from "./support/adminStage.js"
import { browser, browserPath, fits, tabIn, violations } from "./support/browser.js"
import { answered, wait } from "./support/everyAddress.js"

const files = {
  lastfm: [
    "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid",
    "1700000000,14 Nov 2023,Velmora Tide,,Barn Song,,Chalk,"
  ],
  discogs: [
    "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added," +
      "Collection Media Condition,Collection Sleeve Condition,Collection Notes",
    "KER 1,Velmora Tide,Barn Songs,Kerrim,LP,,1990,1,Uncategorized,2024-03-01 10:00:00,,,"
  ]
}

describe.skipIf(browserPath === undefined)("corrections of a record on the page", () => {
  it.scopedLive(
    "say that it is not the album that was heard, and are undone",
    () =>
      Effect.gen(function* () {
        const host = yield* Effect.flatMap(browser, (opened) =>
          adminStage(opened, (env) =>
            Effect.gen(function* () {
              for (const [source, lines] of Object.entries(files)) {
                const file = join(yield* folder, `${source}.csv`)
                writeFileSync(file, lines.join("\n"))
                expect(yield* run(["import", source, file], env)).toMatchObject({ code: 0 })
              }
            })
          )
        )
        const list = yield* get(`${host.url}/v1/collecting/vinyl`, host.key)
        const [{ id }] = list.body["data"] as unknown as [{ readonly id: number }]
        const albumOf = Effect.map(
          get(`${host.url}/v1/collecting/vinyl/${id}/plays`, host.key),
          ({ body }) => body["album_name"]
        )
        expect(yield* albumOf).toBe("Barn Song")
        const { errors, page } = yield* tabIn(host.browser)
        yield* wait(() => page.goto(`${host.url}/collecting/${id}#key=${host.key}`))
        yield* answered(page)
        yield* wait(() => page.locator("summary", { hasText: "Something wrong?" }).click())
        yield* wait(() => page.getByRole("button", { name: "It is not the album that was heard" }).click())
        yield* wait(() => page.getByRole("button", { name: "See what changes" }).click())
        yield* wait(() => page.getByText("1 record would change.").waitFor())
        yield* wait(() => page.getByRole("button", { name: "Do it" }).click())
        yield* wait(() => page.getByText("Barn Songs by Velmora Tide is not Barn Song by Velmora Tide.").waitFor())
        expect(yield* albumOf).toBe(null)
        yield* wait(() => page.getByRole("button", { name: "Undo" }).click())
        yield* wait(() => page.getByText("It is as before.").waitFor())
        expect(yield* albumOf).toBe("Barn Song")
        for (const width of [1280, 360]) {
          yield* wait(() => page.setViewportSize({ width, height: 900 }))
          expect([yield* fits(page), yield* violations(page)]).toEqual([true, []])
        }
        expect(errors).toEqual([])
      }),
    patience
  )
})
