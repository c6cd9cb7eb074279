import { expect } from "@effect/vitest"
import { Effect } from "effect"
import type { Host } from "./host.js"
import { ask } from "./http.js"
import { reading } from "./operations.js"

/** The GET operations of a domain, with parameters in braces. */
export const pathsOf = (domain: string): ReadonlyArray<string> =>
  reading.filter(({ admin, path }) => !admin && path.startsWith(`/v1/${domain}/`)).map(({ path }) => path)

/** Expects each path to be valid for the given seconds, or never stored at 0, and to answer 304 to its ETag. */
export const expectCaching = ({ read, url }: Host, seconds: Readonly<Record<string, number>>) =>
  Effect.forEach(
    Object.entries(seconds),
    ([path, age]) =>
      Effect.gen(function* () {
        const first = yield* ask(url + path, { key: read })
        expect([path, first.status]).toEqual([path, 200])
        expect([path, first.headers.get("cache-control")]).toEqual([
          path,
          age === 0 ? "no-store" : `private, max-age=${age}`
        ])
        const etag = first.headers.get("etag")
        expect([path, etag !== null]).toEqual([path, age !== 0])
        if (etag === null) return
        const again = yield* ask(url + path, { key: read, headers: { "if-none-match": etag } })
        expect([path, again.status, again.text]).toEqual([path, 304, ""])
      }),
    { discard: true }
  )
