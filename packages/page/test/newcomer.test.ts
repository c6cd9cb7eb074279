import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { daybook, patience } from "../../cli/test/support/daybook.js"
import { folder } from "../../cli/test/support/dataDir.js"
import { host } from "../../http/test/support/host.js"
import { sampleNow } from "../../http/test/support/library.js"
import { brokenWords, browser, browserPath, fits, tabIn, violations, visit } from "./support/browser.js"
import { answered, wait } from "./support/everyAddress.js"

/** A host over a new folder, far from where its owner is. */
const newHost = Effect.gen(function* () {
  const process = yield* daybook(["serve", "--port", "0", "--no-schedule"], {
    DAYBOOK_DATA_DIR: join(yield* folder, "data"),
    DAYBOOK_APPLE_MUSIC_ENABLED: "false",
    DAYBOOK_MUSICBRAINZ_ENABLED: "false",
    DAYBOOK_EMBEDDINGS: "off",
    DAYBOOK_DOMAINS: "books",
    TZ: "UTC"
  })
  const address = yield* process.says(/^open {2}(http:\/\/\S+)$/m)
  return { address, url: new URL(address).origin }
})

/** What is wrong light and dark, at 1280 and at 360 pixels. */
const faults = (page: Page) =>
  Effect.gen(function* () {
    const all: Array<string> = []
    for (const [colorScheme, width] of [
      ["light", 1280],
      ["dark", 360]
    ] as const) {
      yield* wait(() => page.emulateMedia({ colorScheme }))
      yield* wait(() => page.setViewportSize({ width, height: 900 }))
      all.push(...(yield* violations(page)), ...(yield* brokenWords(page)))
      if (!(yield* fits(page))) all.push(`wider than ${width}`)
    }
    yield* wait(() => page.setViewportSize({ width: 1280, height: 900 }))
    return all
  })

const headings = (page: Page) => wait(() => page.locator("main h2").allInnerTexts())

/** The source names on the empty page of each domain, best known first, and where they lead. */
const firstSources = [
  ["/listening", "Spotify", "spotify"],
  ["/running", "Strava", "strava"],
  ["/watching", "Netflix", "netflix"],
  ["/collecting", "Discogs", "discogs"],
  ["/reading", "Kindle", "kindle"],
  ["/attending", "Calendar", "calendar"],
  ["/books", "Goodreads", "goodreads"]
] as const

describe.skipIf(browserPath === undefined)("a newcomer", () => {
  it.scopedLive(
    "sets up by a file, by words and by a search, and finds what to do on each empty page",
    () =>
      Effect.gen(function* () {
        const { address, url } = yield* newHost
        const { errors, missing, page } = yield* tabIn(yield* browser)
        const limited: Array<string> = []
        page.on("response", (response) => response.status() === 429 && limited.push(response.url()))
        yield* wait(() => page.goto(address))
        yield* wait(() => page.getByRole("heading", { level: 1, name: "Set up" }).waitFor())
        yield* answered(page)
        expect(yield* headings(page)).toEqual([
          "Begin with a file",
          "Where you are at home",
          "Moves and trips",
          "Listening",
          "Running",
          "Watching",
          "Shelf",
          "Reading",
          "Attending",
          "Books"
        ])
        // The browser of these tests is in Berlin.
        expect(yield* wait(() => page.getByLabel("Home time zone").inputValue())).toBe("Europe/Berlin")
        const text = yield* wait(() => page.locator("main").innerText())
        expect(text).not.toContain("DAYBOOK_")
        expect(text).toContain(
          "Needs the address of Tautulli, Tautulli's API key and the name or number of the Plex user"
        )
        expect(text).toContain("Needs your Last.fm user name and the Last.fm API key.")
        const first = page.getByRole("region", { name: "Listening" }).getByRole("heading", { level: 3 })
        expect((yield* wait(() => first.allInnerTexts())).slice(0, 3)).toEqual(["Spotify", "Last.fm", "Apple Music"])
        expect(yield* faults(page)).toEqual([])

        // By name, and by what it brings.
        const cards = wait(() => page.locator(".source-card h3").allInnerTexts())
        yield* wait(() => page.getByLabel("Find a source").fill("goodreads"))
        expect(yield* cards).toEqual(["Goodreads"])
        yield* wait(() => page.getByLabel("Find a source").fill("ticket"))
        expect(yield* cards).toContain("Ticket mails")
        yield* wait(() => page.getByLabel("Find a source").fill("no such source"))
        yield* wait(() => page.getByText("No source has these words.").waitFor())
        expect(yield* faults(page)).toEqual([])

        for (const [path, name, id] of firstSources) {
          yield* wait(() => page.goto(url + path))
          yield* answered(page)
          const links = page.locator(".source-links a")
          yield* wait(() => links.first().waitFor())
          expect([path, yield* wait(() => links.first().innerText())]).toEqual([path, name])
          expect(yield* wait(() => links.first().getAttribute("href"))).toBe(`/sources/${id}`)
          expect(yield* wait(() => page.locator("main").innerText())).not.toMatch(/\b0\b/)
          expect([path, yield* faults(page)]).toEqual([path, []])
        }

        // A file that is chosen on an empty page is imported.
        yield* wait(() => page.goto(`${url}/listening`))
        yield* wait(() =>
          page
            .getByLabel("Drop an export file")
            .setInputFiles({
              name: "anything.txt",
              mimeType: "text/plain",
              buffer: Buffer.from("artist,album,name,date\nVelmora Tide,Harbour,Low Tide,14 Mar 2026 20:15\n")
            })
        )
        yield* wait(() => page.waitForURL(`${url}/import`))
        yield* wait(() => page.getByRole("heading", { name: "anything.txt" }).first().waitFor())
        expect({ errors, missing, limited }).toEqual({ errors: [], missing: [], limited: [] })
      }),
    patience
  )
})

