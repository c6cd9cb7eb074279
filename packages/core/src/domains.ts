import { Schema } from "effect"

/** The six domains, in the order in which they are listed everywhere. */
export const domains = ["listening", "running", "watching", "collecting", "reading", "attending"] as const
export const Domain = Schema.Literal(...domains)
export type Domain = typeof Domain.Type
