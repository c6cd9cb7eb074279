/** A value of a setting. Numbers, booleans and lists are written as the setting's variable expects them. */
export type SettingValue = string | number | boolean | ReadonlyArray<string | number>

/**
 * Settings by the words of their variables, nested or in camelCase: `DAYBOOK_LASTFM_USERNAME` is `lastfm: { username }`
 * and `DAYBOOK_TIMEZONE` is `timezone`.
 */
export interface SettingValues {
  readonly [name: string]: SettingValue | SettingValues
}

/** A source, made with `pulling` or `enrichmentSource` of `@daybook/adapters/source`. */
export interface ConfiguredSource {
  readonly id: string
  readonly domain: string
  readonly make: unknown
  readonly archive: unknown
}

/** A domain, made with `domain` of `@daybook/core/domain`. */
export interface ConfiguredDomain {
  readonly name: string
  readonly title: string
  readonly records: object
}

/** What `daybook.config.ts` exports by default. */
export interface DaybookConfig {
  /** Domains next to the built-in ones. */
  readonly domains?: ReadonlyArray<ConfiguredDomain>
  /** Sources next to the built-in ones. */
  readonly sources?: ReadonlyArray<ConfiguredSource>
  /** Variables of the environment win. Secrets stay in the environment, or in a file that `DAYBOOK_…_FILE` names. */
  readonly settings?: SettingValues
}

/** Returns the configuration unchanged, so that an editor checks and completes it. */
export const defineConfig = (config: DaybookConfig): DaybookConfig => config
