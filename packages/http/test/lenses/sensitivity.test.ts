import { builtInLenses } from "@daybook/core/lenses"
import * as HttpApi from "@effect/platform/HttpApi"
import { Option, type Schema, SchemaAST } from "effect"
import { expect, it } from "vitest"
import { Api } from "../../src/Api.js"
import { catalogueOf } from "../../src/lenses/catalogue.js"
import { fieldsOf } from "../../src/lenses/fields.js"
import { fieldsReadBy } from "../../src/lenses/parameters.js"
import { problemsOf } from "../../src/lenses/problems.js"
import { viewOfLens } from "../../src/lenses/view.js"

const catalogue = catalogueOf(Api)
const operations = Array.from(catalogue.values())

/** The texts that a parameter accepts, as the API document lists them. */
const valuesOf = (schema: SchemaAST.AST): ReadonlyArray<string> => {
  const json = Option.getOrUndefined(SchemaAST.getJSONSchemaAnnotation(schema)) as
    { readonly enum?: ReadonlyArray<string> } | undefined
  if (json?.enum !== undefined) return json.enum
  if (schema._tag === "Union") return schema.types.flatMap(valuesOf)
  return schema._tag === "Transformation" ? [schema.to, schema.from].flatMap(valuesOf) : []
}

it("lists who may see each field of each answer that a lens may allow", async () => {
  const lines = operations.flatMap(({ answer, id }) =>
    fieldsOf(answer).map(({ path, sensitivity = "undecided" }) => `${id} ${path} ${sensitivity}`)
  )
  await expect(`${Array.from(new Set(lines)).join("\n")}\n`).toMatchFileSnapshot("./sensitivity.txt")
})

it("has a decision for every field that a lens may allow", () => {
  const undecided = operations.flatMap(({ answer, id }) =>
    fieldsOf(answer).flatMap(({ path, sensitivity }) => (sensitivity === undefined ? [`${id} ${path}`] : []))
  )
  expect(undecided).toEqual([])
})

it("hides what is never allowed, whatever a lens says", () => {
  const never = new Set(
    ["order_id", "section", "row", "seat", "seats", "total_price_cents", "total_spent_cents", "tickets"].concat(
      ["strava_id", "strava_url", "source_id", "external_id", "latitude", "longitude", "polyline", "metadata"],
      ["city_latitude", "city_longitude", "activity_id", "origins"]
    )
  )
  const lens = builtInLenses.find(({ name }) => name === "all")!
  for (const operation of operations) {
    const forbidden = fieldsOf(operation.answer).filter(({ name }) => never.has(name))
    for (const { name, sensitivity } of forbidden) {
      expect([operation.id, name, sensitivity]).toEqual([operation.id, name, name === "polyline" ? "course" : "closed"])
      const keeping = { ...lens, fields: { [operation.id]: { keep: [name] } } }
      expect(problemsOf(catalogue, keeping)).not.toEqual([])
    }
  }
})

it("knows what every parameter of every operation reads", () => {
  const unknown: Array<string> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      const id = `${group.identifier}.${endpoint.name}`
      if (!catalogue.has(id) || Option.isNone(endpoint.urlParamsSchema)) return
      const schema: Schema.Schema.All = endpoint.urlParamsSchema.value
      for (const { name, type } of SchemaAST.getPropertySignatures(schema.ast)) {
        const values = name === "sort" ? valuesOf(type) : [""]
        if (values.length === 0) unknown.push(`${id} ${String(name)} has no values`)
        for (const value of values)
          if (fieldsReadBy(String(name), value) === undefined) unknown.push(`${id} ${String(name)} ${value}`)
      }
    }
  })
  expect(unknown).toEqual([])
})

it("comes with valid lenses, of which one allows everything that is allowed", () => {
  for (const lens of builtInLenses) expect([lens.name, problemsOf(catalogue, lens)]).toEqual([lens.name, []])
  const all = viewOfLens(
    catalogue,
    builtInLenses.find(({ name }) => name === "all")!
  )
  expect(operations.filter(({ path }) => !all.operations.has(path)).map(({ id }) => id)).toEqual([])
})
