import { Array, Effect } from "effect"
import { definitions } from "./index.js"
import { reach } from "./provider/index.js"

/** Whether a source answers at all. */
export interface Reached {
  readonly source: string
  /** Nobody asked for it: a machine that is not to reach it is well all the same. */
  readonly byDefault: boolean
  /** A sentence for each of its addresses that does not answer. */
  readonly troubles: ReadonlyArray<string>
}

/** Asks the hosts of sources that are set up, all at once. */
export const reaching = (ids: ReadonlyArray<string>) =>
  Effect.forEach(definitions.filter(({ id }) => ids.includes(id)), ({ byDefault = false, calls, id }) =>
    Effect.flatMap(calls, (addresses) => Effect.forEach(addresses, reach, { concurrency: "unbounded" })).pipe(
      Effect.map((troubles): Reached => ({ source: id, byDefault, troubles: Array.dedupe(Array.getSomes(troubles)) }))
    ), { concurrency: "unbounded" })
