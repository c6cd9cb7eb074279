import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { patience } from "../../cli/test/support/daybook.js"
import { get } from "../../cli/test/support/host.js"
import { adminStage } from "./support/adminStage.js"
import { browser, browserPath, fits, tabIn, violations } from "./support/browser.js"
import { answered, wait } from "./support/everyAddress.js"

interface Events {
  readonly data: ReadonlyArray<{ readonly id: number; readonly title: string; readonly status: string }>
}

const eventsOf = ({ key, url }: { readonly key: string; readonly url: string }) =>
  Effect.map(get(`${url}/v1/attending/events`, key), ({ body }) =>
    (body as unknown as Events).data.map(({ id, status, title }) => ({ id, status, title }))
  )

const concert = {
  ...{ event_type: "concert", event_date: "2026-03-01", title: "Velmora Tide" },
  ...{ venue_name: "Chalk Hall", city: "Portland" }
}

describe.skipIf(browserPath === undefined)("corrections of events on the page", () => {
  it.scopedLive(
    "say that the owner was not there, and are undone",
    () =>
      Effect.gen(function* () {
        const host = yield* Effect.flatMap(browser, (opened) => adminStage(opened))
        yield* wait(() =>
          fetch(`${host.url}/v1/admin/sync/attending/manual-import`, {
            method: "POST",
            headers: { authorization: `Bearer ${host.key}`, "content-type": "application/json" },
            body: JSON.stringify(concert)
          })
        )
        const before = yield* eventsOf(host)
        expect(before).toEqual([{ id: expect.any(Number), title: "Velmora Tide", status: "attended" }])
        const { errors, page } = yield* tabIn(host.browser)
        yield* wait(() => page.goto(`${host.url}/attending/${before[0]!.id}#key=${host.key}`))
        yield* answered(page)
        yield* wait(() => page.locator("summary", { hasText: "Something wrong?" }).click())
        yield* wait(() => page.getByRole("button", { name: "I was not there" }).click())
        yield* wait(() => page.getByRole("button", { name: "See what changes" }).click())
        yield* wait(() => page.getByText("1 event would change.").waitFor())
        yield* wait(() => page.getByRole("button", { name: "Do it" }).click())
        yield* wait(() => page.getByText("Velmora Tide on 2026-03-01 has attended=no.").waitFor())
        expect((yield* eventsOf(host)).map(({ status }) => status)).toEqual(["missed"])
        yield* wait(() => page.getByRole("button", { name: "Undo" }).click())
        yield* wait(() => page.getByText("It is as before.").waitFor())
        expect(yield* eventsOf(host)).toEqual(before)
        for (const width of [1280, 360]) {
          yield* wait(() => page.setViewportSize({ width, height: 900 }))
          expect([yield* fits(page), yield* violations(page)]).toEqual([true, []])
        }
        expect(errors).toEqual([])
      }),
    patience
  )
})
