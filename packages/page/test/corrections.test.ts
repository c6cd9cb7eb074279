import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { type Environment, patience, run } from "../../cli/test/support/daybook.js"
import { folder } from "../../cli/test/support/dataDir.js"
import { get } from "../../cli/test/support/host.js"
import { adminStage } from "./support/adminStage.js"
import { browser, browserPath, fits, tabIn, violations } from "./support/browser.js"
import { answered, wait } from "./support/everyAddress.js"

/**
 * How long a person needs for keys, in seconds, by the keystroke-level model of Card, Moran and Newell (1980): 0.28 s
 * for each key of an average typist, and 1.35 s of thought before each step.
 */
const secondsFor = ({ keys, steps }: { readonly keys: number; readonly steps: number }) => keys * 0.28 + steps * 1.35

/** Presses keys as steps of a person, each of which begins with a thought, and counts both. */
const person = (page: Page) => {
  const done = { keys: 0, steps: 0 }
  return {
    done,
    step: (text: string | { readonly press: string }) =>
      wait(async () => {
        done.steps += 1
        done.keys += typeof text === "string" ? text.length : 1
        await (typeof text === "string" ? page.keyboard.type(text) : page.keyboard.press(text.press))
      })
  }
}

/** One artist, misspelled in two of five plays, and another with nearly the same name. */
const plays = [
  "artist,album,name,date",
  "Velmora Tide,Harbour,Low Tide,14 Mar 2026 20:15",
  "Velmora Tide,Harbour,High Tide,14 Mar 2026 20:20",
  "Velmora Tide,Harbour,Low Tide,15 Mar 2026 20:15",
  "Velmora Tyde,Harbour,Low Tide,16 Mar 2026 20:15",
  "Velmora Tyde,Harbour,Low Tide,17 Mar 2026 20:15",
  "Mo Ash,Embers,Glow,17 Mar 2026 21:15",
  "Mo Ásh,Embers,Glow,17 Mar 2026 22:15"
].join("\n")

const importPlays = (env: Environment) =>
  Effect.gen(function* () {
    const path = join(yield* folder, "plays.csv")
    writeFileSync(path, `${plays}\n`)
    yield* run(["import", "lastfm", path], env)
  })

const stage = Effect.flatMap(browser, (opened) => adminStage(opened, importPlays))

interface Listed {
  readonly data: ReadonlyArray<{ readonly id: number; readonly name: string; readonly playcount: number }>
}

const artistsOf = ({ key, url }: { readonly key: string; readonly url: string }) =>
  Effect.map(get(`${url}/v1/listening/artists?sort=name&order=asc`, key), ({ body }) =>
    (body as unknown as Listed).data.map(({ id, name, playcount }) => ({ id, name, playcount }))
  )

const press = (page: Page, ...keys: ReadonlyArray<string>) =>
  wait(async () => {
    for (const key of keys) await page.keyboard.press(key)
  })

const saves = [
  "title,url,time_added,tags,status",
  "Tides,https://notebook.example/tides,1700000000,sea,unread",
  "Tides,https://notebook.example/tides?page=all,1700100000,moon,unread"
].join("\n")

const importSaves = (env: Environment) =>
  Effect.gen(function* () {
    const path = join(yield* folder, "part_000000.csv")
    writeFileSync(path, `${saves}\n`)
    yield* run(["import", "pocket", path], env)
  })

interface Saved {
  readonly data: ReadonlyArray<{
    readonly id: number
    readonly title: string
    readonly url: string
    readonly tags: ReadonlyArray<string>
  }>
}

const articlesOf = ({ key, url }: { readonly key: string; readonly url: string }) =>
  Effect.map(get(`${url}/v1/reading/articles?sort=saved_at&order=asc&include_no_body=true`, key), ({ body }) =>
    (body as unknown as Saved).data.map(({ id, tags, title, url }) => ({ id, title, url, tags }))
  )

