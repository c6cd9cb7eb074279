import { Context } from "effect"
import { rulesSettings } from "../attending/rules.js"
import { addressType, gapType, type Setting } from "../sources/kit/settings.js"

/** Names of the settings whose values the configuration file gave. */
export class ConfigFileSettings extends Context.Reference<ConfigFileSettings>()(
  "@daybook/adapters/ConfigFileSettings",
  { defaultValue: (): ReadonlySet<string> => new Set() }
) {}

const rules = new Set(Object.values<Setting<unknown>>(rulesSettings.fields).map(({ name }) => name))

/**
 * Why a setting can only be changed where the host is started; null if the API can store it. The address of a provider
 * decides where secrets are sent, and a path is a file of the host.
 */
export const operatorsOwn = ({ default: fallback, name, type }: Setting<unknown>): string | null => {
  // A provider's address has a default, or follows from one that has.
  if (type === addressType && (fallback !== null || name.endsWith("_BASE_URL")))
    return `${name} says where secrets are sent: set it in the environment or the configuration file`
  return type === gapType || type === "path" || rules.has(name)
    ? `${name} is set in the environment or the configuration file`
    : null
}
