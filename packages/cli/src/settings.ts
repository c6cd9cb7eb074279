import { declaredSettings, optionalSetting, Setting } from "@daybook/adapters"
import { Either } from "effect"
import { assistantSettings } from "./assistants/settings.js"
import { hostSettings, units } from "./hostSettings.js"
import { logSettings } from "./logging.js"
import { variables } from "./telemetry/settings.js"

const { units: _, ...hostOnly } = hostSettings.fields

const configSetting = Setting.optional(
  Setting.setting({
    name: "DAYBOOK_CONFIG",
    type: "path",
    sentence: "the configuration file",
    keepsSpaces: true,
    parse: Either.right<string>
  }),
  "`daybook.config.ts`, or with the ending mts, js or mjs, in the working folder"
)

/** Every setting, by the table of docs/settings.md that lists it. */
export const settingTables: Readonly<Record<string, ReadonlyArray<Setting.Setting<unknown>>>> = {
  ...declaredSettings,
  host: Object.values(hostOnly),
  assistants: Object.values(assistantSettings.fields),
  display: [units],
  log: Object.values(logSettings.fields),
  telemetry: Object.values(variables.fields),
  configuration: [configSetting, optionalSetting]
}

/** Every setting of Daybook itself. */
export const allSettings: ReadonlyArray<Setting.Setting<unknown>> = Object.values(settingTables).flat()
