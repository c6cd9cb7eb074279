/** Checks that a source keeps what Daybook promises, for any test runner. */
export { type SourceCheck, sourceChecks } from "./checks.js"
export type { Fault, Respond } from "./provider.js"
export type { ExportFile, ProviderUnderTest, SourceUnderTest } from "./stage.js"
