import { HttpApi } from "@effect/platform"
import { ParseResult, Schema } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { describe, expect, it } from "vitest"
import { Api } from "../src/Api.js"
import { openApiDocument } from "../src/index.js"
import { changelog, changes } from "../src/reference/changes.js"
import { words } from "../src/reference/words/index.js"
import type { Json } from "./support/http.js"

const document: Json = JSON.parse(JSON.stringify(openApiDocument()))
const schemas: Record<string, Json> = document.components.schemas

/** Every operation with its address. */
const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({ name: `${method} ${path}`, method, path, operation })))

/** Names of the fields below a schema that nothing is said of. */
const silent = (schema: Json, path: string, seen: Set<string>): ReadonlyArray<string> => {
  if (schema.$ref !== undefined) {
    const name = String(schema.$ref).split("/").at(-1)!
    if (seen.has(name)) return []
    seen.add(name)
    return silent(schemas[name], name, seen)
  }
  const fields = Object.entries<Json>(schema.properties ?? {})
  return [
    ...fields.filter(([, field]) => !/\w/.test(field.description ?? "")).map(([name]) => `${path}.${name}`),
    ...fields.flatMap(([name, field]) => silent(field, `${path}.${name}`, seen)),
    ...[schema.items, schema.additionalProperties, ...schema.anyOf ?? []].filter((one) => typeof one === "object").flatMap((one) => silent(one, path, seen))
  ]
}

/** The paths of the fields below a schema, as far as it is written out itself. */
const pathsOf = (schema: Json, path: string): ReadonlyArray<string> => [
  ...Object.entries<Json>(schema.properties ?? {}).flatMap(([name, field]) => [`${path}.${name}`, ...pathsOf(field, `${path}.${name}`)]),
  ...[schema.items, schema.additionalProperties, ...schema.anyOf ?? []].filter((one) => typeof one === "object").flatMap((one) => pathsOf(one, path))
]

/** Every member anywhere in a value. */
function* everywhere(value: unknown): Generator<readonly [name: string, value: unknown]> {
  if (typeof value !== "object" || value === null) return
  for (const [name, one] of Object.entries(value)) {
    yield [name, one]
    yield* everywhere(one)
  }
}

const contents = (operation: Json): ReadonlyArray<Json> =>
  [operation.requestBody, ...Object.values<Json>(operation.responses)].flatMap((body) => Object.values<Json>(body?.content ?? {}))

describe("the reference", () => {
  it("has a word for every field of every body: words are in src/reference/words", () => {
    const seen = new Set<string>()
    const without = operations.flatMap(({ name, operation }) => contents(operation).flatMap(({ schema }) => silent(schema, name, seen)))
    expect(without).toEqual([])
  })

  it("says it in words of its own, not in those of a check", () => {
    const said = [...everywhere(document)].filter(([name]) => name === "description" || name === "title").map(([, text]) => text)
    expect(said.filter((text) => typeof text === "string" && /^(an? |\w+\()/.test(text))).toEqual([])
  })

  it("has no words that no field goes by", () => {
    const used = new Set(Object.entries(schemas).flatMap(([name, schema]) => pathsOf(schema, name)))
    for (const { operation, path } of operations) {
      const place = path.split("/").findLast((part) => part !== "" && !part.startsWith("{"))!
      for (const { schema } of contents(operation)) for (const name of pathsOf(schema, place)) used.add(name)
    }
    const all = [...used].map((name) => `.${name}`)
    expect(Object.keys(words).filter((name) => !all.some((one) => one.endsWith(`.${name}`)))).toEqual([])
  })

  it("shows examples that look like what they stand for", () => {
    const examples = operations.flatMap(({ name, operation }) => contents(operation).map(({ example }) => [name, example] as const))
    expect(examples.flatMap(([name, example]) => [...everywhere(example)].filter(([, value]) => value === "text").map(([member]) => `${name} ${member}`))).toEqual([])
  })

  it("shows what every operation answers, and what it is to be sent", () => {
    for (const { name, operation } of operations) {
      const good = Object.entries<Json>(operation.responses).filter(([status]) => status < "300").flatMap(([, answer]) => Object.values<Json>(answer.content ?? {}))
      for (const content of [...good, ...Object.values<Json>(operation.requestBody?.content ?? {})]) expect(content, name).toHaveProperty("example")
      for (const parameter of operation.parameters) expect("example" in parameter, `${name} ${parameter.name}`).toBe(parameter.required)
    }
  })

  it("shows nothing that the contract does not allow", () => {
    const wrong: Array<string> = []
    let looked = 0
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, successes }) => {
        const address = endpoint.path.replaceAll(/:(\w+)/g, "{$1}").replace(/\/$/, "")
        const operation = document.paths[address]?.[endpoint.method.toLowerCase()] ?? document.paths[`${address}/`]?.[endpoint.method.toLowerCase()]
        for (const [status, { ast }] of successes) {
          const example = operation.responses[String(status)]?.content?.["application/json"]?.example
          if (ast._tag === "None" || example === undefined) continue
          looked++
          const decoded = Schema.decodeUnknownEither(Schema.make(ast.value) as Schema.Schema<unknown>, { onExcessProperty: "error" })(example)
          if (decoded._tag === "Left") wrong.push(`${endpoint.method} ${endpoint.path}: ${ParseResult.TreeFormatter.formatErrorSync(decoded.left)}`)
        }
      }
    })
    expect(wrong).toEqual([])
    expect(looked).toBeGreaterThan(100)
  })

  it("tells the changes in CHANGELOG.md as on its page", () => {
    const path = resolve(import.meta.dirname, "../../../CHANGELOG.md")
    if (process.env["UPDATE_SNAPSHOT"] !== undefined) writeFileSync(path, changelog(changes))
    expect(readFileSync(path, "utf8")).toBe(changelog(changes))
    expect(changes.map(({ date }) => date)).toEqual(changes.map(({ date }) => date).toSorted().toReversed())
  })

  it("says how to come in, what errors look like, and where the limits are", () => {
    for (const word of ["Authorization: Bearer", "X-RateLimit-Remaining", "Retry-After", "ETag", "\"status\"", "next_cursor", "docs/changes"]) expect(document.info.description).toContain(word)
  })
})
