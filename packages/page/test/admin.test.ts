import { describe, expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { type Page } from "playwright-core"
import { patience, run } from "../../cli/test/support/daybook.js"
import { folder } from "../../cli/test/support/dataDir.js"
import { get, newKey } from "../../cli/test/support/host.js"
import { type AdminStage, adminStage, importPlays, importWaiting, receiver } from "./support/adminStage.js"
import { browser, browserPath, brokenWords, fits, tabIn, violations } from "./support/browser.js"
import { answered, wait } from "./support/everyAddress.js"
import { join } from "node:path"

const pages = [
  ["/review", "Review"],
  ["/keys", "Keys"],
  ["/publish", "Publish"],
  ["/hooks", "Hooks"],
  ["/health", "Health"]
] as const

const open = ({ browser: opened, key, url }: AdminStage, path: string, withKey = key) =>
  Effect.gen(function* () {
    const tab = yield* tabIn(opened)
    yield* wait(() => tab.page.goto(`${url}${path}#key=${withKey}`))
    yield* answered(tab.page)
    return tab
  })

/** The pages at 360 and 1280 pixels, light and dark: nothing for axe, nothing wider than the window, no error. */
const inspect = (stage: AdminStage) =>
  Effect.gen(function* () {
    const { errors, missing, page } = yield* tabIn(stage.browser)
    for (const [path, title] of pages) {
      yield* wait(() => page.goto(`${stage.url}${path}#key=${stage.key}`))
      yield* answered(page)
      expect(yield* wait(() => page.title())).toBe(`${title} · Daybook`)
      for (const width of [360, 1280]) {
        yield* wait(() => page.setViewportSize({ width, height: 900 }))
        for (const colorScheme of ["light", "dark"] as const) {
          yield* wait(() => page.emulateMedia({ colorScheme }))
          expect({
            path,
            width,
            colorScheme,
            fits: yield* fits(page),
            violations: yield* violations(page),
            broken: width === 1280 ? yield* brokenWords(page) : []
          }).toEqual({ path, width, colorScheme, fits: true, violations: [], broken: [] })
        }
      }
    }
    expect([errors, missing]).toEqual([[], []])
  })

/** A host without data, and one with events that wait. */
class EmptyAdmin extends Context.Tag("@daybook/page/test/EmptyAdmin")<EmptyAdmin, AdminStage>() {}
class BusyAdmin extends Context.Tag("@daybook/page/test/BusyAdmin")<BusyAdmin, AdminStage>() {}

/** Waits until a receiver has more messages than before: they are sent after the answer. */
const moreThan = ({ types }: Effect.Effect.Success<typeof receiver>, before: number) =>
  Effect.repeat(
    Effect.delay(
      Effect.sync(() => types.length),
      "100 millis"
    ),
    { until: (count) => count > before }
  )

const emptyAdmin = Layer.scoped(EmptyAdmin, Effect.flatMap(browser, adminStage))
const busyAdmin = Layer.scoped(
  BusyAdmin,
  Effect.flatMap(browser, (opened) => adminStage(opened, importWaiting))
)

const button = (page: Page, name: RegExp | string) => page.getByRole("button", { name })
/** A button that says of what it is, for those who cannot see it. */
const buttonFor = (page: Page, action: string, title: string) =>
  page.getByRole("button", { name: action }).filter({ hasText: title })
const says = (page: Page, text: RegExp | string) => wait(() => page.getByText(text).first().waitFor())

describe.skipIf(browserPath === undefined)("the pages of the operator", () => {
  layer(emptyAdmin, { timeout: patience, excludeTestServices: true })("without data", (it) => {
    it.scoped(
      "are readable by everybody without data: axe, light and dark, 360 and 1280 pixels",
      () => Effect.flatMap(EmptyAdmin, inspect),
      patience
    )

    it.scoped(
      "create and revoke keys; a revoked key of the tab and a reached limit are told",
      () =>
        Effect.gen(function* () {
          const stage = yield* EmptyAdmin
          const { errors, page } = yield* open(stage, "/keys")
          yield* wait(() => page.getByLabel("Name", { exact: true }).fill("second"))
          yield* wait(() => page.getByLabel("May").selectOption("admin"))
          yield* wait(() => page.getByLabel("Requests a minute").fill("40"))
          yield* wait(() => button(page, "Create the key").click())
          const secret = page.getByRole("group", { name: "The key second" })
          const key = yield* wait(() => secret.locator("code").innerText())
          expect(key).toMatch(/^svc_admin_/)
          yield* wait(() => page.context().grantPermissions(["clipboard-read", "clipboard-write"]))
          yield* wait(() => button(page, "Copy").click())
          yield* says(page, "Copied.")
          expect(yield* wait(() => page.evaluate("navigator.clipboard.readText()"))).toBe(key)
          yield* wait(() => button(page, "I have it").click())
          expect(yield* wait(() => page.content())).not.toContain(key)
          expect((yield* get(`${stage.url}/v1/admin/keys`, key)).status).toBe(200)

          // The limit of the new key is reached by another program: the page says until when.
          const limited = yield* open(stage, "/hooks", key)
          yield* Effect.forEach(Array.from({ length: 45 }), () => get(`${stage.url}/v1/admin/keys`, key), {
            concurrency: 5
          })
          yield* wait(() => limited.page.reload())
          yield* says(
            limited.page,
            /limit of this key is reached\. The host takes requests again at \d\d:\d\d:\d\d, in \d+ s/
          )
          expect(yield* violations(limited.page)).toEqual([])

          // The tab uses a third key, and revokes it.
          const third = yield* newKey(stage.env, "--type", "admin")
          const own = yield* open(stage, "/keys", third.key)
          yield* wait(() =>
            own.page
              .locator(".admin-row", { hasText: "this tab" })
              .getByRole("button", { name: /^Revoke/ })
              .click()
          )
          yield* wait(() => button(own.page, "Revoke this tab’s own key").click())
          yield* says(own.page, /host (refused the admin key|does not know this key)/)
          expect((yield* get(`${stage.url}/v1/admin/keys`, third.key)).status).toBe(401)
          expect(yield* violations(own.page)).toEqual([])

          // Revoking another key keeps the page; the key answers 401 at once.
          yield* wait(() => page.reload())
          yield* answered(page)
          yield* wait(() =>
            page
              .locator(".admin-row", { hasText: "second" })
              .getByRole("button", { name: /^Revoke/ })
              .click()
          )
          yield* wait(() => button(page, "Revoke for good").click())
          yield* says(page, "The key “second” is revoked.")
          expect((yield* get(`${stage.url}/v1/admin/keys`, key)).status).toBe(401)
          expect(errors).toEqual([])
        }),
      patience
    )

    it.scoped(
      "create a hook, test it, replay a delivery, enable it again and delete it",
      () =>
        Effect.gen(function* () {
          const to = yield* receiver
          const stage = yield* EmptyAdmin
          const { errors, page } = yield* open(stage, "/hooks")
          yield* wait(() => page.getByLabel("Address").fill(to.url))
          yield* wait(() => page.getByLabel("Purpose").fill("tells the club"))
          yield* wait(() => page.getByLabel("sync completed").check())
          yield* wait(() => button(page, "Create the hook").click())
          const secret = yield* wait(() => page.locator(".secret code").innerText())
          expect(secret).toMatch(/^whsec_/)
          yield* wait(() => button(page, "I have it").click())
          yield* wait(() => button(page, /^Send a test/).click())
          yield* says(page, /The test arrived: the receiver answered 200/)
          expect(to.types).toEqual(["hook.test"])

          // The receiver refuses the hook for good.
          to.answer(410)
          yield* importPlays(stage.env)
          yield* wait(() => page.reload())
          yield* answered(page)
          const disabled = Effect.repeat(
            Effect.delay(
              Effect.map(get(`${stage.url}/v1/admin/hooks`, stage.key), ({ body }) => body["data"]),
              "200 millis"
            ),
            { until: (data) => JSON.stringify(data).includes('"disabled"') }
          )
          yield* disabled
          yield* wait(() => page.reload())
          yield* answered(page)
          yield* says(page, "disabled")
          expect(yield* violations(page)).toEqual([])
          to.answer(200)
          const before = to.types.length
          yield* wait(() => button(page, "Enable and send what it missed").click())
          yield* says(page, /The hook is sent to again/)
          yield* wait(() => button(page, /^Deliveries/).click())
          yield* wait(() => page.locator(".deliveries .tag", { hasText: "arrived" }).first().waitFor())
          yield* moreThan(to, before)
          const arrived = to.types.length
          yield* wait(() =>
            button(page, /^Send again/)
              .first()
              .click()
          )
          yield* says(page, "The message is sent again.")
          yield* moreThan(to, arrived)
          expect(yield* violations(page)).toEqual([])
          yield* wait(() => button(page, /^Delete/).click())
          yield* wait(() => button(page, "Delete with its messages").click())
          yield* says(page, "No hook yet.")
          expect(errors).toEqual([])
        }),
      patience
    )
  })

  layer(busyAdmin, { timeout: patience, excludeTestServices: true })("with data", (it) => {
    it.scoped(
      "are readable by everybody with data, and decide a pending event",
      () =>
        Effect.gen(function* () {
          const stage = yield* BusyAdmin
          yield* inspect(stage)

          const { page } = yield* open(stage, "/review")
          const pending = (yield* get(`${stage.url}/v1/admin/attending/pending`, stage.key)).body["data"]
          const [first] = pending as ReadonlyArray<{ readonly title: string }>
          const before = (pending as ReadonlyArray<unknown>).length
          yield* says(page, before === 1 ? "One thing waits" : `${before} things wait`)
          const day = page.locator(".review-item", { hasText: first!.title }).getByLabel("Day of the event")
          if ((yield* wait(() => day.count())) > 0) yield* wait(() => day.fill("2026-03-14"))
          yield* wait(() => buttonFor(page, "I was there", first!.title).click())
          yield* says(page, `${first!.title}: I was there.`)
          yield* wait(() => page.getByRole("heading", { level: 3, name: first!.title }).waitFor({ state: "detached" }))
          const events = yield* get(`${stage.url}/v1/attending/events`, stage.key)
          expect(
            (events.body["data"] as ReadonlyArray<{ readonly title: string }>).map(({ title }) => title)
          ).toContain(first!.title)
          const left = yield* get(`${stage.url}/v1/admin/attending/pending`, stage.key)
          expect(left.body["data"]).toHaveLength(before - 1)
          yield* says(
            page,
            before === 2 ? "One thing waits" : before === 1 ? "Nothing waits" : `${before - 1} things wait`
          )

          // Somebody else rejects the other one meanwhile: the page says so, and does not fail.
          if (before > 1) {
            const [other] = left.body["data"] as ReadonlyArray<{ readonly id: number; readonly title: string }>
            yield* wait(() =>
              fetch(`${stage.url}/v1/admin/attending/sources/${other!.id}/reject`, {
                method: "POST",
                headers: { authorization: `Bearer ${stage.key}` }
              })
            )
            yield* wait(() => buttonFor(page, "Not an event", other!.title).click())
            yield* wait(() =>
              page.getByRole("heading", { level: 3, name: other!.title }).waitFor({ state: "detached" })
            )
          }

          yield* wait(() => page.goto(`${stage.url}/health`))
          yield* answered(page)
          yield* says(page, "1 of 1 run failed")
          yield* wait(() =>
            button(page, /^Log of run/)
              .first()
              .click()
          )
          yield* wait(() => page.locator(".log .error").first().waitFor())
          expect(yield* wait(() => page.locator(".log .error").first().innerText())).toMatch(/letterboxd\.zip/)
          expect(yield* violations(page)).toEqual([])
        }),
      patience
    )

    it.scoped(
      "make a backup and download it while the host answers, and follow a host that restarts",
      () =>
        Effect.gen(function* () {
          const stage = yield* BusyAdmin
          const { page } = yield* open(stage, "/health")
          yield* says(page, "none yet")
          yield* wait(() => button(page, "Make a backup now").click())
          const download = button(page, /^Download /)
          yield* Effect.repeat(
            Effect.zipRight(
              Effect.map(get(`${stage.url}/v1/listening/stats`, stage.key), ({ status }) => expect(status).toBe(200)),
              Effect.delay(
                wait(() => download.count()),
                "100 millis"
              )
            ),
            { until: (count) => count > 0 }
          )
          const [file] = yield* wait(() => Promise.all([page.waitForEvent("download"), download.click()]))
          const path = join(yield* folder, "downloaded.backup")
          yield* wait(() => file.saveAs(path))
          expect(file.suggestedFilename()).toMatch(/^daybook-\d{4}-.*\.backup$/)
          const verified = yield* run(["backup", "verify", path, "--json"], stage.env)
          expect([verified.code, verified.stderr]).toEqual([0, ""])

          const again = yield* stage.restart
          yield* says(page, /The host does not answer\. What you see is the last answer\./)
          expect(yield* wait(() => download.count())).toBe(1)
          yield* again
          yield* wait(() => page.getByText("The host does not answer.").first().waitFor({ state: "detached" }))
          yield* says(page, /Running for/)
        }),
      patience
    )
  })
})
