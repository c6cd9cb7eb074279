import { describe, expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { patience } from "../../cli/test/support/daybook.js"
import { get, newKey } from "../../cli/test/support/host.js"
import { type AdminStage, adminStage, importPlays } from "./support/adminStage.js"
import { browser, browserPath, tabIn, violations } from "./support/browser.js"
import { answered, wait } from "./support/everyAddress.js"

class Stage extends Context.Tag("@daybook/page/test/PublishStage")<Stage, AdminStage>() {}

const stageWithPlays = Layer.scoped(
  Stage,
  Effect.flatMap(browser, (opened) => adminStage(opened, (env) => Effect.asVoid(importPlays(env))))
)

const open = ({ browser: opened, key, url }: AdminStage) =>
  Effect.gen(function* () {
    const tab = yield* tabIn(opened)
    yield* wait(() => tab.page.goto(`${url}/publish#key=${key}`))
    yield* answered(tab.page)
    return tab
  })

/** Moves the focus forward with the keyboard until it is on what the label or text names. */
const tabTo = async (page: Page, name: string) => {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press("Tab")
    const label = await page.evaluate<string>(
      "[...(document.activeElement.labels ?? []), document.activeElement].map((one) => one.innerText).join(' ').trim()"
    )
    if (label.replace(/\s+/g, " ").startsWith(name)) return
  }
  throw new Error(`the keyboard does not reach ${name}`)
}
const says = (page: Page, text: RegExp | string) => wait(() => page.getByText(text).first().waitFor())

describe.skipIf(browserPath === undefined)("the page to publish", () => {
  layer(stageWithPlays, { timeout: patience, excludeTestServices: true })((it) => {
    it.scoped(
      "makes a lens in words, shows what it shows, makes a key with what to paste, and takes both away, by keyboard",
      () =>
        Effect.gen(function* () {
          const stage = yield* Stage
          const { errors, page } = yield* open(stage)
          yield* says(page, "Shows music with the current track; runs with city, without courses;")
          const lenses = () => get(`${stage.url}/v1/admin/lenses`, stage.key)
          const names = Effect.map(lenses(), ({ body }) =>
            (body["data"] as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name)
          )
          yield* wait(() => tabTo(page, "Name"))
          yield* wait(() => page.keyboard.type("tunes"))
          yield* wait(() => tabTo(page, "runs"))
          yield* wait(() => page.keyboard.press("Space"))
          yield* says(page, "Shows music without the current track; runs without places, without courses.")
          // What it shows is seen before it is there for others.
          yield* wait(() => tabTo(page, "Look at it first"))
          yield* wait(() => page.keyboard.press("Enter"))
          yield* says(page, "music: 1 newest record")
          expect(yield* names).toEqual(["site", "all"])
          yield* wait(() => page.getByText("music: 1 newest record").click())
          yield* says(page, "Low Tide")
          expect(yield* wait(() => page.locator(".newest dt").allInnerTexts())).toContain("track.name")
          expect(yield* violations(page)).toEqual([])
          yield* wait(() => page.getByLabel("Name").first().focus())
          yield* wait(() => page.keyboard.press("Enter"))
          yield* says(page, "The lens “tunes” is there")
          expect(yield* names).toEqual(["site", "all", "tunes"])

          const form = page.getByRole("region", { name: "New publishable key" })
          yield* wait(() => form.getByLabel("Name").fill("blog"))
          yield* wait(() => form.getByLabel("Lens").selectOption("tunes"))
          yield* wait(() => form.getByLabel("Sites").fill("https://me.example/\nhttps://www.me.example"))
          yield* wait(() => form.getByRole("button", { name: "Create the key" }).press("Enter"))
          const secret = page.getByRole("group", { name: "The key blog" })
          const key = yield* wait(() => secret.locator("code").innerText())
          expect(key).toMatch(/^svc_pub_/)
          yield* says(page, "DAYBOOK_PUBLISH=true")
          expect((yield* wait(() => page.getByLabel("Paste this").inputValue())).split("\n")).toEqual([
            `<script type="module" src="${stage.url}/p/embed.js"></script>`,
            `<daybook-top publishable-key="${key}"></daybook-top>`,
            `<daybook-year-grid publishable-key="${key}" domain="listening"></daybook-year-grid>`
          ])
          expect(yield* violations(page)).toEqual([])
          yield* wait(() => page.getByRole("button", { name: "I have it" }).press("Enter"))
          const recent = `${stage.url}/v1/listening/recent`
          const statusFrom = (origin: string) =>
            wait(() =>
              fetch(recent, { headers: { authorization: `Bearer ${key}`, origin } }).then(({ status }) => status)
            )
          expect(yield* statusFrom("https://me.example")).toBe(200)
          expect(yield* statusFrom("https://other.example")).toBe(403)

          const row = page.locator(".admin-row", { hasText: "tunes" }).first()
          yield* wait(() => row.getByRole("button", { name: /^Remove/ }).press("Enter"))
          yield* wait(() => row.getByRole("button", { name: "Remove it and revoke its keys" }).press("Enter"))
          yield* says(page, "The lens “tunes” is removed, and its keys are revoked.")
          expect(yield* names).toEqual(["site", "all"])
          // 403 until the host has heard that the key, too, has ended.
          expect([401, 403]).toContain(yield* statusFrom("https://me.example"))
          expect(errors).toEqual([])
        }),
      patience
    )

    it.scoped(
      "lists and revokes keys, and warns of a key that shows everything on a page of another site",
      () =>
        Effect.gen(function* () {
          const stage = yield* Stage
          yield* newKey(stage.env, "--type", "publish", "--lens", "site", "--origin", "https://me.example")
          const { key } = yield* newKey(stage.env, "--type", "read")
          yield* wait(() =>
            fetch(`${stage.url}/v1/listening/recent`, {
              headers: { authorization: `Bearer ${key}`, origin: "https://shop.example" }
            })
          )
          const { page } = yield* open(stage)
          yield* says(
            page,
            `A page of https://shop.example uses the key “test” (…${key.slice(-4)}), which shows everything`
          )
          const keys = page.getByRole("region", { name: "Publishable keys" })
          yield* says(page, "https://me.example · used never")
          yield* wait(() => keys.getByRole("button", { name: /^Revoke/ }).press("Enter"))
          yield* wait(() => keys.getByRole("button", { name: "Revoke for good" }).press("Enter"))
          yield* says(page, "Pages with it show nothing any more.")
          yield* wait(() => keys.getByText("There are none yet.").waitFor())
        }),
      patience
    )
  })
})
