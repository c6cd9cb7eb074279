import * as Setting from "@daybook/sources/setting"

const gibibyte = 1_073_741_824

/** Settings of the files that clients hand in. */
export const importSettings = Setting.settings({
  maxBytes: Setting.withDefault(
    Setting.wholeNumber(
      "DAYBOOK_IMPORT_MAX_BYTES",
      1,
      1_024 * gibibyte,
      "largest file that clients may send to import"
    ),
    2 * gibibyte,
    String(2 * gibibyte)
  )
})
