import { Options } from "@effect/cli"

export const json = Options.boolean("json").pipe(Options.withDescription("Print JSON"))
export const dryRun = Options.boolean("dry-run").pipe(Options.withDescription("Say what would change and change nothing"))
export const allowMassDelete = Options.boolean("allow-mass-delete").pipe(Options.withDescription("Let a source remove more than a fifth of its records"))
