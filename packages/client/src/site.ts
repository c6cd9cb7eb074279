import type { Client } from "./index.js"
import { paths } from "./site/paths.js"
import { type SiteOptions, readPath } from "./site/read.js"

export { DaybookError } from "./error.js"
export type { SiteOptions } from "./site/read.js"

/** An operation that a lens may allow, such as `running.recent`. */
export type Operation = keyof typeof paths

type Call<O extends Operation> = O extends `${infer Group}.${infer Name}`
  ? Group extends keyof Client
    ? Name extends keyof Client[Group]
      ? Client[Group][Name]
      : never
    : never
  : never

/** An answer as lenses show it: every field may be left out. */
export type Partially<A> = A extends string | number | boolean | null | undefined
  ? A
  : A extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Partially<Item>>
    : { readonly [Field in keyof A]?: Partially<A[Field]> }

/** The answer of an operation under a lens. */
export type Answer<O extends Operation> = Call<O> extends (...args: never) => Promise<infer A> ? Partially<A> : never

type RequestOf<O extends Operation> =
  Call<O> extends (request: infer Request, ...rest: never) => unknown ? Request : never

/** Path and query parameters of an operation, those of its method in the client. */
export type Params<O extends Operation> =
  RequestOf<O> extends infer Request ? Pick<Request, Extract<keyof Request, "path" | "urlParams">> : never

interface AnyParams {
  readonly path?: Readonly<Record<string, unknown>>
  readonly urlParams?: Readonly<Record<string, unknown>>
}

const targetOf = (operation: Operation, { path = {}, urlParams = {} }: AnyParams): string => {
  const address = paths[operation].replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(path[name])))
  const query = new URLSearchParams(
    Object.entries(urlParams).flatMap(([name, value]) =>
      value == null ? [] : [[name, String(value)] satisfies [string, string]]
    )
  ).toString()
  return query === "" ? address : `${address}?${query}`
}

/** A host as its visitors see it. */
export interface Site {
  /** Reads an operation. Rejects with a `DaybookError` if the lens or the host refuses. */
  readonly read: <O extends Operation>(operation: O, params?: Partial<Params<O>>) => Promise<Answer<O>>
}

/**
 * A client for keys with a lens, such as publishable ones: without dependencies, and it takes answers in which fields
 * are left out. `createClient` checks that answers are complete, so it is for keys without a lens.
 */
export const createSite = (options: SiteOptions): Site => ({
  read: async (operation, params = {}) => {
    const { text } = await readPath(options, targetOf(operation, params as AnyParams))
    return JSON.parse(text)
  }
})
