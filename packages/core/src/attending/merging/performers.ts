import type { EventType } from "../kinds.js"
import type { PerformerMention } from "../records.js"
import { libraryArtistsOf } from "./kinds.js"
import type { Parts } from "./parts.js"
import type { Ground } from "./Told.js"
import { plain } from "./words.js"

/** Who performed, each once, in the order of the bill. */
export const performersOf = (parts: Parts, kind: EventType | null, ground: Ground): ReadonlyArray<PerformerMention> => {
  const { concerts, threads, told } = parts
  const played = concerts.map(({ artist }): PerformerMention => ({ name: artist.name, type: "musical_artist", role: "headliner", mbid: artist.mbid }))
  const named = told.flatMap(({ mention }) => mention.performers)
  const titles = threads.flatMap(({ title }) => title ?? [])
  // Of several acts that played, those in the title head the bill.
  const heads = (one: PerformerMention) => titles.some((title) => ` ${plain(title)} `.includes(` ${plain(one.name)} `))
  const several = played.length > 1 && played.some(heads)
  const acts = several ? played.map((one): PerformerMention => ({ ...one, role: heads(one) ? "headliner" : "support" })) : played
  // Who plays is known best by the set list, then by who sells, then by the library's artists that the title names.
  const known = acts.length + named.length === 0 && kind === "concert" ? heard(parts, ground) : acts
  const all = kind === "concert" || kind === null ? [...named, ...known] : named
  const byName = new Map<string, PerformerMention>()
  for (const one of all) {
    const other = byName.get(plain(one.name))
    byName.set(plain(one.name), other === undefined ? one : { ...other, mbid: other.mbid ?? one.mbid })
  }
  return [...byName.values()].toSorted((a, b) => order(a) - order(b))
}

const heard = (parts: Parts, ground: Ground): ReadonlyArray<PerformerMention> =>
  libraryArtistsOf(parts, ground).map(({ mbid, name }, place): PerformerMention =>
    ({ name, type: "musical_artist", role: place === 0 ? "headliner" : "support", mbid }))

const order = ({ role }: PerformerMention): number => role === "headliner" ? 0 : 1
