import { isBuiltIn } from "@daybook/core"
import { type DeclaredShape, type RecordShape, notFilters } from "./shape.js"

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

/** The member at a path; undefined if one on the way is missing. */
const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((one, name) => (isObject(one) || Array.isArray(one) ? (one as Json)[name] : undefined), value)

const textsOf = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : []

const parametersOf = (document: unknown, path: string): ReadonlyArray<unknown> => {
  const parameters = at(document, "paths", path, "get", "parameters")
  return Array.isArray(parameters) ? parameters : []
}

/** The words that a parameter of an operation takes. */
const wordsOf = (document: unknown, path: string, parameter: string): ReadonlyArray<string> => {
  const one = parametersOf(document, path).find((each) => at(each, "name") === parameter)
  return textsOf(at(one, "schema", "enum"))
}

/** A schema without its reference. */
const resolved = (document: unknown, schema: unknown): unknown => {
  const reference = at(schema, "$ref")
  return typeof reference === "string"
    ? at(document, "components", "schemas", reference.slice(reference.lastIndexOf("/") + 1))
    : schema
}

const own = new Set(["id", "sources"])
const titleNames = ["title", "name"]

/** The summary of an operation ends with the title of the domain, after this. */
const titleOf = (summary: unknown, name: string): string =>
  typeof summary === "string" ? summary.replace(/^Statistics of /, "") : name

const recordIn = (document: unknown, domain: string, name: string): RecordShape => {
  const path = `/v1/${domain}/${name}`
  const answer = at(document, "paths", `${path}/{id}`, "get", "responses", "200", "content", "application/json")
  const fields = Object.keys(at(resolved(document, at(answer, "schema")), "properties") ?? {}).filter(
    (field) => !own.has(field)
  )
  const parameters = new Set(parametersOf(document, path).map((each) => at(each, "name")))
  const filters = fields.filter((field) => parameters.has(field) && !notFilters.has(field))
  const facets = wordsOf(document, `/v1/${domain}/top/{facet}`, "facet").filter((facet) => fields.includes(facet))
  return {
    name,
    title: name,
    // The document does not say which field names a record.
    titleField: titleNames.find((field) => fields.includes(field)) ?? fields[0] ?? "id",
    fields,
    filters,
    facets,
    hasDays: wordsOf(document, `/v1/${domain}/calendar`, "record").includes(name)
  }
}

/** The domains that the configuration of another host declares, from its OpenAPI document. */
export const shapesIn = (document: unknown): ReadonlyArray<DeclaredShape> =>
  wordsOf(document, "/v1/feed/domain/{domain}", "domain")
    .filter((name) => !isBuiltIn(name))
    .flatMap((name): ReadonlyArray<DeclaredShape> => {
      const records = wordsOf(document, `/v1/${name}/recent`, "record").map((of) => recordIn(document, name, of))
      const main = records.find(({ hasDays }) => hasDays) ?? records[0]
      const title = titleOf(at(document, "paths", `/v1/${name}/stats`, "get", "summary"), name)
      return main === undefined ? [] : [{ name, title, records, main }]
    })
