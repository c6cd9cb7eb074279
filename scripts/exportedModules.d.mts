/** The modules that the package in the working folder exports, as files of its sources. */
export function exportedModules(): ReadonlyArray<string>
