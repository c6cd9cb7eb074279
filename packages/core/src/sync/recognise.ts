import { Effect, Option } from "effect"
import { BadInput } from "../shared/errors.js"
import { isClutter } from "./fileReport.js"
import type { FileSample } from "./FileSample.js"
import type { SourceEntry } from "./Sources.js"

/** The sources that read export files. */
const importers = (entries: ReadonlyArray<SourceEntry>) =>
  entries.filter(({ archive }) => Option.isSome(archive.importFile))

const idsOf = (entries: ReadonlyArray<SourceEntry>, conjunction: string) => {
  const ids = entries.map(({ id }) => id)
  return ids.length < 2 ? ids.join("") : `${ids.slice(0, -1).join(", ")} ${conjunction} ${ids.at(-1)}`
}

const maxNamed = 6
const maxNameLength = 40

const listed = (names: ReadonlyArray<string>) =>
  [
    ...names
      .slice(0, maxNamed)
      .map((name) => (name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name)),
    ...(names.length > maxNamed ? [`${names.length - maxNamed} more`] : [])
  ].join(", ")

/** What a file seems to be, in words that complete "it seems to be". */
export const kindOf = ({ entries, objects, rows, text }: FileSample): string => {
  if (entries !== null) {
    const files = entries.filter((name) => !isClutter(name))
    return files.length === 0 ? "an empty zip archive" : `a zip archive of ${listed(files)}`
  }
  const [first] = objects
  if (first !== undefined) {
    const names = typeof first === "object" && first !== null ? Object.keys(first) : []
    return names.length === 0 ? "a JSON file" : `a JSON file with the members ${listed(names)}`
  }
  if (/^\s*<(?:!doctype html|html)/i.test(text)) return "a web page"
  if (/^\s*</.test(text)) return "an XML file"
  const header = rows.find((row) => row.length > 1)
  if (header !== undefined) return `a table with the columns ${listed(header)}`
  return text === "" || /[\0-\x08\x0e-\x1a\ufffd]/.test(text) ? "a binary file" : "a text file"
}

/** The source that a file is an export of, by its content. `name` is for messages alone. */
export const recogniseSource = (
  entries: ReadonlyArray<SourceEntry>,
  sample: FileSample,
  name: string
): Effect.Effect<SourceEntry, BadInput> => {
  const all = importers(entries)
  const recognised = all.filter(({ archive }) => archive.recognise?.(sample) === true)
  const [only] = recognised
  if (only !== undefined && recognised.length === 1) return Effect.succeed(only)
  return new BadInput({
    message:
      only === undefined
        ? `${name} is not recognised: it seems to be ${kindOf(sample)}; give an export file as the provider made it, ` +
          `or name its source: ${idsOf(all, "or")}`
        : `${name} has exports of ${idsOf(recognised, "and")}: name the source to import`
  })
}

/** The source with this id, if it reads export files. */
export const importerNamed = (
  entries: ReadonlyArray<SourceEntry>,
  id: string
): Effect.Effect<SourceEntry, BadInput> => {
  const all = importers(entries)
  const entry = all.find((one) => one.id === id)
  return entry === undefined
    ? new BadInput({ message: `source must be one of ${idsOf(all, "or")}, or left out` })
    : Effect.succeed(entry)
}
