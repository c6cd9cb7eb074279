import { describe, expect, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { patience } from "../../cli/test/support/daybook.js"
import { get } from "../../cli/test/support/host.js"
import { importRunArchive, importRunFiles } from "../../cli/test/support/runFiles.js"
import { adminStage } from "./support/adminStage.js"
import { browser, browserPath, fits, tabIn, violations } from "./support/browser.js"
import { answered, wait } from "./support/everyAddress.js"

interface Runs {
  readonly data: ReadonlyArray<{ readonly id: number }>
}

interface Shod {
  readonly gear: { readonly name: string } | null
}

interface Shoes {
  readonly data: ReadonlyArray<{ readonly name: string }>
}

const runsOf = ({ key, url }: { readonly key: string; readonly url: string }) =>
  Effect.map(get(`${url}/v1/running/activities?order=asc`, key), ({ body }) =>
    (body as unknown as Runs).data.map(({ id }) => id)
  )

describe.skipIf(browserPath === undefined)("corrections of runs on the page", () => {
  it.scopedLive(
    "join two runs and separate two reports of one, and are undone",
    () =>
      Effect.gen(function* () {
        const host = yield* Effect.flatMap(browser, (opened) => adminStage(opened, importRunFiles))
        const before = yield* runsOf(host)
        const [, ahead, right] = before
        expect(before).toHaveLength(3)
        const { errors, page } = yield* tabIn(host.browser)
        const correct = (
          id: number | undefined,
          choice: string,
          report: string | null,
          sentence: RegExp,
          left: number
        ) =>
          Effect.gen(function* () {
            yield* wait(() => page.goto(`${host.url}/running/${id}#key=${host.key}`))
            yield* answered(page)
            yield* wait(() => page.locator("summary", { hasText: "Something wrong?" }).click())
            yield* wait(() => page.getByRole("button", { name: choice }).click())
            if (report !== null)
              yield* wait(() =>
                page.getByLabel("The same as the run with this report, or at this address").fill(report)
              )
            yield* wait(() => page.getByRole("button", { name: "See what changes" }).click())
            yield* wait(() => page.getByText("1 run would change.").waitFor())
            expect(yield* runsOf(host)).toEqual(before)
            yield* wait(() => page.getByRole("button", { name: "Do it" }).click())
            yield* wait(() => page.getByText(sentence).waitFor())
            expect(yield* runsOf(host)).toHaveLength(left)
            yield* wait(() => page.getByRole("button", { name: "Undo" }).click())
            yield* wait(() => page.getByText("It is as before.").waitFor())
            expect(yield* runsOf(host)).toEqual(before)
          })
        yield* correct(ahead, "It is the same as …", "runkeeper:a1", /run-files:\S+ is the run runkeeper:a1\./, 2)
        yield* correct(right, "These are two", null, /\S+:\S+ is not the run \S+:\S+\./, 4)
        for (const width of [1280, 360]) {
          yield* wait(() => page.setViewportSize({ width, height: 900 }))
          expect([yield* fits(page), yield* violations(page)]).toEqual([true, []])
        }
        expect(errors).toEqual([])
      }),
    patience
  )

  it.scopedLive(
    "give a run other shoes, which the page shows with it, and are undone",
    () =>
      Effect.gen(function* () {
        const host = yield* Effect.flatMap(browser, (opened) => adminStage(opened, importRunArchive))
        const ids = yield* runsOf(host)
        const shoesOf = (id: number) =>
          Effect.map(
            get(`${host.url}/v1/running/activities/${id}`, host.key),
            ({ body }) => (body as unknown as Shod).gear
          )
        const [id, own] = yield* Effect.findFirst(ids, (one) => Effect.map(shoesOf(one), (gear) => gear !== null)).pipe(
          Effect.flatMap((run) => {
            const first = Option.getOrThrow(run)
            return Effect.map(shoesOf(first), (gear) => [first, gear!.name] as const)
          })
        )
        const { body } = yield* get(`${host.url}/v1/running/gear`, host.key)
        const other = (body as unknown as Shoes).data.map(({ name }) => name).find((name) => name !== own)!
        const { errors, page } = yield* tabIn(host.browser)
        yield* wait(() => page.goto(`${host.url}/running/${id}#key=${host.key}`))
        yield* answered(page)
        yield* wait(() => page.getByText(`Shoes: ${own}`, { exact: true }).waitFor())
        yield* wait(() => page.locator("summary", { hasText: "Something wrong?" }).click())
        yield* wait(() => page.getByRole("button", { name: "It was run in …" }).click())
        yield* wait(() => page.getByLabel("In the shoes of this name").fill(other))
        yield* wait(() => page.getByRole("button", { name: "See what changes" }).click())
        yield* wait(() => page.getByRole("button", { name: "Do it" }).click())
        yield* wait(() => page.getByText(`Shoes: ${other}`, { exact: true }).waitFor())
        expect((yield* shoesOf(id))?.name).toBe(other)
        yield* wait(() => page.getByRole("button", { name: "Undo" }).click())
        yield* wait(() => page.getByText(`Shoes: ${own}`, { exact: true }).waitFor())
        expect([yield* fits(page), yield* violations(page), errors]).toEqual([true, [], []])
      }),
    patience
  )
})
