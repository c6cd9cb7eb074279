import type { AssistantLens } from "@daybook/http"
import { fromZoneName } from "@daybook/core/shared"
import { Effect, Either } from "effect"
import type { ReadState } from "../Home.js"
import type { Access } from "../session.js"
import { operationsOf } from "./operations.js"
import { lensTools } from "./tools.js"

/** A lens shows neither the home time zone nor the state of the sources, and its tools use neither. */
export const lensState: ReadState = Effect.succeed({ calendar: Either.getOrThrow(fromZoneName("UTC")), sources: [] })

const accesses = new WeakMap<AssistantLens["definition"], Access>()

/** What a connection with a lens may do. Made once for each definition. */
export const lensAccess = (lens: AssistantLens): Access => {
  const cached = accesses.get(lens.definition)
  if (cached !== undefined) return cached
  const { name } = lens.definition
  const access: Access = { writes: false, scope: [], lens: { name, tools: lensTools(name, operationsOf(lens)) } }
  accesses.set(lens.definition, access)
  return access
}
