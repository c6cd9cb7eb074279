import type * as Setup from "@daybook/core/setup"

export type Source = (typeof Setup.SourceView)["Encoded"]
export type SourceSetting = Source["settings"][number]
export type LoginAttempt = (typeof Setup.LoginAttemptView)["Encoded"]
export type Home = (typeof Setup.HomeView)["Encoded"]
export type ZoneSuggestion = (typeof Setup.ZoneSuggestionView)["Encoded"]
export type ZoneHistory = (typeof Setup.ZoneHistoryView)["Encoded"]

/** The message of a failed request. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Settings that few people change: everything that is not required and not a secret, and what is fixed by default. */
export const isAdvanced = ({ accepts, default_value, name, origin, required, secret }: SourceSetting): boolean =>
  !required &&
  !secret &&
  origin !== "stored" &&
  (default_value !== null || accepts === "path" || name.includes("_SCHEDULE_"))
