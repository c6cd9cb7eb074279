import type { EventType } from "../kinds.js"
import type { PerformerMention } from "../records.js"
import type { Parts } from "./parts.js"
import { plain } from "./words.js"

/** Who performed, each once, in the order of the bill. */
export const performersOf = ({ concerts, threads, told }: Parts, kind: EventType | null): ReadonlyArray<PerformerMention> => {
  const played = concerts.map(({ artist }): PerformerMention => ({ name: artist.name, type: "musical_artist", role: "headliner", mbid: artist.mbid }))
  const named = told.flatMap(({ mention }) => mention.performers)
  const titles = threads.flatMap(({ title }) => title ?? [])
  // Of several acts that played, those in the title head the bill.
  const heads = (one: PerformerMention) => titles.some((title) => ` ${plain(title)} `.includes(` ${plain(one.name)} `))
  const several = played.length > 1 && played.some(heads)
  const acts = several ? played.map((one): PerformerMention => ({ ...one, role: heads(one) ? "headliner" : "support" })) : played
  const all = kind === "concert" || kind === null ? [...named, ...acts] : named
  const byName = new Map<string, PerformerMention>()
  for (const one of all) {
    const known = byName.get(plain(one.name))
    byName.set(plain(one.name), known === undefined ? one : { ...known, mbid: known.mbid ?? one.mbid })
  }
  return [...byName.values()].toSorted((a, b) => order(a) - order(b))
}

const order = ({ role }: PerformerMention): number => role === "headliner" ? 0 : 1
