import type { NewCorrection } from "../../corrections/index.js"
import { foldOf } from "../spellings.js"

/** The folded names of artists that a correction names. */
export const artistsOf = ({ object, subject }: Pick<NewCorrection, "object" | "subject">): ReadonlyArray<string> =>
  [subject["artist"], object?.["artist"]].flatMap((name) => (name === undefined ? [] : [foldOf(name)]))

/**
 * The folded names of all artists whose records the corrections may compute from those of the given names: those that
 * corrections connect with them. A name that no correction names is left out.
 */
export const reachOf = (
  corrections: ReadonlyArray<Pick<NewCorrection, "object" | "subject">>,
  names: Iterable<string>
): ReadonlySet<string> => {
  const links = corrections.map(artistsOf)
  const wantedNames = new Set(names)
  const reach = new Set(links.flat().filter((name) => wantedNames.has(name)))
  for (let size = -1; size !== reach.size;) {
    size = reach.size
    for (const link of links) if (link.some((name) => reach.has(name))) link.forEach((name) => reach.add(name))
  }
  return reach
}
