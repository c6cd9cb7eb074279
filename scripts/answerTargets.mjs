/** Parameter values that the OpenAPI document does not list, by parameter name. */
const dates = ["2024-02-29", "2025-07-04", "2026-11-21"]
const sampleValues = {
  date: dates,
  from: ["2025-01-01", "2026-10-01"],
  to: ["2025-12-31", "2026-11-30"],
  year: ["2024", "2025", "2026"],
  month: ["1", "11"],
  q: ["the", "a", "seattle", "zz no such thing"],
  cursor: [],
  random: []
}
const maxIds = 3

const resolved = (schema, document) => {
  const name = schema?.$ref?.split("/").at(-1)
  return name === undefined ? (schema ?? {}) : resolved(document.components.schemas[name], document)
}

/** The enum values, examples and bounds of a schema. */
const choicesOf = (name, schema, document) => {
  const {
    anyOf,
    default: preset,
    enum: listed,
    example,
    examples,
    maximum,
    minimum,
    oneOf,
    type
  } = resolved(schema, document)
  if (listed !== undefined) return listed
  const several = anyOf ?? oneOf
  if (several !== undefined) return several.flatMap((one) => choicesOf(name, one, document))
  if (sampleValues[name] !== undefined) return sampleValues[name]
  if (type === "boolean") return [true, false]
  if (type === "integer" || type === "number") {
    return [minimum, preset, maximum, name === "limit" ? 3 : 2].filter((value) => value !== undefined)
  }
  return [example, ...(Array.isArray(examples) ? examples : [])].filter((value) => value !== undefined)
}

const parametersOf = ({ parameters = [] }, document) =>
  parameters.map((one) => (one.$ref === undefined ? one : document.components.parameters[one.$ref.split("/").at(-1)]))

const rowsOf = (text) => {
  try {
    const value = JSON.parse(text)
    return Array.isArray(value) ? value : (value?.data ?? value?.items ?? [])
  } catch {
    return []
  }
}

/** The values of a path parameter: ids of the list before it, or values of the document. */
const valuesOf = async (before, { name, schema }, document, ask) => {
  const rows = rowsOf(await ask(`${before}?limit=50`))
  const key = ["id", name, `${name}_id`, "slug", "key", "name"].find((one) =>
    rows.some?.((row) => row?.[one] !== undefined && row?.[one] !== null)
  )
  const inList =
    key === undefined ? [] : rows.map((row) => row?.[key]).filter((value) => value !== undefined && value !== null)
  const ids = [...new Set(inList.map(String))]
  const listed = choicesOf(name, schema, document).map(String)
  const values = ids.length > 0 && /id$|^id$/i.test(name) ? ids : listed.length > 0 ? listed : ids
  return [...new Set([...values.slice(0, maxIds - 1), ...values.slice(-1)])].concat(
    /id$/i.test(name) ? ["999999999"] : []
  )
}

const pathsOf = async (path, parameters, document, ask) => {
  let paths = [""]
  for (const segment of path.split("/").slice(1)) {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? []
    if (name === undefined) {
      paths = paths.map((before) => `${before}/${segment}`)
      continue
    }
    const parameter = parameters.find((one) => one.in === "path" && one.name === name) ?? { name }
    const next = []
    for (const before of paths) {
      for (const value of await valuesOf(before, parameter, document, ask))
        next.push(`${before}/${encodeURIComponent(value)}`)
    }
    paths = next.slice(0, 40)
  }
  return paths
}

/** A path without optional parameters, with each value of each parameter, and with some pairs. */
export const variantsOf = async (path, operation, document, ask) => {
  const parameters = parametersOf(operation, document)
  const query = parameters.filter((one) => one.in === "query")
  const required = query
    .filter((one) => one.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(choicesOf(name, schema, document)[0] ?? "")}`)
  const single = query.flatMap(({ name, schema }) =>
    choicesOf(name, schema, document).map((value) => [name, `${name}=${encodeURIComponent(String(value))}`])
  )
  const names = new Set(query.map(({ name }) => name))
  const pairs = [
    ...(names.has("from") && names.has("to") ? ["from=2025-03-01&to=2025-03-31", "from=2026-02-30&to=2026-03-01"] : []),
    ...(names.has("limit") && names.has("page") ? ["limit=2&page=2"] : [])
  ]
  const bare = await pathsOf(path, parameters, document, ask)
  return bare.flatMap((one, index) => {
    const some =
      index === 0
        ? [
            ...single.map(([name, text]) =>
              [...required.filter((other) => !other.startsWith(`${name}=`)), text].join("&")
            ),
            ...pairs
          ]
        : []
    return [required.join("&"), ...some].map((text) => (text === "" ? one : `${one}?${text}`))
  })
}
