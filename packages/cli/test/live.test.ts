import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted, type Scope } from "effect"
import { postgres } from "../../adapters/test/support/database.js"
import { read, until } from "../../http/test/support/sse.js"
import { folder } from "./support/dataDir.js"
import { type Environment, patience } from "./support/daybook.js"
import { newKey, serve } from "./support/host.js"

interface Page {
  readonly data: ReadonlyArray<{
    readonly id: string
    readonly op: string
    readonly type: string
    readonly seq: string
  }>
  readonly cursor: string
  readonly has_more: boolean
}

/** The settings of hosts on one new database of the server. */
const sharedDatabase: Effect.Effect<Environment, unknown, Scope.Scope> = Effect.gen(function* () {
  const address = yield* postgres.address
  return {
    DAYBOOK_DATABASE_URL: Redacted.value(address),
    DAYBOOK_DATA_DIR: yield* folder,
    DAYBOOK_SECRET: "the same on every host of the test",
    DAYBOOK_RATE_LIMIT: "1000000"
  }
})

describe("two hosts on one database", () => {
  it.scopedLive(
    "give a reader of changes and a stream everything, also when one of them is killed",
    () =>
      Effect.gen(function* () {
        const env = yield* sharedDatabase
        const { key } = yield* newKey(env, "--type", "admin")
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
        const one = yield* serve(env)
        let other = yield* serve(env)
        const send = (url: string, method: string, path: string, body?: unknown) =>
          Effect.promise(() =>
            fetch(`${url}${path}`, {
              method,
              headers,
              ...(body === undefined ? {} : { body: JSON.stringify(body) })
            }).then(
              async (response) => ({
                status: response.status,
                json: (await response.json()) as Record<string, unknown>
              }),
              () => ({ status: 0, json: {} as Record<string, unknown> })
            )
          )
        const copy = new Set<string>()
        let cursor = "0"
        const readMore = (url: string) =>
          Effect.gen(function* () {
            const { json, status } = yield* send(url, "GET", `/v1/changes?since=${cursor}&limit=7&type=viewing,movie`)
            if (status !== 200) return false
            const page = json as unknown as Page
            for (const { id, op } of page.data) void (op === "upsert" ? copy.add(id) : copy.delete(id))
            cursor = page.cursor
            return page.has_more
          })
        const stream = yield* read(`${one.url}/v1/stream?topics=changes&domain=watching`, headers)
        yield* until("hello", () => stream.events.length === 1)
        const added: Array<number> = []
        for (let round = 0; round < 40; round++) {
          const { url } = round % 3 === 0 ? one : other
          if (round === 20) {
            // A write is under way while its host is killed.
            const last = Effect.fork(send(other.url, "POST", "/v1/watching/admin/movies", film(round + 100)))
            yield* last
            yield* other.host.kill("SIGKILL")
            yield* other.host.ended
            other = yield* serve(env)
          }
          if (round % 4 === 3 && added.length > 0)
            yield* send(url, "DELETE", `/v1/watching/admin/movies/${added.splice(round % added.length, 1)[0]!}`)
          else {
            const { json } = yield* send(url, "POST", "/v1/watching/admin/movies", film(round))
            if (typeof json["id"] === "number") added.push(json["id"])
          }
          if (round % 5 === 0) yield* readMore(round % 2 === 0 ? one.url : other.url)
        }
        while (yield* readMore(one.url));
        const listed = yield* send(one.url, "GET", "/v1/watching/recent?limit=50")
        const viewings = (listed.json["data"] as ReadonlyArray<{ readonly movie: { readonly id: number } }>).map(
          ({ movie }) => `watching/movie/${movie.id}`
        )
        expect(viewings.length).toBeGreaterThan(15)
        expect([...copy].filter((id) => id.startsWith("watching/movie/")).sort()).toStrictEqual(
          Array.from(new Set(viewings)).sort()
        )
        expect([...copy].filter((id) => id.startsWith("watching/viewing/"))).toHaveLength(viewings.length)
        // The stream of the host that lived has the same, also of what the other host wrote.
        const all = (yield* send(one.url, "GET", "/v1/changes?since=0&limit=1000&type=viewing,movie")).json
        const last = (all as unknown as Page).data.at(-1)!.seq
        const seen = new Set<string>()
        const fold = () => {
          seen.clear()
          for (const { data, event } of stream.events) {
            if (event !== "changes") continue
            const { id, op, type } = data as Page["data"][number]
            if (type === "feed_item") continue
            void (op === "upsert" ? seen.add(id) : seen.delete(id))
          }
          return seen
        }
        const hasLast = () => stream.events.some(({ data }) => (data as Partial<Page["data"][number]>).seq === last)
        yield* until("the last change", hasLast, 10)
        expect([...fold()].sort()).toStrictEqual([...copy].sort())
        // A revoked key ends its streams on the host that did not revoke it.
        const reader = yield* newKey(env)
        const watched = yield* read(`${one.url}/v1/stream?topics=changes`, { authorization: `Bearer ${reader.key}` })
        yield* until("hello", () => watched.events.length === 1)
        const begun = performance.now()
        yield* send(other.url, "DELETE", `/v1/admin/keys/${reader.id}`)
        yield* until("the end", watched.hasEnded, 5)
        expect(watched.events.at(-1)?.event).toBe("bye")
        expect(performance.now() - begun).toBeLessThan(2_000)
      }),
    patience
  )
})

const film = (round: number) => ({
  title: `Film ${round}`,
  year: 1990 + (round % 30),
  watched_at: `2024-${String(1 + (round % 12)).padStart(2, "0")}-${String(1 + (round % 28)).padStart(2, "0")}`
})
