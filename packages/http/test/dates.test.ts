import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { ask } from "./support/http.js"
import { host } from "./support/host.js"
import { type Operation, declaredDomains, reading, usualPath } from "./support/operations.js"

const words = { date: "2020-02-29", from: "2020-02-29", to: "2020-02-29" } as const
type Word = keyof typeof words

const guarded = reading.filter(({ open }) => !open)
const takes = ({ parameters }: Operation, word: Word) =>
  parameters.some(({ in: place, name }) => place === "query" && name === word)
const pathWith = (operation: Operation, query: string) => {
  const path = usualPath(operation)
  return `${path}${path.includes("?") ? "&" : "?"}${query}`
}

describe("dates", () => {
  for (const word of ["date", "from", "to"] as const) {
    it.scoped(`${word} is rejected by exactly the operations without it`, () =>
      Effect.gen(function* () {
        const { admin, url } = yield* host({ rateLimit: 10_000, domains: declaredDomains })
        for (const operation of guarded) {
          const { json, status } = yield* ask(url + pathWith(operation, `${word}=${words[word]}`), { key: admin })
          if (!takes(operation, word))
            expect([operation.path, status, json.error]).toEqual([
              operation.path,
              400,
              `this operation has no parameter ${word}; remove it, or see /docs for its date filters`
            ])
          else expect([operation.path, status === 200 || status === 404]).toEqual([operation.path, true])
        }
      })
    )
  }

  it.scoped("ignores other unknown parameters and checks the key first", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      expect((yield* ask(`${url}/v1/running/gear?since=2020-01-01&_=3`, { key: read })).status).toBe(200)
      expect((yield* ask(`${url}/v1/running/gear?from=2020-01-01`, { key: "svc_live_nobody" })).status).toBe(401)
    })
  )

  it("are accepted by all operations that api.md names: recent, statistics and the feed", () => {
    const named = guarded.filter(({ path }) =>
      /\/recent$|\/stats$|\/stats\/(years|genres|decades|directors)$|^\/v1\/feed\/(domain\/.*)?$/.test(path)
    )
    // One player's totals are by season.
    const without = named.filter((operation) => !takes(operation, "from") && !operation.path.includes("{id}"))
    expect(without.map(({ path }) => path)).toEqual([])
    expect(named.length).toBeGreaterThan(12)
  })
})
