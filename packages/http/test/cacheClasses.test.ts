import { type Calendar, addDays, fromZoneName } from "@daybook/core/shared"
import { describe, expect, it } from "@effect/vitest"
import { type Context, Either, FastCheck as fc } from "effect"
import { Api } from "../src/Api.js"
import type { Route } from "../src/front/requests.js"
import { routesOf } from "../src/front/routing.js"

const calendar: Context.Tag.Service<Calendar> = Either.getOrThrow(fromZoneName("Europe/Berlin"))
const routes = routesOf(Api).filter(({ method }) => method === "GET")

const classOf = ({ caching }: Route, params: Record<string, string>, today: string) =>
  typeof caching.cacheClass === "string"
    ? caching.cacheClass
    : caching.cacheClass({ params: new Map(Object.entries(params)), calendar, today })

const today = fc.integer({ min: 0, max: 800 }).map((days) => addDays("2025-01-01", days))
const ahead = fc.integer({ min: 0, max: 400 })

describe("cache classes", () => {
  it("are never long for data that can change today, in any operation", () => {
    fc.assert(
      fc.property(today, ahead, fc.constantFrom(...routes), (now, days, route) => {
        const end = addDays(now, days)
        const year = String(Number(end.slice(0, 4)))
        // Ranges without an end, and ranges that end today or later.
        for (const params of [
          {},
          { from: "2001-01-01" },
          { to: end },
          { date: end },
          { date: end, to: "2001-01-01" },
          { year },
          { to: "no date" }
        ]) {
          expect([route.path, params, classOf(route, params, now)]).not.toEqual([route.path, params, "long"])
        }
      }),
      { numRuns: 1000 }
    )
  })

  it("are not long for yesterday where days are in another time zone", () => {
    for (const route of routes.filter(({ path }) => /^\/v1\/(running|attending)\//.test(path))) {
      for (const params of [{ year: "2025" }, { to: "2025-12-31" }])
        expect([route.path, classOf(route, params, "2026-01-01")]).not.toEqual([route.path, "long"])
    }
  })

  it("are long for past years and ranges", () => {
    const long = (params: Record<string, string>) =>
      routes.filter((route) => classOf(route, params, "2026-06-01") === "long").map(({ path }) => path)
    expect(long({ year: "2024" })).toContain("/v1/running/calendar")
    expect(long({ year: "2024" }).length).toBeGreaterThan(8)
    expect(long({ to: "2024-12-31" })).toContain("/v1/watching/trends")
  })
})
