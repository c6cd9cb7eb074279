import type { Options } from "tsup"

export const effectModules: NonNullable<Options["esbuildPlugins"]>[number]
