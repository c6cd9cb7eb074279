import { Context, Effect } from "effect"
import { type Domain, domains } from "../domains.js"
import type { DeclaredDomain } from "./model.js"

/** The domains from outside that this process knows. None by default. */
export class DeclaredDomains extends Context.Reference<DeclaredDomains>()("@daybook/core/DeclaredDomains", {
  defaultValue: (): ReadonlyArray<DeclaredDomain> => []
}) {}

/** The names of all domains of this process: the six, and then those from outside. */
export const domainNames = Effect.map(DeclaredDomains, (declared): ReadonlyArray<Domain> => [
  ...domains,
  ...declared.map(({ name }) => name)
])
