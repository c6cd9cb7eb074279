import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { patience } from "../../cli/test/support/daybook.js"
import { ask, post } from "../../http/test/support/http.js"
import { adminStage } from "./support/adminStage.js"
import { browser, browserPath, fits, tabIn, violations } from "./support/browser.js"
import { answered, wait } from "./support/everyAddress.js"

const rides = ["strava:1", "strava:2"].map((activity, index) => ({
  ...{ activity, day: `2025-03-1${index}`, kind: "ride", name: `Loop ${index}`, reports: [activity] },
  started_at: `2025-03-1${index}T14:30:00.000Z`
}))

describe.skipIf(browserPath === undefined)("corrections of a declared domain on the page", () => {
  it.scopedLive(
    "set a value, join two records and hide one, and are undone",
    () =>
      Effect.gen(function* () {
        const host = yield* Effect.flatMap(browser, (opened) =>
          adminStage(opened, undefined, { DAYBOOK_DOMAINS: "activities" })
        )
        const { key, url } = host
        for (const ride of rides)
          expect((yield* post(`${url}/v1/admin/activities/activity`, key, ride)).status).toBe(201)
        const dataOf = (path: string) =>
          Effect.map(
            ask(`${url}/v1/${path}`, { key }),
            ({ json }) => json.data as ReadonlyArray<Readonly<Record<string, unknown>>>
          )
        const titlesFound = Effect.map(dataOf("search?q=loop"), (all) => all.map((one) => one["title"]).toSorted())
        const answers = Effect.all([
          dataOf("activities/activity?order=asc"),
          dataOf("feed"),
          // Their order follows from counts that are made later.
          titlesFound,
          Effect.map(ask(`${url}/v1/activities/stats`, { key }), ({ json }) => json)
        ])
        const names = Effect.map(dataOf("activities/activity?order=asc"), (all) => all.map((one) => one["name"]))
        const before = yield* answers
        const [first] = before[0]
        const { errors, page } = yield* tabIn(host.browser)
        const correct = (
          choice: string,
          label: string | null,
          text: string,
          sentence: string,
          left: ReadonlyArray<string>
        ) =>
          Effect.gen(function* () {
            // Only the hash of the address would change: then nothing is loaded.
            yield* wait(() => page.goto("about:blank"))
            yield* wait(() => page.goto(`${url}/activities/${String(first!["id"])}#key=${key}`))
            yield* answered(page)
            yield* wait(() => page.locator("summary", { hasText: "Something wrong?" }).click())
            yield* wait(() => page.getByRole("button", { name: choice }).click())
            if (label !== null) yield* wait(() => page.getByLabel(label).fill(text))
            yield* wait(() => page.getByRole("button", { name: "See what changes" }).click())
            yield* wait(() => page.getByText(/records? would change\./).waitFor())
            yield* wait(() => page.getByRole("button", { name: "Do it" }).click())
            yield* wait(() => page.getByText(sentence).waitFor())
            expect(yield* names).toEqual(left)
            expect(yield* titlesFound).toEqual(left)
            yield* wait(() => page.getByRole("button", { name: "Undo" }).click())
            yield* wait(() => page.getByText("It is as before.").waitFor())
            expect(yield* answers).toEqual(before)
          })
        yield* correct(
          "A value is wrong …",
          "Field and value, such as day=…",
          "name=Hill loop",
          "strava:1 has name=Hill loop.",
          ["Hill loop", "Loop 1"]
        )
        yield* correct(
          "It is the same as …",
          "The same as the one with this activity",
          "strava:2",
          "strava:1 is strava:2.",
          ["Loop 1"]
        )
        yield* correct("Hide it", null, "", "strava:1 is hidden.", ["Loop 1"])
        for (const width of [1280, 360]) {
          yield* wait(() => page.setViewportSize({ width, height: 900 }))
          expect([yield* fits(page), yield* violations(page)]).toEqual([true, []])
        }
        expect(errors).toEqual([])
      }),
    patience
  )
})
