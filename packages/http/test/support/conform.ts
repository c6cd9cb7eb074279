import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import type { Json } from "./http.js"

/** Returns the errors of a value against the schema at a JSON pointer of the document; empty if it conforms. */
export type Conforms = (pointer: ReadonlyArray<string>, value: unknown) => ReadonlyArray<string>

const escaped = (step: string) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))

/** Loads a document into a strict JSON Schema 2020-12 validator. */
export const conformsTo = (document: Json): Conforms => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, ownProperties: true })
  addFormats.default(ajv)
  // The document itself is no schema, so its top-level keywords are allowed.
  ajv.addVocabulary(Object.keys(document))
  ajv.addSchema(document, "document.json")
  return (pointer, value) => {
    const reference = `document.json#/${pointer.map(escaped).join("/")}`
    const validate = ajv.getSchema(reference) ?? ajv.compile({ $ref: reference })
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`)
  }
}

/** A response as received. */
interface ReceivedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const dated = new Set(["etag", "location", "content-disposition"])

/** Returns where a response differs from the document: status, content type, headers, body. */
export const faultsOf = (
  document: Json,
  conforms: Conforms,
  method: string,
  path: string,
  { headers, status, text }: ReceivedAnswer
): ReadonlyArray<string> => {
  const at = ["paths", path, method, "responses", String(status)]
  const declared = document.paths[path][method].responses[status]
  if (declared === undefined) return [`${status} is not declared`]
  const faults = Object.keys(declared.headers ?? {})
    .filter((name) => !name.startsWith("X-") && headers.get(name) === null)
    .map((name) => `${name} is missing`)
  for (const name of dated) {
    if (headers.get(name) !== null && !Object.keys(declared.headers ?? {}).some((one) => one.toLowerCase() === name))
      faults.push(`${name} is not declared`)
  }
  if (text === "") return declared.content === undefined ? faults : [...faults, "the body is missing"]
  const type = (headers.get("content-type") ?? "").split(";")[0]!
  if (declared.content?.[type] === undefined) return [...faults, `${type} is not declared`]
  const body = type === "application/json" ? JSON.parse(text) : text
  return [...faults, ...conforms([...at, "content", type, "schema"], body)]
}
