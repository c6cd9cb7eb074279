import { Options } from "@effect/cli"

export const json = Options.boolean("json").pipe(Options.withDescription("Print JSON"))
export const dryRun = Options.boolean("dry-run").pipe(
  Options.withDescription("Show what would change, and write nothing")
)
export const allowMassDelete = Options.boolean("allow-mass-delete").pipe(
  Options.withDescription("Allow a source to remove more than a fifth of its records")
)
