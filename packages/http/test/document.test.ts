import { describe, expect, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { isQuick } from "../../adapters/test/support/depth.js"
import { openApiDocument } from "../src/index.js"
import { conformsTo, faultsOf } from "./support/conform.js"
import { SharedHost, host } from "./support/host.js"
import { type Json, ask } from "./support/http.js"
import { declaredDomains, reading, usualPath } from "./support/operations.js"

const document: Json = JSON.parse(JSON.stringify(openApiDocument(declaredDomains)))
const conforms = conformsTo(document)

/** Every object of the document with its pointer, without the contents of examples. */
function* everywhere(value: Json, at: ReadonlyArray<string> = []): Generator<readonly [ReadonlyArray<string>, Json]> {
  if (typeof value !== "object" || value === null) return
  if (!Array.isArray(value)) yield [at, value]
  for (const [name, one] of Object.entries<Json>(value)) {
    if (name !== "example" && name !== "examples" && name !== "default") yield* everywhere(one, [...at, name])
  }
}

const all = [...everywhere(document)]
const pascal = (name: string) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("")
const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({ method, path, operation, name: `${method} ${path}` }))
)

/** Names that generators derive for enums: operation or schema, then parameter or field. */
const enumNames = (owner: string, fields: ReadonlyArray<readonly [string, Json]>): ReadonlyArray<string> =>
  fields.filter(([, schema]) => schema.enum !== undefined).map(([name]) => pascal(owner) + pascal(name))

describe("the document for tools", () => {
  it("loads into a validator with every schema", () => {
    const schemas = all.filter(([at]) => at.at(-1) === "schema" || (at.length === 3 && at[1] === "schemas"))
    expect(schemas.length).toBeGreaterThan(1000)
    const some = schemas.filter((_, index) => !isQuick || index % 8 === 0)
    for (const [at] of some) expect(() => conforms(at, null), at.join("/")).not.toThrow()
  })

  it("has examples and defaults that its own schemas allow", () => {
    const faults: Array<string> = []
    let checked = 0
    const check = (at: ReadonlyArray<string>, value: unknown) => {
      checked++
      faults.push(...conforms(at, value).map((fault) => `${at.join("/")}: ${fault}`))
    }
    for (const [at, one] of all) {
      if (one.schema !== undefined && one.example !== undefined) check([...at, "schema"], one.example)
      if (one.default !== undefined && (one.type ?? one.enum) !== undefined) check(at, one.default)
      if (Array.isArray(one.examples)) for (const example of one.examples) check(at, example)
    }
    expect(faults).toEqual([])
    expect(checked).toBeGreaterThan(300)
  })

  it("detects an example that breaks its schema", () => {
    const id = document.paths["/v1/listening/artists/{id}"].get.parameters.findIndex(({ name }: Json) => name === "id")
    expect(conforms(["paths", "/v1/listening/artists/{id}", "get", "parameters", String(id), "schema"], "42")).toEqual([
      " must be integer"
    ])
  })

  it("has items in every array and no repeated $id", () => {
    for (const [at, one] of all) if (one.type === "array") expect(one, at.join("/")).toHaveProperty("items")
    expect(all.filter(([, one]) => typeof one.$id === "string").map(([at]) => at.join("/"))).toEqual([])
  })

  it("has names that stay distinct in generated code", () => {
    const names = [
      ...Object.keys(document.components.schemas).map(pascal),
      ...operations.flatMap(({ operation }) =>
        enumNames(
          operation.operationId,
          operation.parameters.map(({ name, schema }: Json) => [name, schema])
        )
      ),
      ...Object.entries<Json>(document.components.schemas).flatMap(([name, { properties = {} }]) =>
        enumNames(name, Object.entries(properties))
      )
    ].map((name) => name.toLowerCase())
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it("has summaries, tags, licence, contact and servers", () => {
    for (const { name, operation } of operations) {
      expect(operation.summary, name).toMatch(/^[A-Z].{3,60}[^.]$/)
      expect(document.tags.map((tag: Json) => tag.name)).toContain(operation.tags[0])
    }
    for (const tag of document.tags) expect(tag.description, tag.name).toMatch(/\w.*\.$/)
    expect(document.info).toMatchObject({ license: { name: "MIT" }, contact: { name: expect.any(String) } })
    expect(document.servers).toEqual([{ url: "/", description: expect.any(String) }])
  })

  it("requires a body only if it has required fields", () => {
    for (const { name, operation } of operations) {
      if (operation.requestBody === undefined) continue
      const json = operation.requestBody.content["application/json"]
      const empty =
        json === undefined
          ? []
          : conforms(
              [
                "paths",
                name.split(" ")[1]!,
                name.split(" ")[0]!,
                "requestBody",
                "content",
                "application/json",
                "schema"
              ],
              {}
            )
      const others = Object.keys(operation.requestBody.content).some((type) => type !== "application/json")
      expect(operation.requestBody.required, name).toBe(others || empty.length > 0)
    }
  })

  it("declares the statuses of the front", () => {
    for (const { method, name, operation } of operations) {
      const statuses = Object.keys(operation.responses)
      expect(statuses, name).toEqual(expect.arrayContaining(["400", "408", "414", "417", "429", "431", "500", "503"]))
      expect(statuses.includes("413"), name).toBe(["post", "put", "patch"].includes(method))
      expect(statuses.includes("304"), name).toBe(operation.responses["200"]?.headers?.ETag !== undefined)
    }
  })
})

layer(Layer.scoped(SharedHost, host({ domains: declaredDomains })))(
  "responses over the network conform to the document",
  (it) => {
    for (const operation of reading) {
      it.effect(`${operation.method} ${operation.path}`, () =>
        Effect.gen(function* () {
          const { admin, url } = yield* SharedHost
          const method = operation.method.toLowerCase()
          const faults = (answer: { readonly status: number; readonly headers: Headers; readonly text: string }) =>
            faultsOf(document, conforms, method, operation.path, answer)
          const answer = yield* ask(url + usualPath(operation), { key: admin })
          expect(faults(answer)).toEqual([])
          const etag = answer.headers.get("etag")
          if (etag !== null) {
            const again = yield* ask(url + usualPath(operation), { key: admin, headers: { "if-none-match": etag } })
            expect([again.status, faults(again)]).toEqual([304, []])
          }
          expect(faults(yield* ask(url + usualPath(operation)))).toEqual([])
          expect(faults(yield* ask(`${url}${usualPath(operation)}?${"x".repeat(9_000)}`, { key: admin }))).toEqual([])
        })
      )
    }

    it.effect("also exports ndjson", () =>
      Effect.gen(function* () {
        const { admin, url } = yield* SharedHost
        const answer = yield* ask(`${url}/v1/admin/export/listening?format=ndjson`, { key: admin })
        expect(faultsOf(document, conforms, "get", "/v1/admin/export/{domain}", answer)).toEqual([])
      })
    )
  }
)
