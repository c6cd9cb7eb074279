import { foldPassage } from "@daybook/core/reading"
import type { Clipping } from "./clipping.js"

const isWithin = (at: number, { range }: Clipping): boolean => range !== null && range.from <= at && at <= range.to

const isVersion = (one: string, other: string): boolean =>
  one !== "" && other !== "" && (one.includes(other) || other.includes(one))

/** The highlight that a note is about: one that ends there, and of several the last one before the note. */
const highlightOf = (note: Clipping, highlights: ReadonlyArray<Clipping>): Clipping | undefined => {
  const atEnd = highlights.filter(({ range }) => range?.to === note.range?.to)
  const near = (atEnd.length > 0 ? atEnd : highlights).toSorted((a, b) => (a.wall ?? 0) - (b.wall ?? 0))
  return near.findLast(({ wall }) => (wall ?? 0) <= (note.wall ?? Infinity)) ?? near[0]
}

/** A highlight that the owner changed is in the file again: a note is about all its versions. */
const versionsOf = (note: Clipping, highlights: ReadonlyArray<Clipping>): ReadonlyArray<Clipping> => {
  const around = highlights.filter((one) => isWithin(note.range?.to ?? -1, one))
  const best = highlightOf(note, around)
  if (best === undefined) return []
  const text = foldPassage(best.text)
  return around.filter((one) => one === best || isVersion(text, foldPassage(one.text)))
}

const isAtEnd = (note: Clipping, highlight: Clipping): boolean => note.range?.to === highlight.range?.to

/** Whether a note is a later version of another one. A page has room for several notes, a location has not. */
const replaces = (later: Clipping, earlier: Clipping): boolean =>
  later.range?.to === earlier.range?.to &&
  (!later.isOfPages || isVersion(foldPassage(later.text), foldPassage(earlier.text)))

export interface NotesOfBook {
  /** The note of a highlight; undefined without one. */
  readonly noteOf: (highlight: Clipping) => string | undefined
  /** Whether a highlight that becomes a passage has the note. */
  readonly isCovered: (note: Clipping) => boolean
  /** Whether a later version of the note is in the file. */
  readonly isReplaced: (note: Clipping) => boolean
}

/** The notes of one book, each at its highlight. A highlight has the last note at its end, else the last one in it. */
export const notesOfBook = (
  highlights: ReadonlyArray<Clipping>,
  all: ReadonlyArray<Clipping>,
  isMark: (highlight: Clipping) => boolean
): NotesOfBook => {
  const notes = all.toSorted((a, b) => (a.wall ?? 0) - (b.wall ?? 0))
  const about = new Map<Clipping, Array<Clipping>>()
  for (const note of notes)
    for (const highlight of versionsOf(note, highlights)) about.set(highlight, [...(about.get(highlight) ?? []), note])
  const chosen = new Map(
    Array.from(about, ([highlight, some]) => {
      const note = some.findLast((one) => isAtEnd(one, highlight)) ?? some.at(-1)!
      return [highlight, note] as const
    })
  )
  const covered = new Set(Array.from(chosen).flatMap(([highlight, note]) => (isMark(highlight) ? [note] : [])))
  return {
    noteOf: (highlight) => chosen.get(highlight)?.text,
    isCovered: (note) => covered.has(note),
    isReplaced: (note) => notes.slice(notes.indexOf(note) + 1).some((later) => replaces(later, note))
  }
}
