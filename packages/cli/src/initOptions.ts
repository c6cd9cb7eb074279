/** What the first source of a new folder reads. */
export const sourceKinds = ["file", "api", "none"] as const
export type SourceKind = (typeof sourceKinds)[number]
