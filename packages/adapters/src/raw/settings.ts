import * as Setting from "@daybook/sources/setting"

/** What is stored of answers and files that could not be parsed. */
export const rawSettings = Setting.settings({
  mode: Setting.withDefault(
    Setting.oneOf(
      "DAYBOOK_RAW",
      ["off", "failed"],
      "`failed` stores answers and rows of files that could not be parsed, without secrets"
    ),
    "off",
    "off"
  ),
  maxMb: Setting.withDefault(
    Setting.wholeNumber("DAYBOOK_RAW_MAX_MB", 1, 1_048_576, "megabytes of all of them; one source may take half"),
    512,
    "512"
  ),
  days: Setting.withDefault(
    Setting.wholeNumber("DAYBOOK_RAW_DAYS", 1, 36_500, "how many days they stay"),
    3_650,
    "3650"
  ),
  stravaDays: Setting.withDefault(
    Setting.wholeNumber(
      "DAYBOOK_RAW_STRAVA_DAYS",
      1,
      36_500,
      "the same for answers of Strava, whose terms allow 7 days"
    ),
    7,
    "7"
  )
})
