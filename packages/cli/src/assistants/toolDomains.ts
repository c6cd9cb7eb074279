import { domainNames } from "@daybook/core/domain"
import { Effect } from "effect"
import { Failure } from "../failures.js"

/** Fails if `DAYBOOK_MCP_TOOLS` names a domain that this instance does not have. */
export const acceptToolDomains = (names: ReadonlyArray<string>) =>
  Effect.flatMap(domainNames, (all) => {
    const wrong = names.find((name) => !all.includes(name))
    return wrong === undefined
      ? Effect.void
      : new Failure({ message: `DAYBOOK_MCP_TOOLS has "${wrong}", which is no domain: choose from ${all.join(", ")}` })
  })
