import { serveSimulators } from "@daybook/adapters/simulators"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { describe } from "vitest"
import { patience, run } from "./support/daybook.js"
import { get, newKey, serve } from "./support/host.js"
import { type List, lists, pageOf, rowsFrom } from "./support/lists.js"
import { envOf, world } from "./support/world.js"

/** Orders by something that what is new changes of the rows that were there: such a row moves, past the reader too. */
const isMoved = ({ path, query }: List) => /\/top\/|recent\/albums|sync\/runs|\/merges|pending|sort=(playcount|plays|watched_at|rating|finished_at)|cross-reference/.test(path + query)

/** Before the last day of the life that is told first, so that nothing new belongs there. */
const until = "from=2000-01-01&to=2023-12-10&"

/** A reader in the midst of a list: pages of such a size that there are some, and what the first of them had. */
const begun = (url: string, key: string, list: List) =>
  Effect.gen(function*() {
    const { total } = yield* pageOf(url, key, list, 1, 1)
    const limit = Math.min(list.mostRows, Math.max(1, Math.ceil(total / 4)))
    const all = yield* rowsFrom(url, key, list, limit, 1)
    return { list, limit, total, all, read: all.slice(0, limit) }
  })

/** The feed from a cursor on. */
const feedFrom = (url: string, key: string, cursor: string | null) =>
  Effect.gen(function*() {
    const items: Array<number> = []
    for (let next = cursor;;) {
      const { body } = yield* get(`${url}/v1/feed?limit=40${next === null ? "" : `&cursor=${next}`}`, key)
      items.push(...(body["data"] as ReadonlyArray<{ readonly id: number }>).map(({ id }) => id))
      next = (body["pagination"] as { readonly next_cursor: string | null }).next_cursor
      if (next === null) return items
    }
  })

describe("a list that is read while a sync writes", { timeout: patience }, () => {
  it.scopedLive("skips nothing, and shows nothing twice where it is asked up to a day or by cursor", () =>
    Effect.gen(function*() {
      const { env: settings } = yield* world
      const env = { ...settings, DAYBOOK_RATE_LIMIT: "1000000" }
      expect(yield* run(["sync"], env)).toMatchObject({ code: 0 })
      const { key } = yield* newKey(env, "--type", "admin")
      const { host, url } = yield* serve(env)
      const known = yield* lists(env)
      const bounded = known.filter(({ isBounded }) => isBounded).map((list) => ({ ...list, query: list.query + until }))
      const readers = yield* Effect.forEach([...known, ...bounded], (list) => begun(url, key, list), { concurrency: 4 })
      for (const { all, list, total } of readers) {
        expect([all.length, new Set(all).size], list.path + list.query).toEqual([total, total])
      }
      expect(readers.filter(({ total }) => total > 3).length).toBeGreaterThan(readers.length / 2)
      const feed = yield* feedFrom(url, key, null)
      const first = yield* get(`${url}/v1/feed?limit=40`, key)

      const later = yield* serveSimulators({ endsAt: Date.UTC(2023, 11, 20) })
      const more = yield* run(["sync", "--json"], { ...env, ...envOf(later.settings, settings["DAYBOOK_DATA_DIR"]!) })
      expect(more.code).toBe(0)
      expect((yield* pageOf(url, key, known.find(({ path }) => path === "/v1/listening/recent")!, 1, 1)).total).toBeGreaterThan(readers[0]!.total)

      for (const { all, limit, list, read } of readers) {
        const rows = [...read, ...yield* rowsFrom(url, key, list, limit, 2)]
        const what = list.path + list.query
        if (!isMoved(list)) expect(all.filter((row) => !rows.includes(row)), what).toEqual([])
        if (list.query.includes(until) && !isMoved({ ...list, path: "" })) expect(rows, what).toEqual(all)
      }
      const { next_cursor } = first.body["pagination"] as { readonly next_cursor: string }
      const firstIds = (first.body["data"] as ReadonlyArray<{ readonly id: number }>).map(({ id }) => id)
      const walked = [...firstIds, ...yield* feedFrom(url, key, next_cursor)]
      expect(new Set(walked).size).toBe(walked.length)
      expect(feed.filter((id) => !walked.includes(id))).toEqual([])
      yield* host.kill("SIGTERM")
      expect((yield* host.ended).code).toBe(0)
    }))
})
