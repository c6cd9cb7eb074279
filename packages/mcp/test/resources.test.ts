import { Effect } from "effect"
import { expect, it } from "vitest"
import { Ask, AskError, type Params } from "../src/Ask.js"
import { builtInDomains } from "../src/domains/index.js"
import { listResources, readResource } from "../src/resources.js"
import type { Session } from "../src/session.js"
import { overview } from "./support/toolsByName.js"

/** Articles saved in these years, and nothing else. */
const session = (savedIn: ReadonlyArray<number>): Session => {
  const rows = savedIn.map((year) => ({ saved_at: `${year}-03-14T20:15:00Z` }))
  const answers: Readonly<Record<string, (params: Params) => unknown>> = {
    "reading.recent": ({ include_bulk_archived, page }) =>
      include_bulk_archived === true
        ? { data: rows.slice(Number(page) - 1, Number(page)), pagination: { total: rows.length } }
        : { data: [], pagination: { total: 0 } },
    "reading.calendar": ({ year }) => ({ days: savedIn.includes(Number(year)) ? [{}] : [] }),
    "collecting.recentRecords": () => ({ data: [], pagination: { total: 0 } }),
    "collecting.discs": () => ({ data: [], pagination: { total: 0 } })
  }
  const call = (operation: string, params: Params) => {
    const answer = answers[operation]
    return answer === undefined
      ? Effect.fail(new AskError({ status: 404, message: operation, retryAfter: null }))
      : Effect.succeed(answer(params))
  }
  return {
    tools: [overview],
    scope: builtInDomains,
    lens: undefined,
    version: "test",
    read: (effect) => Effect.runPromise(Effect.provideService(effect, Ask, { call, declared: call as never })),
    run: () => Promise.resolve({ isError: true, code: "unavailable", text: "unavailable: not now" })
  }
}

const { signal } = new AbortController()

it("lists the years of an owner who only reads, without the years between that have nothing", async () => {
  const uris = (await listResources(session([2026, 2024, 2023]), signal)).map(({ uri }) => uri)
  expect(uris.filter((uri) => uri.includes("year"))).toEqual([2026, 2024, 2023].map((year) => `daybook://year/${year}`))
})

it("does not say that a resource is unknown because the host cannot answer", async () => {
  expect(await readResource(session([]), "daybook://overview", signal)).toEqual({ failure: "unavailable: not now" })
  expect(await readResource(session([]), "daybook://year/2026/films", signal)).toBeUndefined()
})
