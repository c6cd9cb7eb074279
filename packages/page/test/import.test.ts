import { describe, expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import type { Browser, Page } from "playwright-core"
import { patience } from "../../cli/test/support/daybook.js"
import { newDataDir } from "../../cli/test/support/dataDir.js"
import { newKey, serve } from "../../cli/test/support/host.js"
import { browser, browserPath, fits, tabIn, violations } from "./support/browser.js"
import { answered, wait } from "./support/everyAddress.js"

interface ImportStage {
  readonly url: string
  readonly key: string
  readonly admin: string
  readonly browser: Browser
  /** A history of Last.fm as CSV. */
  readonly csv: string
  readonly plays: number
}

/** An empty home, and an export file for it. */
class Stage extends Context.Tag("@daybook/page/test/ImportStage")<Stage, ImportStage>() {}

const most = 1_000
const songs = 503

const history = `uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n${Array.from(
  { length: most },
  (_, index) =>
    `"${1_700_000_000 + index * 1_009}","","Artist ${index % 53}","","Album ${index % 211}","","Song ${index % songs}",""\n`
).join("")}`

const stage = Layer.scoped(
  Stage,
  Effect.gen(function* () {
    const env = {
      DAYBOOK_RATE_LIMIT: "1000000",
      DAYBOOK_TIMEZONE: "Europe/Berlin",
      DAYBOOK_APPLE_MUSIC_ENABLED: "false",
      DAYBOOK_MUSICBRAINZ_ENABLED: "false",
      DAYBOOK_DATA_DIR: yield* newDataDir
    }
    const { key } = yield* newKey(env)
    const { key: admin } = yield* newKey(env, "--type", "admin")
    const { url } = yield* serve(env)
    return { url, key, admin, browser: yield* browser, csv: history, plays: most }
  })
)

/** Drops a file on the page, as a person does from a folder. */
const drop = (page: Page, name: string, content: string) =>
  wait(async () => {
    const data = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}))
      return transfer
    })()`)
    await page.dispatchEvent("body", "dragover", { dataTransfer: data })
    await page.locator(".drop-zone").waitFor()
    await page.dispatchEvent("body", "drop", { dataTransfer: data })
  })

/** What axe finds, light and dark, and whether the page fits 360 pixels. */
const look = (page: Page) =>
  Effect.gen(function* () {
    yield* wait(() => page.emulateMedia({ colorScheme: "light" }))
    const light = yield* violations(page)
    yield* wait(() => page.emulateMedia({ colorScheme: "dark" }))
    const dark = yield* violations(page)
    yield* wait(() => page.setViewportSize({ width: 360, height: 900 }))
    const isNarrow = yield* fits(page)
    yield* wait(() => page.setViewportSize({ width: 1280, height: 900 }))
    return { light, dark, isNarrow }
  })

const fine = { light: [], dark: [], isNarrow: true }

describe.skipIf(browserPath === undefined)("the import page in a browser", () => {
  layer(stage, { timeout: patience, excludeTestServices: true })("over an empty home", (it) => {
    it.scoped(
      "takes a dropped file, says what is in it, imports it through a reload, and shows it",
      () =>
        Effect.gen(function* () {
          const { admin, browser: opened, csv, key, plays, url } = yield* Stage
          const { errors, page } = yield* tabIn(opened)
          // The browser has answers of the empty home in its cache.
          yield* wait(() => page.goto(`${url}/listening#key=${key}`))
          yield* wait(() => page.getByText("Nothing is here yet").waitFor())
          yield* answered(page)
          yield* wait(() => page.goto(`${url}/feed`))
          yield* answered(page)
          yield* drop(page, "not-what-it-is.zip", csv)

          yield* wait(() => page.getByRole("heading", { level: 1, name: "Import" }).waitFor())
          const field = page.locator("#admin-key")
          expect(yield* look(page)).toEqual(fine)
          yield* wait(() => field.fill(key))
          yield* wait(() => page.getByRole("button", { name: "Use this key" }).click())
          yield* wait(() => page.getByRole("alert").filter({ hasText: "can only read" }).waitFor())
          yield* wait(() => field.fill(admin))
          yield* wait(() => page.getByRole("button", { name: "Use this key" }).click())

          const card = page.locator("li.import").filter({ hasText: "not-what-it-is.zip" })
          yield* wait(() =>
            card.getByText(new RegExp(`${plays.toLocaleString("en-US")} plays from`)).waitFor({ timeout: 120_000 })
          )
          expect(yield* wait(() => card.getByRole("status").innerText())).toContain("Nothing is stored yet")
          expect(yield* look(page)).toEqual(fine)

          yield* wait(() => card.getByRole("button", { name: /^Import it/ }).click())
          yield* wait(() => card.getByText(/^Import(ing|ed)/).waitFor({ timeout: 60_000 }))
          yield* wait(() => page.reload())
          yield* wait(() => card.getByText(/^Imported/).waitFor({ timeout: 120_000 }))
          expect(yield* wait(() => card.innerText())).toContain(`${plays.toLocaleString("en-GB")} added`)
          yield* wait(() => card.getByRole("link", { name: "See it" }).click())
          yield* wait(() => page.getByRole("heading", { level: 1, name: "Listening" }).waitFor())
          const figure = page.locator(".key-figure .value", { hasText: plays.toLocaleString("en-GB") }).first()
          yield* wait(() => figure.waitFor({ timeout: 30_000 }))
          yield* wait(() => page.reload())
          yield* wait(() => figure.waitFor({ timeout: 30_000 }))
          yield* wait(() => page.goto(`${url}/listening/history`))
          yield* wait(() =>
            page
              .locator("main li", { hasText: `Song ${(plays - 1) % songs}` })
              .first()
              .waitFor()
          )
          expect(errors).toEqual([])
        }),
      patience
    )

    it.scoped(
      "goes on sending a file while another page is open",
      () =>
        Effect.gen(function* () {
          const { admin, browser: opened, csv, url } = yield* Stage
          const { page } = yield* tabIn(opened)
          let release = () => {}
          const released = new Promise<void>((resolve) => (release = resolve))
          yield* wait(() => page.goto(`${url}/import#key=${admin}`))
          yield* wait(() =>
            page.route("**/v1/admin/import?**", async (route) => {
              await released
              await route.continue()
            })
          )
          yield* wait(() =>
            page
              .getByLabel("Export file")
              .setInputFiles({ name: "slow.csv", mimeType: "text/csv", buffer: Buffer.from(csv) })
          )
          yield* wait(() => page.getByText(/^Sending/).waitFor())
          yield* wait(() => page.getByRole("link", { name: "Sources" }).first().click())
          yield* wait(() => page.getByRole("heading", { level: 1, name: "Sources" }).waitFor())
          release()
          yield* wait(() => page.getByRole("link", { name: "Import", exact: true }).click())
          yield* wait(() => page.locator("li.import", { hasText: "slow.csv" }).getByText("already here").waitFor())
        }),
      patience
    )

    it.scoped(
      "names why a file is refused, and asks again for a key that was revoked",
      () =>
        Effect.gen(function* () {
          const { admin, browser: opened, key, url } = yield* Stage
          const { page } = yield* tabIn(opened)
          yield* wait(() => page.goto(`${url}/#key=${key}`))
          yield* wait(() => page.evaluate(`sessionStorage.setItem("daybook.adminKey", ${JSON.stringify(admin)})`))
          yield* wait(() => page.goto(`${url}/import`))
          const input = page.getByLabel("Export file")
          yield* wait(() =>
            input.setInputFiles({ name: "scrobbles.csv", mimeType: "text/csv", buffer: Buffer.from("name,price\n") })
          )
          const alert = page.locator("li.import", { hasText: "scrobbles.csv" }).getByRole("alert")
          expect(yield* wait(() => alert.innerText())).toContain("is not recognised")
          yield* wait(() => page.evaluate(`sessionStorage.setItem("daybook.adminKey", "svc_admin_of_nobody")`))
          yield* wait(() => page.reload())
          yield* wait(() => page.getByRole("alert").filter({ hasText: "The host refused the admin key" }).waitFor())
        }),
      patience
    )
  })
})
