import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { openApiDocument } from "../src/index.js"
import { host } from "./support/host.js"
import { type Json, ask } from "./support/http.js"

const document = JSON.parse(JSON.stringify(openApiDocument()))

/** Every object of the document. */
const objects = (value: unknown): ReadonlyArray<Record<string, unknown>> =>
  typeof value !== "object" || value === null
    ? []
    : [...(Array.isArray(value) ? [] : [value as Record<string, unknown>]), ...Object.values(value).flatMap(objects)]

describe("the OpenAPI document", () => {
  // After an intended change: npx vitest run packages/http/test/openapi.test.ts -u
  it("matches the snapshot", () => expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot("openapi.json"))

  it.scoped("is served by the host without a key", () =>
    Effect.gen(function* () {
      const { url } = yield* host()
      const served = yield* ask(`${url}/v1/openapi.json`)
      expect(served.json).toEqual(document)
      expect(served.headers.get("cache-control")).toBe("public, max-age=300")
    })
  )

  it("has a version and the security scheme", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", info: { title: "Daybook", version: "1.0.0" } })
    expect(document.components.securitySchemes.bearer).toMatchObject({ type: "http", scheme: "bearer" })
  })

  it("describes every operation, parameter and response", () => {
    for (const [path, methods] of Object.entries<Json>(document.paths)) {
      for (const [method, operation] of Object.entries<Json>(methods)) {
        const name = `${method} ${path}`
        expect(operation.description, name).toMatch(/\.$/)
        for (const parameter of operation.parameters)
          expect(parameter.description, `${name} ${parameter.name}`).toMatch(/\w/)
        for (const [status, answer] of Object.entries<Json>(operation.responses)) {
          expect(answer.description, `${name} ${status}`).toMatch(/\w/)
          for (const header of ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"])
            expect(answer.headers, name).toHaveProperty(header)
          expect("Retry-After" in answer.headers, name).toBe(status === "429")
        }
      }
    }
  })

  it("has no dangling references and no schemas of the platform", () => {
    for (const { $ref } of objects(document)) {
      if (typeof $ref !== "string") continue
      const target = $ref
        .slice(2)
        .split("/")
        .reduce<Json>((at, step) => at?.[step], document)
      expect(target, $ref).toBeDefined()
    }
    expect(JSON.stringify(document)).not.toMatch(/HttpApiDecodeError|PropertyKey|effect/i)
  })
})
