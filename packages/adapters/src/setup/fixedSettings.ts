import { Context } from "effect"
import { rulesSettings } from "@daybook/sources/kit"
import { addressType, gapType, type Setting } from "@daybook/sources/setting"

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
export const operatorsOwn = ({
  default: fallback,
  isDestination,
  isSecret,
  name,
  type
}: Setting<unknown>): string | null => {
  // An address that is no destination of the owner's secrets is a provider's: it has a default or follows from one.
  if (type === addressType && (fallback !== null || (isDestination !== true && !isSecret)))
    return `${name} says where secrets are sent: set it in the environment or the configuration file`
  return type === gapType || type === "path" || rules.has(name)
    ? `${name} is set in the environment or the configuration file`
    : null
}
