import { describe, expect, it } from "@effect/vitest"
import { routeTable, targets } from "../src/front/routing.js"

const many = (count: number, begin: string) =>
  Array.from({ length: count }, (_, index) => `${begin}${index.toString(36)}`).join("&")

describe("targets", () => {
  it("are cached unless they are long or have many parameters, which could fill the memory", () => {
    const read = targets(routeTable([]))
    for (const usual of ["/v1/health", "/v1/search?q=a&limit=10&page=2", `/v1/search?${many(20, "p")}`])
      expect(read(usual)).toBe(read(usual))
    for (const odd of [`/v1/search?${many(200, "p")}`, `/v1/search?q=${"x".repeat(2_000)}`]) {
      expect(read(odd)).toEqual(read(odd))
      expect(read(odd)).not.toBe(read(odd))
    }
  })
})
