import { Pagination, Text, field, withExample } from "@daybook/core/shared"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema, SchemaAST } from "effect"
import { expect, it } from "vitest"
import { Api } from "../src/Api.js"

const Sample = Schema.Struct({
  plays: field(Schema.Number, "Number of plays", 37),
  note: field(Text, "Note", null),
  length: field(Schema.optional(Schema.Number), "Length", 3),
  first: field(Pagination, "First position"),
  second: field(Pagination, "Second position"),
  day: withExample(Schema.String.annotations({ description: "Day" }), "2026-03-14")
})

it("describes each use of a schema with an identifier", () => {
  const endpoint = HttpApiEndpoint.get("sample", "/").addSuccess(Sample)
  const document = OpenApi.fromApi(HttpApi.make("api").add(HttpApiGroup.make("group").add(endpoint)))
  expect(document.paths["/"]?.get?.responses[200]?.content?.["application/json"]?.schema).toMatchObject({
    properties: {
      plays: { type: "number", description: "Number of plays", examples: [37] },
      note: { description: "Note", examples: [null] },
      length: { type: "number", description: "Length", examples: [3] },
      first: { description: "First position" },
      second: { description: "Second position" },
      day: { description: "Day", examples: ["2026-03-14"] }
    }
  })
})

it("keeps described schemas free of transformations, so responses are encoded directly", () => {
  expect(SchemaAST.encodedBoundAST(Sample.ast)).toBe(Sample.ast)
  const transformed: Array<string> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, successes }) => {
      for (const { ast } of successes.values())
        if (ast._tag === "Some" && SchemaAST.encodedBoundAST(ast.value) !== ast.value)
          transformed.push(`${endpoint.method} ${endpoint.path}`)
    }
  })
  expect(transformed).toEqual([])
})
