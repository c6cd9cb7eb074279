import { HttpApi, HttpApiSchema, OpenApi } from "@effect/platform"
import { ParseResult, Schema } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { describe, expect, it } from "vitest"
import { Api } from "../src/Api.js"
import { openApiDocument } from "../src/index.js"
import { changelog, changes } from "../src/reference/changes.js"
import type { Json } from "./support/http.js"

const document: Json = JSON.parse(JSON.stringify(openApiDocument()))
const schemas: Record<string, Json> = document.components.schemas

/** Every operation with its address. */
const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({ name: `${method} ${path}`, method, path, operation }))
)

/** Names of the fields below a schema without a description. */
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
    ...[schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])]
      .filter((one) => typeof one === "object")
      .flatMap((one) => silent(one, path, seen))
  ]
}

/** Whether an example must be declared: bounds, literals, dates and truth values have a realistic default. */
const needsExample = (schema: Json): boolean =>
  [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])].some(
    (one) => typeof one === "object" && needsExample(one)
  ) ||
  (["number", "integer"].includes(schema.type) && schema.minimum === undefined && schema.enum === undefined) ||
  (schema.type === "string" && schema.enum === undefined && schema.format === undefined)

/** Paths of the fields below a declared schema that need an example and have none. */
const withoutExample = (schema: Json, path: string): ReadonlyArray<string> =>
  schema.examples !== undefined
    ? []
    : [
        ...Object.entries<Json>(schema.properties ?? {}).flatMap(([name, field]) => [
          ...(field.examples === undefined && needsExample(field) ? [`${path}.${name}`] : []),
          ...withoutExample(field, `${path}.${name}`)
        ]),
        ...[schema.items, schema.additionalProperties, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
          .filter((one) => typeof one === "object")
          .flatMap((one) => withoutExample(one, path))
      ]

/** Every member of a value, recursively. */
function* everywhere(value: unknown): Generator<readonly [name: string, value: unknown]> {
  if (typeof value !== "object" || value === null) return
  for (const [name, one] of Object.entries(value)) {
    yield [name, one]
    yield* everywhere(one)
  }
}

const contents = (operation: Json): ReadonlyArray<Json> =>
  [operation.requestBody, ...Object.values<Json>(operation.responses)].flatMap((body) =>
    Object.values<Json>(body?.content ?? {})
  )

describe("the reference", () => {
  it("describes every field of every body", () => {
    const seen = new Set<string>()
    const without = operations.flatMap(({ name, operation }) =>
      contents(operation).flatMap(({ schema }) => silent(schema, name, seen))
    )
    expect(without).toEqual([])
  })

  it("has no generated descriptions", () => {
    const texts = [...everywhere(document)]
      .filter(([name]) => name === "description" || name === "title")
      .map(([, text]) => text)
    expect(texts.filter((text) => typeof text === "string" && /^(an? |\w+\()/.test(text))).toEqual([])
  })

  it("has a declared example of every number and text: declare fields with `field`", () => {
    const declared: Json = JSON.parse(JSON.stringify(OpenApi.fromApi(Api)))
    const named = Object.entries<Json>(declared.components.schemas)
      .filter(([name]) => name in schemas)
      .flatMap(([name, schema]) => withoutExample(schema, name))
    const unnamed = Object.entries<Json>(declared.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).flatMap(([method, operation]) =>
        contents(operation).flatMap(({ example, schema }) =>
          example !== undefined ? [] : withoutExample(schema, `${method} ${path}`)
        )
      )
    )
    expect([...named, ...unnamed]).toEqual([])
  })

  it("has realistic examples", () => {
    const examples = operations.flatMap(({ name, operation }) =>
      contents(operation).map(({ example }) => [name, example] as const)
    )
    expect(
      examples.flatMap(([name, example]) =>
        [...everywhere(example)].filter(([, value]) => value === "text").map(([member]) => `${name} ${member}`)
      )
    ).toEqual([])
  })

  it("has examples of every response and request body", () => {
    for (const { name, operation } of operations) {
      const good = Object.entries<Json>(operation.responses)
        .filter(([status]) => status < "300")
        .flatMap(([, answer]) => Object.values<Json>(answer.content ?? {}))
      for (const content of [...good, ...Object.values<Json>(operation.requestBody?.content ?? {})])
        expect(content, name).toHaveProperty("example")
      for (const parameter of operation.parameters)
        expect("example" in parameter, `${name} ${parameter.name}`).toBe(parameter.required)
    }
  })

  it("has only examples that the contract allows", () => {
    const wrong: Array<string> = []
    let checked = 0
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, successes }) => {
        const address = endpoint.path.replaceAll(/:(\w+)/g, "{$1}").replace(/\/$/, "")
        const operation =
          document.paths[address]?.[endpoint.method.toLowerCase()] ??
          document.paths[`${address}/`]?.[endpoint.method.toLowerCase()]
        for (const [status, { ast }] of successes) {
          const example = operation.responses[String(status)]?.content?.["application/json"]?.example
          if (ast._tag === "None" || example === undefined) continue
          // JSON next to another type is described with the operation.
          if (HttpApiSchema.getEncoding(ast.value).kind !== "Json") continue
          checked++
          const decoded = Schema.decodeUnknownEither(Schema.make(ast.value) as Schema.Schema<unknown>, {
            onExcessProperty: "error"
          })(example)
          if (decoded._tag === "Left")
            wrong.push(
              `${endpoint.method} ${endpoint.path}: ${ParseResult.TreeFormatter.formatErrorSync(decoded.left)}`
            )
        }
      }
    })
    expect(wrong).toEqual([])
    expect(checked).toBeGreaterThan(100)
  })

  it("has the same changes in CHANGELOG.md as on its page", () => {
    const path = resolve(import.meta.dirname, "../../../CHANGELOG.md")
    if (process.env["UPDATE_SNAPSHOT"] !== undefined) writeFileSync(path, changelog(changes))
    expect(readFileSync(path, "utf8")).toBe(changelog(changes))
    expect(changes.map(({ date }) => date)).toEqual(
      changes
        .map(({ date }) => date)
        .toSorted()
        .toReversed()
    )
  })

  it("explains authentication, errors and limits", () => {
    for (const word of [
      "Authorization: Bearer",
      "X-RateLimit-Remaining",
      "Retry-After",
      "ETag",
      '"status"',
      "next_cursor",
      "docs/changes"
    ])
      expect(document.info.description).toContain(word)
  })
})
