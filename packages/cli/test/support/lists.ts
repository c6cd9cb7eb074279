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

/** One list, in one of its orders. */
export interface List {
  readonly path: string
  readonly query: string
  readonly mostRows: number
  /** Whether it may be asked up to a day only. */
  readonly isBounded: boolean
}

const valuesOf = (parameters: ReadonlyArray<Parameter>, name: string): ReadonlyArray<string> => {
  const found = parameters.find((one) => one.name === name)
  return found === undefined ? [""] : (found.schema.enum ?? []).map((value) => `${name}=${value}&`)
}

/** Every list with page numbers that the OpenAPI document of this version knows, in each of its orders. */
export const lists = Effect.fn("lists")(function*(env: Environment) {
  const { paths } = JSON.parse((yield* run(["openapi"], env)).stdout) as Document
  return Object.entries(paths).flatMap(([path, { get }]): ReadonlyArray<List> => {
    const parameters = get?.parameters ?? []
    if (!parameters.some(({ name }) => name === "page")) return []
    const mostRows = parameters.find(({ name }) => name === "limit")?.schema.maximum ?? 50
    const isBounded = parameters.some(({ name }) => name === "to")
    const needed = parameters.some(({ name }) => name === "q") ? "q=the&" : parameters.some(({ name }) => name === "period") ? "period=overall&" : ""
    return valuesOf(parameters, "sort").flatMap((sort) =>
      valuesOf(parameters, "order").map((order) => ({ path, query: `${needed}${sort}${order}`, mostRows, isBounded })))
  })
})

const kept = /^(\d*|id|domain|entity_type|(?!album_)\w*_id|movie|track|artist|album|collection|article|(scrobbled|watched|saved|created|started|collected)_at)$/

/** What tells a row from all others of its list, without what may change of it. */
const keyOf = (row: unknown): string => JSON.stringify(row, (name, value: unknown) => kept.test(name) ? value : undefined)

export interface Page {
  readonly keys: ReadonlyArray<string>
  readonly total: number
}

export const pageOf = Effect.fn("page")(function*(url: string, key: string, { path, query }: List, limit: number, page: number) {
  const { body, status } = yield* get(`${url}${path}?${query}limit=${limit}&page=${page}`, key)
  if (status !== 200) return yield* Effect.dieMessage(`${path}?${query}: ${status}`)
  const { total } = body["pagination"] as { readonly total: number }
  return { keys: (body["data"] as ReadonlyArray<unknown>).map(keyOf), total } satisfies Page
})

/** Rows from a page on to the end, and how many pages there are. */
export const rowsFrom = Effect.fn("rowsFrom")(function*(url: string, key: string, list: List, limit: number, first: number) {
  const rows: Array<string> = []
  for (let page = first;; page++) {
    const found = yield* pageOf(url, key, list, limit, page)
    rows.push(...found.keys)
    if (found.keys.length < limit) return rows
  }
})