describe.skipIf(browserPath === undefined)("a page that waits", () => {
  it.scopedLive(
    "says what for, and after a while why",
    () =>
      Effect.gen(function* () {
        const { read, url } = yield* host()
        const { errors, page } = yield* visit({ now: sampleNow })
        let release = () => {}
        const released = new Promise<void>((resolve) => (release = resolve))
        yield* wait(() =>
          page.route("**/v1/batch", async (route) => {
            await released
            await route.continue()
          })
        )
        yield* wait(() =>
          page.route("**/v1/health/sync", async (route) => {
            const answer = await route.fetch()
            const status = (await answer.json()) as { readonly sources: object }
            await route.fulfill({ json: { ...status, sources: { lastfm: { status: "running" } } } })
          })
        )
        yield* wait(() => page.goto(`${url}/running#key=${read}`))
        yield* wait(() => page.getByText("Reading personal records…").waitFor())
        yield* wait(() => page.getByText("The host is busy with a sync.").first().waitFor())
        expect(yield* violations(page)).toEqual([])
        release()
        yield* answered(page)
        expect(yield* wait(() => page.getByText("Reading personal records…").count())).toBe(0)
        expect(errors).toEqual([])
      }),
    patience
  )

  it.scopedLive(
    "for a host that starts again says so, and continues by itself",
    () =>
      Effect.gen(function* () {
        const { read, url } = yield* host()
        const { errors, page } = yield* visit({ now: sampleNow })
        yield* wait(() => page.goto(`${url}/#key=${read}`))
        yield* answered(page)
        yield* wait(() => page.route("**/v1/**", (route) => route.abort("connectionrefused")))
        yield* wait(() => page.getByRole("link", { name: "Running", exact: true }).first().click())
        yield* wait(() => page.getByText("The host is starting again.").waitFor())
        expect(yield* wait(() => page.getByText("does not answer").count())).toBe(0)
        expect(yield* violations(page)).toEqual([])
        yield* wait(() => page.unroute("**/v1/**"))
        yield* wait(() => page.getByText("The host is starting again.").waitFor({ state: "detached" }))
        yield* answered(page)
        yield* wait(() => page.getByRole("region", { name: "Personal records" }).getByRole("row").first().waitFor())
        expect(errors).toEqual([])
      }),
    patience
  )
})

describe.skipIf(browserPath === undefined)("what comes first", () => {
  it.scopedLive(
    "the year begins with the year, and facts stand apart from the line score",
    () =>
      Effect.gen(function* () {
        const { read, url } = yield* host()
        const { page } = yield* visit({ now: sampleNow })
        yield* wait(() => page.goto(`${url}/year/2025#key=${read}`))
        yield* answered(page)
        const titles = yield* headings(page)
        expect(titles[0]).toBe("Listening")
        expect(titles.at(-1)).toBe("To send")
        const events = yield* wait(async () =>
          fetch(`${url}/v1/attending/events?category=sports&attended=1&limit=20`, {
            headers: { authorization: `Bearer ${read}` }
          }).then((answer) => answer.json())
        )
        const games = (events as { data: ReadonlyArray<{ id: number; event_data: Record<string, unknown> }> }).data
        const game = games.find(({ event_data: one }) => one["attendance"] != null || one["winning_pitcher"] != null)!
        yield* wait(() => page.goto(`${url}/attending/${game.id}`))
        yield* answered(page)
        const gap = `(() => {
          const [table, facts] = ["table.score", ".after-table"].map((one) => document.querySelector(one))
          return facts.getBoundingClientRect().top - table.getBoundingClientRect().bottom
        })()`
        expect(yield* wait(() => page.evaluate<number>(gap))).toBeGreaterThanOrEqual(16)
      }),
    patience
  )
})
