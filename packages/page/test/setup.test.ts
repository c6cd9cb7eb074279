import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Locator, Page } from "playwright-core"
import { daybook, patience } from "../../cli/test/support/daybook.js"
import { worldUntil } from "../../cli/test/support/world.js"
import { browser, browserPath, fits, tabIn, violations } from "./support/browser.js"
import { answered, wait } from "./support/everyAddress.js"

const accounts =
  /^DAYBOOK_(TIMEZONE|LASTFM_(USERNAME|API_KEY)|STRAVA_(CLIENT_ID|CLIENT_SECRET|REFRESH_TOKEN)|TRAKT_(CLIENT_ID|CLIENT_SECRET|REFRESH_TOKEN)|INSTAPAPER_(USERNAME|PASSWORD))$/

/** A new host over the simulated providers, whose addresses alone are in the environment. */
const newHost = Effect.gen(function* () {
  const world = yield* worldUntil(Date.UTC(2023, 10, 24))
  const host = yield* daybook(["serve", "--port", "0", "--no-schedule"], {
    ...Object.fromEntries(Object.entries(world.env).filter(([name]) => !accounts.test(name))),
    DAYBOOK_EMBEDDINGS: "off",
    DAYBOOK_RATE_LIMIT: "1000000",
    TZ: "UTC"
  })
  const address = yield* host.says(/^open {2}(http:\/\/\S+)$/m)
  return { address, url: new URL(address).origin, settings: world.settings }
})

/** What axe finds light and dark, and whether the page fits 360 pixels. */
const inspect = (page: Page) =>
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

/** Waits for an element. A failure says what the page had instead. */
const appears = (page: Page, element: Locator) =>
  wait(() =>
    element.waitFor({ timeout: 120_000 }).catch(async () => {
      throw new Error(`it did not appear on: ${await page.locator("main").innerText()}`)
    })
  )

const save = (page: Page) => wait(() => page.getByRole("button", { name: "Save", exact: true }).click())

