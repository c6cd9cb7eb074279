import { words } from "./words/index.js"

/** The words for the field at the end of a path of names: those of the longest end of the path that has any. */
export const wordsFor = (path: ReadonlyArray<string>): (typeof words)[string] | undefined => {
  for (let from = 0; from < path.length; from++) {
    const found = words[path.slice(from).join(".")]
    if (found !== undefined) return found
  }
  return undefined
}
