import type { UnnumberedChange } from "@daybook/core/changes"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, FastCheck as fc, Scope } from "effect"
import { host } from "./support/host.js"
import { ask } from "./support/http.js"

const upsert = (id: number, type = "activity", domain = "running"): UnnumberedChange => ({
  domain,
  type,
  id: String(id),
  op: "upsert"
})
const deletion = (id: number): UnnumberedChange => ({ ...upsert(id), op: "delete" })

interface Page {
  readonly data: ReadonlyArray<Readonly<Record<string, unknown>> & { readonly id: string; readonly op: string }>
  readonly cursor: string
  readonly has_more: boolean
}

const pages = (url: string, key: string) => (query: string) =>
  Effect.map(ask(`${url}/v1/changes${query}`, { headers: { authorization: `Bearer ${key}` } }), (answer) => ({
    status: answer.status,
    headers: answer.headers,
    page: answer.json as Page,
    json: answer.json
  }))

describe("changes", () => {
  it.scoped("list what changed in order, with the address of each record", () =>
    Effect.gen(function* () {
      const { log, read, url } = yield* host()
      const get = pages(url, read)
      log.append([
        upsert(812),
        upsert(3, "feed_item"),
        { domain: "listening", type: "day", id: "2026-11-21", op: "upsert" }
      ])
      log.append([deletion(77)])
      const { headers, page } = yield* get("")
      expect(headers.get("cache-control")).toBe("no-store")
      expect(page.data.map(({ at: _, ...entry }) => entry)).toStrictEqual([
        {
          seq: "1",
          op: "upsert",
          id: "running/activity/812",
          domain: "running",
          type: "activity",
          href: "/v1/running/activities/812"
        },
        {
          seq: "2",
          op: "upsert",
          id: "running/feed_item/3",
          domain: "running",
          type: "feed_item",
          href: "/v1/feed/items/3"
        },
        {
          seq: "3",
          op: "upsert",
          id: "listening/day/2026-11-21",
          domain: "listening",
          type: "day",
          href: "/v1/listening/recent?date=2026-11-21"
        },
        { seq: "4", op: "delete", id: "running/activity/77", domain: "running", type: "activity", href: null }
      ])
      expect(page.has_more).toBe(false)
      expect((yield* get(`?since=${page.cursor}`)).page.data).toStrictEqual([])
      const now = (yield* get("?since=now")).page
      expect([now.data, now.cursor]).toStrictEqual([[], page.cursor])
      expect((yield* get("?type=feed_item,day&domain=listening")).page.data.map(({ id }) => id)).toStrictEqual([
        "listening/day/2026-11-21"
      ])
    })
  )

  it.scoped("answer 400 to what cannot be read, and 401 without a key", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const get = pages(url, read)
      for (const query of [
        "?since=abc",
        "?since=Y2g6MTph",
        "?domain=nobody",
        "?type=activity,nothing",
        "?limit=0",
        "?wait=31"
      ])
        expect((yield* get(query)).status, query).toBe(400)
      expect((yield* ask(`${url}/v1/changes`)).status).toBe(401)
    })
  )

  it.scoped("answer 410 with a code when the history does not reach back", () =>
    Effect.gen(function* () {
      const { log, read, url } = yield* host()
      const get = pages(url, read)
      log.append(Array.from({ length: 6 }, (_, index) => upsert(index)))
      const early = (yield* get("?limit=2")).page.cursor
      const late = (yield* get("")).page.cursor
      log.append([deletion(3)])
      const resumed = (yield* get(`?since=${late}`)).page
      expect(resumed.data.map(({ op }) => op)).toStrictEqual(["delete"])
      log.purgeTo(7)
      const resync = yield* get(`?since=${late}`)
      expect(resync.status).toBe(410)
      expect(resync.json).toStrictEqual({
        error: "this cursor is older than what is kept: begin again with since=0",
        status: 410,
        code: "resync"
      })
      // A reader that was in the middle of the listing has never seen the record, or sees that it is missing.
      expect((yield* get(`?since=${early}`)).status).toBe(410)
      expect((yield* get(`?since=${resumed.cursor}`)).status).toBe(200)
      // A listing that begins after the purge reads to its end in any number of pages.
      let cursor = "0"
      const listed: Array<string> = []
      for (let more = true; more;) {
        const { page, status } = yield* get(`?since=${cursor}&limit=2`)
        expect(status).toBe(200)
        listed.push(...page.data.map(({ id }) => id))
        cursor = page.cursor
        more = page.has_more
      }
      expect(listed).toHaveLength(5)
      log.renew()
      expect((yield* get(`?since=${cursor}`)).status).toBe(410)
    })
  )

  it.scopedLive("wait for a change, and answer as soon as there is one", () =>
    Effect.gen(function* () {
      const { log, read, url } = yield* host()
      const get = pages(url, read)
      log.append([upsert(1)])
      const { cursor } = (yield* get("")).page
      const begun = performance.now()
      const waiting = yield* Effect.fork(get(`?since=${cursor}&wait=20`))
      yield* Effect.sleep("300 millis")
      log.append([upsert(2)])
      const { page } = yield* waiting
      expect(page.data.map(({ id }) => id)).toStrictEqual(["running/activity/2"])
      expect(performance.now() - begun).toBeLessThan(3_000)
      // What the filter leaves out does not end the wait.
      const filtered = yield* Effect.fork(get(`?since=${page.cursor}&wait=1&domain=watching`))
      yield* Effect.sleep("100 millis")
      log.append([upsert(3)])
      const none = yield* filtered
      expect(none.page.data).toStrictEqual([])
      expect((yield* get(`?since=${none.page.cursor}`)).page.data.map(({ id }) => id)).toStrictEqual(
        none.page.cursor === page.cursor ? ["running/activity/3"] : []
      )
    })
  )

  it.scopedLive("answer a reader that waits when the host stops, which then ends at once", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { read, url } = yield* Scope.extend(host(), scope)
      const get = pages(url, read)
      const { cursor } = (yield* get("?since=now")).page
      const waiting = yield* Effect.fork(get(`?since=${cursor}&wait=30`))
      yield* Effect.sleep("300 millis")
      const begun = performance.now()
      yield* Scope.close(scope, Exit.void)
      expect(performance.now() - begun).toBeLessThan(3_000)
      const { page, status } = yield* waiting
      expect([status, page.data, page.cursor]).toStrictEqual([200, [], cursor])
    })
  )

  it.scoped("fold to the records that exist, read in pages of any size while they change", () =>
    Effect.gen(function* () {
      const { log, read, url } = yield* host()
      const get = pages(url, read)
      const ids = fc.integer({ min: 1, max: 9 })
      const steps = fc.array(
        fc.oneof(
          ids.map((id) => ({ write: upsert(id) })),
          ids.map((id) => ({ write: deletion(id) })),
          fc.integer({ min: 1, max: 4 }).map((limit) => ({ limit }))
        ),
        { minLength: 1, maxLength: 30 }
      )
      yield* Effect.forEach(fc.sample(steps, { numRuns: 15, seed: 7 }), (some) =>
        Effect.gen(function* () {
          const truth = new Set<string>()
          const copy = new Set<string>()
          let cursor = (yield* get("?since=now")).page.cursor
          const take = (limit: number) =>
            Effect.gen(function* () {
              const { page } = yield* get(`?since=${cursor}&limit=${limit}`)
              for (const { id, op } of page.data) void (op === "upsert" ? copy.add(id) : copy.delete(id))
              cursor = page.cursor
              return page.has_more
            })
          for (const step of some) {
            if ("limit" in step) {
              yield* take(step.limit)
              continue
            }
            log.append([step.write])
            const id = `running/activity/${step.write.id}`
            if (step.write.op === "upsert") truth.add(id)
            else truth.delete(id)
          }
          while (yield* take(3));
          expect([...copy].sort()).toStrictEqual([...truth].sort())
        })
      )
    })
  )
})
