import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { ask, type Json } from "./support/http.js"
import { reading, usualPath } from "./support/operations.js"

/** Cards of a year say figures in sentences. */
const inUnits = reading.filter(
  ({ parameters, path }) => parameters.some(({ name }) => name === "units") && !path.startsWith("/v1/year/")
)
const metric = /(_km|_m|_per_km)$/

/** A response without its metric fields, and their number. */
const split = (value: Json): { readonly rest: Json; readonly count: number } => {
  if (value === null || typeof value !== "object") return { rest: value, count: 0 }
  const parts = Object.entries(value).map(([name, member]) =>
    metric.test(name) ? { name, rest: undefined, count: 1 } : { name, ...split(member as Json) }
  )
  const count = parts.reduce((sum, part) => sum + part.count, 0)
  const left = parts.filter(({ rest }) => rest !== undefined)
  return {
    rest: Array.isArray(value)
      ? left.map(({ rest }) => rest)
      : Object.fromEntries(left.map(({ name, rest }) => [name, rest])),
    count
  }
}

/** Each pair of fields with the same value in both units. */
const pairs = (value: Json): ReadonlyArray<readonly [number, number]> => {
  if (value === null || typeof value !== "object") return []
  const own = Object.entries(value).flatMap(([name, member]) => {
    const other = (value as Record<string, unknown>)[name.replace(/_mi$/, "_km").replace(/_ft$/, "_m")]
    return /_(mi|ft)$/.test(name) && typeof member === "number" ? [[member, other] as [number, number]] : []
  })
  return [...own, ...Object.values(value).flatMap((member) => pairs(member as Json))]
}

describe("units", () => {
  it.scoped("add metric fields to every operation with distances, and change nothing else", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host({ rateLimit: 10_000 })
      expect(inUnits.length).toBeGreaterThan(14)
      for (const operation of inUnits) {
        const plain = yield* ask(url + usualPath(operation), { key: read })
        if (plain.status === 404) continue
        const imperial = yield* ask(`${url}${usualPath(operation)}?units=imperial`, { key: read })
        const both = yield* ask(`${url}${usualPath(operation)}?units=metric`, { key: read })
        expect([operation.path, both.status]).toEqual([operation.path, 200])
        expect(imperial.json).toEqual(plain.json)
        expect([operation.path, split(plain.json).count]).toEqual([operation.path, 0])
        const { count, rest } = split(both.json)
        expect([operation.path, rest]).toEqual([operation.path, plain.json])
        expect([operation.path, count > 0]).toEqual([operation.path, true])
        for (const [one, other] of pairs(both.json)) {
          // Both units are rounded separately, so each may differ in its last digit.
          const ways = [Math.abs(one * 1.609344 - other), Math.abs(one * 0.3048 - other)]
          expect(Math.min(...ways)).toBeLessThan(0.07)
        }
      }
    })
  )

  it.scoped("of the page are those of the host's settings", () =>
    Effect.gen(function* () {
      for (const [options, units] of [
        [{}, "imperial"],
        [{ units: "metric" }, "metric"]
      ] as const) {
        const { url } = yield* host(options)
        expect((yield* ask(`${url}/`)).text).toContain(`<html data-units="${units}"`)
      }
    })
  )

  it.scoped("are imperial or metric only", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const { json, status } = yield* ask(`${url}/v1/running/stats?units=nautical`, { key: read })
      expect([status, json.error]).toEqual([400, "units must be one of imperial, metric"])
    })
  )
})
