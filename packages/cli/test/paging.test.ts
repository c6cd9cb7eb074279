import { serveSimulators } from "@daybook/simulators"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { describe } from "vitest"
import { patience, run } from "./support/daybook.js"
import { get, newKey, serve } from "./support/host.js"
import { type List, lists, pageOf, rowsFrom } from "./support/lists.js"
import { envOf, world } from "./support/world.js"

/** Whether new records can change the sort value of existing rows, so that they move between pages. */
const canReorder = ({ path, query }: List) =>
  /\/top\/|recent\/albums|sync\/runs|\/merges|pending|sort=(playcount|plays|watched_at|rating|finished_at)|cross-reference/.test(
    path + query
  )

/**
 * Whether a list depends on the texts of articles. The later dataset serves them under other addresses: an article
 * leaves its lists until its text is read again, which is not paging.
 */
const dependsOnTexts = ({ path }: List) => /^\/v1\/(?:reading\/|search)/.test(path)

/** Ends before the first sync, so that later records are out of range. */
const until = "from=2000-01-01&to=2023-12-10&"

/** A reader that has read the first of about four pages of a list. */
const readFirstPage = (url: string, key: string, list: List) =>
  Effect.gen(function* () {
    const { total } = yield* pageOf(url, key, list, 1, 1)
    const limit = Math.min(list.maxRows, Math.max(1, Math.ceil(total / 4)))
    const all = yield* rowsFrom(url, key, list, limit, 1)
    return { list, limit, total, all, read: all.slice(0, limit) }
  })

/** The feed after a cursor. */
const feedFrom = (url: string, key: string, cursor: string | null) =>
  Effect.gen(function* () {
    const items: Array<number> = []
    for (let next = cursor; ;) {
      const { body } = yield* get(`${url}/v1/feed?limit=40${next === null ? "" : `&cursor=${next}`}`, key)
      items.push(...(body["data"] as ReadonlyArray<{ readonly id: number }>).map(({ id }) => id))
      next = (body["pagination"] as { readonly next_cursor: string | null }).next_cursor
      if (next === null) return items
    }
  })

describe("a list read while a sync writes", { timeout: patience }, () => {
  it.scopedLive("skips no row, and repeats none when it is read up to a day or by cursor", () =>
    Effect.gen(function* () {
      const { env: settings } = yield* world
      const env = { ...settings, DAYBOOK_RATE_LIMIT: "1000000" }
      expect(yield* run(["sync"], env)).toMatchObject({ code: 0 })
      const { key } = yield* newKey(env, "--type", "admin")
      // Without providers: the host must not enrich records of the later dataset from the earlier one.
      const { host, url } = yield* serve({ ...envOf({}, settings["DAYBOOK_DATA_DIR"]!), DAYBOOK_RATE_LIMIT: "1000000" })
      const allLists = yield* lists(env)
      const bounded = allLists
        .filter(({ isBounded }) => isBounded)
        .map((list) => ({ ...list, query: list.query + until }))
      const readers = yield* Effect.forEach([...allLists, ...bounded], (list) => readFirstPage(url, key, list), {
        concurrency: 4
      })
      for (const { all, list, total } of readers) {
        expect([all.length, new Set(all).size], list.path + list.query).toEqual([total, total])
      }
      expect(readers.filter(({ total }) => total > 3).length).toBeGreaterThan(readers.length / 2)
      const feed = yield* feedFrom(url, key, null)
      const first = yield* get(`${url}/v1/feed?limit=40`, key)

      const later = yield* serveSimulators({ endsAt: Date.UTC(2023, 11, 20) })
      const more = yield* run(["sync", "--json"], { ...env, ...envOf(later.settings, settings["DAYBOOK_DATA_DIR"]!) })
      expect(more.code).toBe(0)
      expect(
        (yield* pageOf(
          url,
          key,
          allLists.find(({ path }) => path === "/v1/listening/recent")!,
          1,
          1
        )).total
      ).toBeGreaterThan(readers[0]!.total)

      for (const { all, limit, list, read } of readers.filter(({ list }) => !dependsOnTexts(list))) {
        const rows = [...read, ...(yield* rowsFrom(url, key, list, limit, 2))]
        const what = list.path + list.query
        if (!canReorder(list))
          expect(
            all.filter((row) => !rows.includes(row)),
            what
          ).toEqual([])
        if (list.query.includes(until) && !canReorder({ ...list, path: "" })) expect(rows, what).toEqual(all)
      }
      const { next_cursor } = first.body["pagination"] as { readonly next_cursor: string }
      const firstIds = (first.body["data"] as ReadonlyArray<{ readonly id: number }>).map(({ id }) => id)
      const ids = [...firstIds, ...(yield* feedFrom(url, key, next_cursor))]
      expect(new Set(ids).size).toBe(ids.length)
      expect(feed.filter((id) => !ids.includes(id))).toEqual([])
      yield* host.kill("SIGTERM")
      expect((yield* host.ended).code).toBe(0)
    })
  )
})
