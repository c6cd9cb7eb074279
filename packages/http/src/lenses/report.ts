import type { LensDefinition } from "@daybook/core/lenses"
import type { Catalogue } from "./catalogue.js"
import { fieldsOf } from "./fields.js"
import { operationsOf } from "./problems.js"
import { isShown } from "./shape.js"
import { rulesOf, viewOfLens } from "./view.js"

/** What a lens cannot promise, in words for its owner. */
const standing = [
  "Totals, ranks and streaks count everything, also what lists do not show.",
  "What was visible once may be in somebody's cache.",
  "Titles, reviews and other texts are shown as they are, whatever they mention.",
  "Pages of public providers show what their own settings allow."
]

const notesOf = ({ now_playing = "off", operations = [] }: LensDefinition): ReadonlyArray<string> => {
  const showsPlays = operations.some((id) => id === "listening.recent" || id === "listening.history")
  return typeof now_playing === "object" && showsPlays
    ? [...standing, "Recent plays appear once they are synced: now_playing delays the current track alone."]
    : standing
}

/** What a lens shows, by operation, and what it does not hide. */
export const reportOf = (catalogue: Catalogue, definition: LensDefinition) => {
  const { operations } = viewOfLens(catalogue, definition)
  return {
    shows: operationsOf(catalogue, definition)
      .filter(({ path }) => operations.has(path))
      .map((operation) => {
        const rules = rulesOf(definition, operation)
        const leaves = fieldsOf(operation.answer)
        const hidden = new Set(
          leaves.filter(({ name, sensitivity }) => !isShown(name, sensitivity, rules)).map(({ path }) => path)
        )
        const isHidden = (path: string) => Array.from(hidden).some((one) => path === one || path.startsWith(`${one}.`))
        const paths = Array.from(new Set(leaves.map(({ path }) => path)))
        return {
          operation: operation.id,
          path: operation.path,
          fields: paths.filter((path) => !isHidden(path)),
          hidden: paths.filter(isHidden)
        }
      }),
    notes: notesOf(definition)
  }
}
