import { Effect } from "effect"
import { type Environment, run } from "./daybook.js"
import { get } from "./host.js"

interface Parameter {
  readonly name: string
  readonly schema: { readonly enum?: ReadonlyArray<string>; readonly maximum?: number }
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters?: ReadonlyArray<Parameter> } }>>
}

/** A list in one of its sort orders. */
export interface List {
  readonly path: string
  readonly query: string
  readonly maxRows: number
  /** Whether it has a `to` parameter. */
  readonly isBounded: boolean
}

const valuesOf = (parameters: ReadonlyArray<Parameter>, name: string): ReadonlyArray<string> => {
  const parameter = parameters.find((one) => one.name === name)
  return parameter === undefined ? [""] : (parameter.schema.enum ?? []).map((value) => `${name}=${value}&`)
}

/** Every paginated list of the OpenAPI document, in each of its sort orders. */
export const lists = Effect.fn("lists")(function* (env: Environment) {
  const { paths } = JSON.parse((yield* run(["openapi"], env)).stdout) as Document
  return Object.entries(paths).flatMap(([path, { get }]): ReadonlyArray<List> => {
    const parameters = get?.parameters ?? []
    // The deliveries of a hook need a hook.
    if (!parameters.some(({ name }) => name === "page") || path.includes("{")) return []
    const maxRows = parameters.find(({ name }) => name === "limit")?.schema.maximum ?? 50
    const isBounded = parameters.some(({ name }) => name === "to")
    const needed = parameters.some(({ name }) => name === "q")
      ? "q=the&"
      : parameters.some(({ name }) => name === "period")
        ? "period=overall&"
        : ""
    return valuesOf(parameters, "sort").flatMap((sort) =>
      valuesOf(parameters, "order").map((order) => ({ path, query: `${needed}${sort}${order}`, maxRows, isBounded }))
    )
  })
})

const identifyingMember =
  /^(\d*|id|domain|entity_type|(?!album_)\w*_id|movie|track|artist|album|collection|article|(scrobbled|watched|saved|created|started|collected)_at)$/

/** The identifying members of a row, without those that may change. */
const keyOf = (row: unknown): string =>
  JSON.stringify(row, (name, value: unknown) => (identifyingMember.test(name) ? value : undefined))

export interface Page {
  readonly keys: ReadonlyArray<string>
  readonly total: number
}

export const pageOf = Effect.fn("page")(function* (
  url: string,
  key: string,
  { path, query }: List,
  limit: number,
  page: number
) {
  const { body, status } = yield* get(`${url}${path}?${query}limit=${limit}&page=${page}`, key)
  if (status !== 200) return yield* Effect.dieMessage(`${path}?${query}: ${status}`)
  const { total } = body["pagination"] as { readonly total: number }
  return { keys: (body["data"] as ReadonlyArray<unknown>).map(keyOf), total } satisfies Page
})

/** The rows from a page to the end of the list. */
export const rowsFrom = Effect.fn("rowsFrom")(function* (
  url: string,
  key: string,
  list: List,
  limit: number,
  first: number
) {
  const rows: Array<string> = []
  for (let page = first; ; page++) {
    const next = yield* pageOf(url, key, list, limit, page)
    rows.push(...next.keys)
    if (next.keys.length < limit) return rows
  }
})