describe.skipIf(browserPath === undefined)("corrections on the page", () => {
  it.scopedLive(
    "make one article of two, name it, and undo both",
    () =>
      Effect.gen(function* () {
        const host = yield* Effect.flatMap(browser, (opened) => adminStage(opened, importSaves))
        const before = yield* articlesOf(host)
        const [first, second] = before
        expect(before.map(({ url }) => url)).toEqual([
          "https://notebook.example/tides",
          "https://notebook.example/tides?page=all"
        ])
        const { errors, page } = yield* tabIn(host.browser)
        yield* wait(() => page.goto(`${host.url}/reading/${second!.id}#key=${host.key}`))
        yield* answered(page)
        yield* wait(() => page.locator("summary", { hasText: "Something wrong?" }).click())
        yield* wait(() => page.getByLabel("The same as the article with this address").fill(first!.url))
        yield* press(page, "Enter")
        yield* wait(() => page.getByText("1 save would change.").waitFor())
        yield* press(page, "Enter")
        yield* wait(() => page.getByText(`${second!.url} is ${first!.url}.`).waitFor())
        expect(yield* articlesOf(host)).toEqual([{ ...first, tags: expect.arrayContaining(["sea", "moon"]) }])
        const named = yield* tabIn(host.browser)
        yield* wait(() => named.page.goto(`${host.url}/reading/${first!.id}#key=${host.key}`))
        yield* answered(named.page)
        yield* wait(() => named.page.locator("summary", { hasText: "Something wrong?" }).click())
        yield* wait(() => named.page.getByRole("button", { name: "It is written …" }).click())
        yield* wait(() => named.page.getByLabel("Written like this").fill("On tides"))
        yield* press(named.page, "Enter")
        yield* wait(() => named.page.getByText("Tides (2 saves) → On tides (2 saves)").waitFor())
        yield* press(named.page, "Enter")
        yield* wait(() => named.page.getByRole("button", { name: "Undo" }).waitFor())
        expect((yield* articlesOf(host)).map(({ title }) => title)).toEqual(["On tides"])
        expect([yield* fits(named.page), yield* violations(named.page), named.errors]).toEqual([true, [], []])
        yield* wait(() => named.page.getByRole("button", { name: "Undo" }).click())
        yield* wait(() => named.page.getByText("It is as before.").waitFor())
        yield* wait(() => page.getByRole("button", { name: "Undo" }).click())
        yield* wait(() => page.getByText("It is as before.").waitFor())
        expect(yield* articlesOf(host)).toEqual(before)
        expect(errors).toEqual([])
      }),
    patience
  )

  it.scopedLive(
    "make one artist of two by keyboard alone, and undo it",
    () =>
      Effect.gen(function* () {
        const host = yield* stage
        const before = yield* artistsOf(host)
        const wrong = before.find(({ name }) => name === "Velmora Tyde")!
        const { errors, page } = yield* tabIn(host.browser)
        yield* wait(() => page.goto(`${host.url}/listening/artists/${wrong.id}#key=${host.key}`))
        yield* answered(page)
        yield* wait(() => page.locator("summary", { hasText: "Something wrong?" }).waitFor())
        // The page as it was loaded: nothing has the focus.
        expect(yield* wait(() => page.evaluate("document.activeElement === document.body"))).toBe(true)
        const owner = person(page)
        yield* owner.step("c")
        // The field for the name has the focus as it appears.
        yield* wait(() => page.getByLabel("The same as this artist").waitFor())
        yield* owner.step("Velmora Tide")
        yield* owner.step({ press: "Enter" })
        yield* wait(() => page.getByText("2 plays would change.").waitFor())
        yield* owner.step({ press: "Enter" })
        yield* wait(() => page.getByText("Velmora Tyde is Velmora Tide.").waitFor())
        expect(owner.done).toEqual({ keys: 15, steps: 4 })
        expect(secondsFor(owner.done)).toBeLessThanOrEqual(10)
        expect((yield* artistsOf(host)).filter(({ name }) => name.startsWith("Velmora"))).toEqual([
          { id: expect.any(Number), name: "Velmora Tide", playcount: 5 }
        ])
        const target = before.find(({ name }) => name === "Velmora Tide")!
        const tab = yield* tabIn(host.browser)
        yield* wait(() => tab.page.goto(`${host.url}/listening/artists/${target.id}#key=${host.key}`))
        yield* wait(() => tab.page.locator("summary", { hasText: "Why?" }).click())
        yield* wait(() => tab.page.getByText("lastfm: 5 reports").waitFor())
        yield* wait(() => tab.page.getByText(/^Correction \d+: Velmora Tyde is the same as Velmora Tide\.$/).waitFor())
        expect([yield* fits(tab.page), yield* violations(tab.page), tab.errors]).toEqual([true, [], []])
        yield* wait(() => tab.page.close())
        const undoing = person(page)
        yield* undoing.step({ press: "Enter" })
        yield* wait(() => page.getByText("It is as before.").waitFor())
        expect(secondsFor(undoing.done)).toBeLessThanOrEqual(2)
        expect(yield* artistsOf(host)).toEqual(before)
        for (const width of [1280, 360]) {
          yield* wait(() => page.setViewportSize({ width, height: 900 }))
          expect([yield* fits(page), yield* violations(page)]).toEqual([true, []])
        }
        expect(errors).toEqual([])
      }),
    patience
  )

  it.scopedLive(
    "are suggested where names are nearly equal, decided once, and listed",
    () =>
      Effect.gen(function* () {
        const host = yield* stage
        const { errors, page } = yield* tabIn(host.browser)
        yield* wait(() => page.goto(`${host.url}/review#key=${host.key}`))
        yield* answered(page)
        const suggested = page.getByRole("region", { name: "May be one" })
        const pair = suggested.getByRole("listitem").filter({ hasText: "Mo Ásh" }).first()
        yield* wait(() => pair.waitFor())
        yield* wait(() => pair.getByRole("button", { name: /^Not the same/ }).click())
        yield* wait(() => pair.waitFor({ state: "detached" }))
        const decided = page.getByRole("region", { name: "Corrections" })
        yield* wait(() =>
          decided
            .getByText(/is not/)
            .first()
            .waitFor()
        )
        yield* wait(() => decided.getByRole("button", { name: /^Undo/ }).first().click())
        yield* wait(() => decided.getByText("Nothing was corrected.").waitFor())
        expect(yield* violations(page)).toEqual([])
        expect(errors).toEqual([])
      }),
    patience
  )
})