describe.skipIf(browserPath === undefined)("the setup in a browser", () => {
  it.scopedLive(
    "goes from an empty home to plays on the page: one-time address, time zone, keys, Sync now, a login",
    () =>
      Effect.gen(function* () {
        const { address, settings, url } = yield* newHost
        const opened = yield* browser
        const { errors, page, requested } = yield* tabIn(opened)
        page.setDefaultTimeout(120_000)

        // The address opens once, and nothing of it remains.
        yield* wait(() => page.goto(address))
        yield* wait(() => page.getByRole("heading", { level: 1, name: "Set up" }).waitFor())
        expect(page.url()).toBe(`${url}/setup`)
        expect(requested.filter((one) => one.includes("svc_open_"))).toEqual([])
        const second = yield* tabIn(opened)
        yield* wait(() => second.page.goto(address))
        yield* wait(() => second.page.getByText("was used already or is older than 60 s").waitFor())
        expect(yield* violations(second.page)).toEqual([])
        yield* wait(() => second.page.close())

        // The home: the host opens its data again.
        yield* answered(page)
        expect(yield* inspect(page)).toEqual(fine)
        yield* wait(() => page.getByLabel("Home time zone").fill("Asia/Tokyo"))
        yield* wait(() => page.getByLabel("Kilometres").check())
        yield* save(page)
        yield* wait(() => page.getByText("Saved: Asia/Tokyo, metric units.").waitFor({ timeout: 120_000 }))

        // Keys, and a sync at once.
        yield* wait(() => page.getByRole("link", { name: "Last.fm", exact: true }).click())
        yield* wait(() => page.getByRole("heading", { level: 1, name: "Last.fm" }).waitFor())
        yield* answered(page)
        expect(yield* wait(() => page.getByRole("button", { name: "Sync now" }).isDisabled())).toBe(true)
        yield* wait(() => page.getByLabel("Last.fm account").fill(settings["DAYBOOK_LASTFM_USERNAME"]!))
        yield* wait(() => page.getByLabel("Last.fm API key").fill(settings["DAYBOOK_LASTFM_API_KEY"]!))
        yield* save(page)
        yield* wait(() => page.getByText("Stored. It applies now.").waitFor())
        expect(yield* wait(() => page.getByLabel("Last.fm API key").inputValue())).toBe("")
        expect(yield* wait(() => page.content())).not.toContain(settings["DAYBOOK_LASTFM_API_KEY"])
        expect(yield* inspect(page)).toEqual(fine)
        yield* wait(() => page.getByRole("button", { name: "Sync now" }).click())
        yield* wait(() => page.getByText(/^Synced: [1-9][\d,]* added/).waitFor({ timeout: 120_000 }))
        yield* wait(() => page.goto(`${url}/listening/history`))
        yield* answered(page)
        expect(yield* wait(() => page.locator("h1").innerText())).toBe("Every play")
        const plays = yield* wait(() => page.locator("main li").count())
        expect([plays > 10, plays > 10 ? "" : yield* wait(() => page.locator("main").innerText())]).toEqual([true, ""])
        expect(yield* wait(() => page.locator("html").getAttribute("data-units"))).toBe("metric")

        // A login by redirect comes back to the page.
        yield* wait(() => page.goto(`${url}/sources/strava`))
        yield* answered(page)
        const connect = page.getByRole("button", { name: "Connect Strava" })
        expect(yield* wait(() => connect.isDisabled())).toBe(true)
        for (const [label, name] of [
          ["Id of your Strava API application", "DAYBOOK_STRAVA_CLIENT_ID"],
          ["Secret of your Strava API application", "DAYBOOK_STRAVA_CLIENT_SECRET"]
        ] as const)
          yield* wait(() => page.getByLabel(label).fill(settings[name]!))
        yield* save(page)
        yield* wait(() => page.getByText("Stored. It applies now.").waitFor())
        yield* wait(() => page.route("**/oauth/authorize**", (route) => route.continue()))
        yield* wait(() => connect.click())
        yield* wait(() => page.waitForURL(/\/sources\/strava\?login=ended$/, { timeout: 120_000 }))
        yield* wait(() => page.getByText("The login at Strava is stored.").waitFor())
        yield* wait(() => page.getByText("Connected to Strava.").waitFor())
        yield* answered(page)
        expect(yield* inspect(page)).toEqual(fine)

        // By name and password.
        yield* wait(() => page.goto(`${url}/sources/instapaper`))
        yield* answered(page)
        yield* wait(() => page.getByRole("button", { name: "Connect Instapaper" }).click())
        const credentials = ["User name at Instapaper", "Password at Instapaper, used once and not stored"] as const
        const [username, password] = [
          settings["DAYBOOK_INSTAPAPER_USERNAME"]!,
          settings["DAYBOOK_INSTAPAPER_PASSWORD"]!
        ]
        // The settings have fields with like labels.
        const field = (label: string) => page.getByLabel(label, { exact: true })
        const logIn = (secret: string) =>
          Effect.gen(function* () {
            yield* wait(() => field(credentials[0]).fill(username))
            yield* wait(() => field(credentials[1]).fill(secret))
            yield* wait(() => page.getByRole("button", { name: "Log in" }).click())
          })
        yield* logIn("wrong")
        yield* appears(page, page.getByRole("alert").filter({ hasText: "Instapaper" }))
        expect(yield* inspect(page)).toEqual(fine)
        yield* logIn(password)
        yield* appears(page, page.getByText("The login at Instapaper is stored."))

        // The list, and an address of a login that nobody began.
        yield* wait(() => page.goto(`${url}/v1/setup/callback?state=wrong&code=1`))
        yield* wait(() => page.getByText("This login was not begun here").waitFor())
        expect(page.url()).toBe(`${url}/sources?login=unknown`)
        yield* answered(page)
        expect(yield* inspect(page)).toEqual(fine)
        yield* wait(() => page.getByRole("heading", { name: "Last.fm" }).waitFor())
        expect(errors).toEqual([])
      }),
    patience
  )
})
