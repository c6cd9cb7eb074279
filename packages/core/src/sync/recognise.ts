import { Effect, Option } from "effect"
import { BadInput } from "../shared/errors.js"
import type { FileSample } from "./FileSample.js"
import type { SourceEntry } from "./Sources.js"

/** The sources that read export files. */
const importers = (entries: ReadonlyArray<SourceEntry>) =>
  entries.filter(({ archive }) => Option.isSome(archive.importFile))

const idsOf = (entries: ReadonlyArray<SourceEntry>, conjunction: string) => {
  const ids = entries.map(({ id }) => id)
  return ids.length < 2 ? ids.join("") : `${ids.slice(0, -1).join(", ")} ${conjunction} ${ids.at(-1)}`
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
        ? `${name} is not recognised: give an export file as the provider made it, or name its source: ${idsOf(all, "or")}`
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
