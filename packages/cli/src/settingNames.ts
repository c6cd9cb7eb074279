import type { Setting } from "@daybook/adapters"
import { existsSync, readFileSync } from "node:fs"

export type SettingName = Pick<Setting.SettingInfo, "name" | "isSecret">

/** The build writes the names next to the program, because their declarations load every source. */
const namesFile = new URL("settingNames.json", import.meta.url)

/** The names of all settings of Daybook itself. In a source tree they come from the declarations. */
export const readSettingNames = async (): Promise<ReadonlyArray<SettingName>> =>
  existsSync(namesFile)
    ? (JSON.parse(readFileSync(namesFile, "utf8")) as ReadonlyArray<SettingName>)
    : (await import("./settings.js")).allSettings
