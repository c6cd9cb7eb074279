import type { UnnumberedChange } from "@daybook/core/changes"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { host } from "../../http/test/support/host.js"
import { ask, post } from "../../http/test/support/http.js"
import { daybookList, daybookLoader, type LoaderContext } from "../src/astro.js"

/** What Astro hands a loader, in memory: entries and notes outlive a build. */
const astro = () => {
  const entries = new Map<string, { readonly data: unknown; readonly digest: string | undefined }>()
  const notes = new Map<string, string>()
  const lines: Array<string> = []
  const context: LoaderContext = {
    store: {
      set: ({ data, digest, id }) => {
        const isNew = entries.get(id)?.digest !== digest || digest === undefined
        if (isNew) entries.set(id, { data, digest })
        return isNew
      },
      delete: (id) => void entries.delete(id),
      clear: () => entries.clear(),
      keys: () => Array.from(entries.keys())
    },
    meta: {
      get: (key) => notes.get(key),
      set: (key, value) => void notes.set(key, value),
      delete: (key) => void notes.delete(key)
    },
    logger: { info: (text) => void lines.push(text), warn: (text) => void lines.push(text) },
    parseData: ({ data }) => Promise.resolve(data),
    generateDigest: (data) => createHash("md5").update(JSON.stringify(data)).digest("hex")
  }
  return { context, entries, notes, lines }
}

const change = (id: number, op: UnnumberedChange["op"] = "upsert"): UnnumberedChange => ({
  ...{ domain: "watching", type: "movie", id: String(id), op }
})

/** `fetch` that counts what it is asked. */
const countingFetch = () => {
  const requests: Array<string> = []
  const fetch = (address: string, init?: RequestInit) => {
    requests.push(new URL(address).pathname)
    return globalThis.fetch(address, init)
  }
  return { requests, fetch: fetch as typeof globalThis.fetch }
}
const wait = (work: Promise<void>) => Effect.promise(() => work)

describe("the loader by changes", () => {
  it.effect("lists everything again after the history has gone, and drops what it lacks", () =>
    Effect.gen(function* () {
      const { context, entries, notes } = astro()
      const answers = [
        new Response(JSON.stringify({ data: [], cursor: "old", has_more: false })),
        new Response('{"error":"gone"}', { status: 410 }),
        new Response(
          JSON.stringify({
            data: [{ op: "upsert", id: "watching/movie/1", href: "/v1/watching/movies/1" }],
            ...{ cursor: "a", has_more: true }
          })
        ),
        new Response('{"id":1}'),
        new Response(JSON.stringify({ data: [], cursor: "b", has_more: false }))
      ]
      const requests: Array<string> = []
      const fetch = ((address: string) => {
        requests.push(new URL(address).searchParams.get("since") ?? "record")
        return Promise.resolve(answers.shift()!)
      }) as typeof globalThis.fetch
      const loader = daybookLoader({ url: "https://life.example", key: "svc_live_x", fetch })
      yield* wait(loader.load(context))
      context.store.set({ id: "watching/movie/9", data: {} })
      yield* wait(loader.load(context))
      expect(requests).toEqual(["0", "old", "0", "record", "a"])
      expect(Array.from(entries)).toEqual([["watching/movie/1", { data: { id: 1 }, digest: expect.any(String) }]])
      expect(notes.get("cursor")).toBe("b")
    })
  )

  it.scoped("reads every record once, then only what changed", () =>
    Effect.gen(function* () {
      const { log, read, url } = yield* host()
      log.append([change(1), change(4_711)])
      const { context, entries, lines } = astro()
      const { fetch, requests } = countingFetch()
      const loader = daybookLoader({ url, key: read, domains: ["watching"], types: ["movie"], fetch })
      yield* wait(loader.load(context))
      // The second does not exist any more.
      expect(Array.from(entries.keys())).toEqual(["watching/movie/1"])
      const { json: movie, status } = yield* ask(`${url}/v1/watching/movies/1`, { key: read })
      expect([status, entries.get("watching/movie/1")!.data]).toEqual([200, movie])
      expect(requests).toHaveLength(3)

      requests.length = 0
      yield* wait(loader.load(context))
      expect(requests).toEqual(["/v1/changes"])

      requests.length = 0
      log.append([change(1)])
      yield* wait(loader.load(context))
      expect(requests).toEqual(["/v1/changes", "/v1/watching/movies/1"])
      log.append([change(1, "delete")])
      yield* wait(loader.load(context))
      expect(entries.size).toBe(0)
      expect(lines).toEqual(["2 changes", "0 changes", "1 changes", "1 changes"])
    })
  )

  it.scoped("begins again where its options are others, and drops what was deleted", () =>
    Effect.gen(function* () {
      const { log, read, url } = yield* host()
      log.append([change(1)])
      const { context, entries, notes } = astro()
      const loader = daybookLoader({ url, key: read, types: ["movie"] })
      yield* wait(loader.load(context))
      context.store.set({ id: "watching/movie/9", data: {} })
      notes.set("from", "elsewhere")
      yield* wait(loader.load(context))
      expect(Array.from(entries.keys())).toEqual(["watching/movie/1"])
    })
  )
})

describe("the loader of a list", () => {
  it.scoped("takes a publishable key, and reads a list that did not change no second time", () =>
    Effect.gen(function* () {
      const { admin, setPlays, url, versions } = yield* host()
      const { json } = yield* post(`${url}/v1/admin/keys`, admin, {
        ...{ name: "build", scope: "publish", lens: "site", no_origin: true }
      })
      const { context, entries, lines } = astro()
      const options = { url, key: json.key as string, operation: "listening.topArtists" } as const
      const loader = daybookList({ ...options, query: { period: "overall", limit: "10" } })
      yield* wait(loader.load(context))
      yield* wait(loader.load(context))
      expect(Array.from(entries.values(), ({ data }) => (data as { readonly name: string }).name)).toEqual([
        "Glass Orchard",
        "The Paper Lanterns",
        "Nine Harbours"
      ])
      setPlays([{ at: "2025-03-01T08:30:00Z", artist: "Velmora Tide", album: null, track: "Low Tide" }])
      versions.set("listening", 9)
      yield* wait(loader.load(context))
      expect(Array.from(entries.values(), ({ data }) => (data as { readonly name: string }).name)).toEqual([
        "Velmora Tide"
      ])
      expect(lines).toEqual(["3 entries", "unchanged", "1 entries"])
    })
  )
})
