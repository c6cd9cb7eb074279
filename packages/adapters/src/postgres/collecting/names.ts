import { sortName } from "../sortName.js"

export { sortName }

/** What two spellings of a film's title have in common, as the watching room compares them: letters and digits. */
export const matchTitle = (title: string): string => {
  const bare = sortName(title).replace(/&/g, " and ").replace(/[^\p{L}\p{N}]+/gu, "")
  return bare === "" ? title : bare
}
