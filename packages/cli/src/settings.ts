import { declaredSettings, type Setting } from "@daybook/adapters"
import { hostSettings, units } from "./host.js"
import { logSettings } from "./logging.js"
import { variables } from "./telemetry/settings.js"

const { units: _, ...hostOnly } = hostSettings.fields

/** Every setting, by the table of docs/settings.md that lists it. */
export const settingTables: Readonly<Record<string, ReadonlyArray<Setting.SettingInfo>>> = {
  ...declaredSettings,
  host: Object.values(hostOnly),
  display: [units],
  log: Object.values(logSettings.fields),
  telemetry: Object.values(variables.fields)
}

/** The names of all settings. */
export const settingNames: ReadonlyArray<string> = Object.values(settingTables)
  .flat()
  .map(({ name }) => name)
