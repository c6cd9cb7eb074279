import type { Made } from "../shared/caching.js"

/** Who may ask: anyone, any key, or an admin key. */
export type Access = "open" | "read" | "admin"

/** One method of one path, and all that the front has to know of it. */
export interface Route {
  readonly method: string
  /** With its parameters, as `/v1/listening/artists/:id`. */
  readonly path: string
  readonly access: Access
  /** Names of the query parameters that its answer may depend on. */
  readonly query: ReadonlySet<string>
  /** True where the body is to be JSON. */
  readonly takesJson: boolean
  /** The largest body that it takes, bytes, where that is more than usual. */
  readonly mostBytes?: number | undefined
  /** What its answer depends on beside the address, read off `Accept`. */
  readonly varies?: ((accept: string) => string) | undefined
  /** True for pictures and the page's own files, many of which one view loads: they count by address, with an allowance of their own. */
  readonly isMedia?: boolean
  /** What a shared cache must tell answers apart by: `Vary`. By key and origin where nothing is said. */
  readonly vary?: string
  readonly made: Made
}
