import type { Options } from "tsup"

type Plugin = NonNullable<Options["esbuildPlugins"]>[number]

/** See thirdParty.mjs: `into` and `including` are folders. */
export declare const thirdPartyLicenses: (options: {
  readonly into: string
  readonly including?: ReadonlyArray<string>
}) => Plugin
