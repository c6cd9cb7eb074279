import type { NewCorrection, RecordKey, Suggestion } from "../../corrections/index.js"
import { withoutMarks } from "../../shared/names.js"
import { foldOf } from "../spellings.js"
import { bareTitle, withoutGuests } from "../titles.js"
import type { LibraryName } from "./store.js"

/** Shorter names are too often one letter apart. */
const minLetters = 6

const lettersOf = (name: string): string => withoutMarks(name).replace(/[^\p{L}\p{N}]+/gu, "")

const keyOf = ({ artist, kind, name }: LibraryName): RecordKey =>
  kind === "artist" ? { artist: name } : { artist, [kind]: name }

/** Two names that may be one, and why. */
interface Pair {
  readonly one: LibraryName
  readonly other: LibraryName
  readonly why: string
}

const groupBy = (names: ReadonlyArray<LibraryName>, keyOf: (one: LibraryName) => string | null) => {
  const groups = new Map<string, Array<LibraryName>>()
  for (const name of names) {
    const key = keyOf(name)
    if (key === null || key === "") continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [name])
    else group.push(name)
  }
  return groups.values()
}

/** Pairs each name of a group with its most played one. */
const pairsIn = (groups: Iterable<ReadonlyArray<LibraryName>>, why: string): ReadonlyArray<Pair> =>
  Array.from(groups).flatMap((group) => {
    if (group.length < 2) return []
    const [most, ...others] = [...group].sort((a, b) => b.plays - a.plays || a.id - b.id)
    return others.map((one) => ({ one, other: most!, why }))
  })

/** The texts that a text becomes without one letter, and itself: texts of one edit share one of them. */
const editsOf = (text: string): ReadonlySet<string> =>
  new Set([text, ...Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1))])

/** Whether one insertion, removal or replacement turns a text into another. */
export const isOneEdit = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1 || short === long) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  const rest = long.slice(start + 1)
  return rest === (short.length === long.length ? short.slice(start + 1) : short.slice(start))
}

const editPairs = (artists: ReadonlyArray<LibraryName>): ReadonlyArray<Pair> => {
  const byEdit = new Map<string, Array<LibraryName>>()
  const pairs = new Map<string, Pair>()
  for (const one of artists) {
    const letters = lettersOf(one.name)
    if (letters.length < minLetters) continue
    for (const edit of editsOf(letters)) {
      const near = byEdit.get(edit) ?? []
      byEdit.set(edit, near)
      for (const other of near)
        if (isOneEdit(letters, lettersOf(other.name)))
          pairs.set(`${other.id} ${one.id}`, { one, other, why: "The names differ in one letter." })
      near.push(one)
    }
  }
  return [...pairs.values()]
}

/** Pairs of artists, albums and tracks that may be one, the surest reason of each. */
const pairsOf = (artists: ReadonlyArray<LibraryName>, titles: ReadonlyArray<LibraryName>): ReadonlyArray<Pair> => {
  const ofTitle = (letters: (name: string) => string) => (one: LibraryName) =>
    `${one.kind} ${foldOf(one.artist)} ${letters(one.name)}`
  return [
    ...pairsIn(
      groupBy(artists, ({ name }) => lettersOf(name)),
      "The names differ only in accents or punctuation."
    ),
    ...pairsIn(groupBy(titles, ofTitle(lettersOf)), "The titles differ only in accents or punctuation."),
    ...pairsIn(
      groupBy(artists, ({ name }) => lettersOf(withoutGuests(name))),
      "The names differ only in guests."
    ),
    ...pairsIn(
      groupBy(
        titles,
        ofTitle((name) => lettersOf(bareTitle(name)))
      ),
      "The titles differ only in guests or edition."
    ),
    ...editPairs(artists)
  ]
}

/** A pair regardless of its order. */
const pairText = (kind: string, one: RecordKey, other: RecordKey): string => {
  const text = (key: RecordKey) => foldOf(JSON.stringify([key["artist"], key[kind]]))
  return [kind, ...[text(one), text(other)].sort()].join("\n")
}

/**
 * What may be one, those first that would change most plays. Pairs that the owner decided about are left out, and so is
 * all that names one record twice.
 */
export const suggest = (
  artists: ReadonlyArray<LibraryName>,
  titles: ReadonlyArray<LibraryName>,
  decided: ReadonlyArray<NewCorrection>,
  limit: number
): ReadonlyArray<Suggestion> => {
  const seen = new Set(
    decided.flatMap(({ kind, object, subject, type }) =>
      (kind === "same" || kind === "different") && object !== null ? [pairText(type, subject, object)] : []
    )
  )
  return pairsOf(artists, titles)
    .filter(({ one, other }) => {
      const pair = pairText(one.kind, keyOf(one), keyOf(other))
      const isNew = !seen.has(pair) && foldOf(one.name) !== foldOf(other.name)
      seen.add(pair)
      return isNew
    })
    .map(({ one, other, why }): Suggestion => {
      const [less, more] = one.plays <= other.plays ? [one, other] : [other, one]
      const record = (of: LibraryName) => ({ key: keyOf(of), count: of.plays, firstAt: of.firstPlayedAt })
      return { type: one.kind, subject: record(less), object: record(more), why }
    })
    .sort((one, other) => other.subject.count - one.subject.count)
    .slice(0, limit)
}
