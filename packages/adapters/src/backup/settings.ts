import { Either, Option } from "effect"
import { cronSetting } from "@daybook/sources/kit"
import * as Setting from "@daybook/sources/setting"

/** The backups that a host makes by itself. */
export const backupSettings = Setting.settings({
  folder: Setting.optional(
    Setting.setting({
      name: "DAYBOOK_BACKUP_DIR",
      type: "path",
      sentence: "folder of the backups that a host makes",
      keepsSpaces: true,
      parse: Either.right<string>
    }),
    "`backups` in the data folder"
  ),
  schedule: Setting.withDefault(
    cronSetting("DAYBOOK_BACKUP_SCHEDULE", "when a host makes a backup"),
    Option.none(),
    "off"
  ),
  keep: Setting.withDefault(
    Setting.wholeNumber("DAYBOOK_BACKUP_KEEP", 1, 1_000, "how many of these backups stay, the newest first"),
    7,
    "7"
  )
})
