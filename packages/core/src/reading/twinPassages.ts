import type { ReadingSources } from "./sources.js"

/** A stored passage of one document. */
export interface TwinPassage {
  readonly id: number
  readonly source: string
  readonly text: string
  /** Where it begins in the document, in the units of its source. */
  readonly position: number | null
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** A text without differences of space, quotation marks, dashes and case. */
export const foldPassage = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u201a\u201b\u2032]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(/\s+/g, " ")
    .trim()

/** Of the longer text, how much the shorter one must cover. */
const minShare = 0.8

const isSameText = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short === long || (short.length >= minShare * long.length && long.includes(short))
}

/** Characters of a text per unit of position, at least. Kindle's locations have up to 128 bytes with markup. */
const minPerUnit = 40

/**
 * Whether two texts, one of which contains the other, can begin so far from one another. A change that moves the
 * beginning changes the text.
 */
const isNear = (one: TwinPassage, other: TwinPassage): boolean =>
  one.position === null || other.position === null
    ? isSameText(one.text, other.text)
    : one.text === other.text
      ? one.position === other.position
      : Math.abs(one.position - other.position) <= 1 + Math.max(one.text.length, other.text.length) / minPerUnit

/** The ids of highlights that their owner changed later, in sources that keep both. */
const replacedPassages = (sources: ReadingSources, folded: ReadonlyArray<TwinPassage>): ReadonlyArray<number> => {
  const appended = folded
    .filter(({ source }) => sources.of(source).appendsChanges)
    .toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id)
  return appended.flatMap((one, index) =>
    appended
      .slice(index + 1)
      .some(
        (later) =>
          later.source === one.source &&
          isNear(one, later) &&
          (later.text.includes(one.text) || one.text.includes(later.text))
      )
      ? [one.id]
      : []
  )
}

/**
 * The ids of passages that another source reports too: equal texts, or one that contains most of the other. Passages of
 * one source are the same only where it appends changes: then the last one stays. The service of origin stays, and of
 * several the first by name.
 */
export const hiddenPassages = (sources: ReadingSources, passages: ReadonlyArray<TwinPassage>): ReadonlySet<number> => {
  const hidden = new Set<number>()
  // A note without a highlight has no text, and no twin.
  const folded = passages
    .map((passage) => ({ ...passage, text: foldPassage(passage.text) }))
    .filter(({ text }) => text !== "")
  const visible: Array<{ readonly source: string; readonly text: string; readonly sources: Set<string> }> = []
  const isCopy = ({ source }: TwinPassage) => sources.of(source).collectsHighlights
  const ranked = folded.toSorted(
    (a, b) =>
      Number(isCopy(a)) - Number(isCopy(b)) ||
      (a.source === b.source ? 0 : a.source < b.source ? -1 : 1) ||
      b.text.length - a.text.length ||
      (a.text === b.text ? a.id - b.id : a.text < b.text ? -1 : 1)
  )
  for (const id of replacedPassages(sources, folded)) hidden.add(id)
  for (const { id, source, text } of ranked) {
    const free = visible.filter((one) => one.source !== source && !one.sources.has(source))
    const twin = free.find((one) => one.text === text) ?? free.find((one) => isSameText(one.text, text))
    if (twin === undefined) visible.push({ source, text, sources: new Set() })
    else {
      hidden.add(id)
      twin.sources.add(source)
    }
  }
  return hidden
}
