import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"

const packages = resolve(import.meta.dirname, "..")

const sources = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(folder, file), "utf8"))

/** The helpers that put `DAYBOOK_` before a name; other quoted words in capital letters are no settings. */
const usesHelpers = (text: string): boolean => / from "[^"]*\/kit\/settings\.js"/.test(text)

/**
 * Every name of a setting that the code spells: whole (`DAYBOOK_PORT`), without its beginning as the helpers of
 * sources take it (`LASTFM_API_KEY`), or as a provider whose calls have a gap (`minInterval("LASTFM", …)`). Codes of
 * errors (`code = "DAYBOOK_…"`) are none.
 */
export const settingNames = (): ReadonlyArray<string> => {
  const names = new Set<string>()
  for (const text of ["adapters", "http", "cli"].flatMap((name) => sources(join(packages, name, "src")))) {
    for (const [name] of text.matchAll(/(?<!\bcode ={1,3} ")\bDAYBOOK_[A-Z0-9]+(?:_[A-Z0-9]+)*\b(?!_)/g))
      names.add(name)
    if (!usesHelpers(text)) continue
    for (const [, name] of text.matchAll(/(?<!\bminInterval\()"(?!DAYBOOK_)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)"/g))
      names.add(`DAYBOOK_${name}`)
    for (const [, name] of text.matchAll(/\bminInterval\("([A-Z0-9_]+)"/g)) names.add(`DAYBOOK_${name}_MIN_INTERVAL_MS`)
  }
  return Array.from(names).sort()
}
