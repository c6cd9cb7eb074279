import { readFileSync } from "node:fs"

/** The modules that the package in the working folder exports, as files of its sources. */
export const exportedModules = () =>
  Object.values(JSON.parse(readFileSync("package.json", "utf8")).exports).map((one) => one["@daybook/source"])
