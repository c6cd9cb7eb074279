import type { SettingName } from "../settingNames.js"
import { Context, type Layer } from "effect"

/** A module that the configuration file imports. */
export interface LoadedModule {
  /** As the import names it: `daybook-source-goodreads`, `./books.js`. */
  readonly name: string
  /** Absolute. */
  readonly path: string
  /** The version of its package; null where no package tells one. */
  readonly version: string | null
}

/** A source or domain of the configuration file. */
export interface LoadedPart {
  readonly kind: "source" | "domain"
  readonly name: string
  /** The module that it came from; null if the configuration file itself makes it. */
  readonly from: LoadedModule | null
}

/** The configuration file of this process and what came with it; null without one. */
export interface Loaded {
  /** Absolute. */
  readonly file: string
  readonly parts: ReadonlyArray<LoadedPart>
}

export class LoadedConfig extends Context.Reference<LoadedConfig>()("@daybook/cli/LoadedConfig", {
  defaultValue: (): Loaded | null => null
}) {}

/** What the configuration adds to the program: domains and sources, and the settings of those sources. */
export interface Configuration {
  readonly layer: Layer.Layer<never>
  readonly settings: ReadonlyArray<SettingName>
}
