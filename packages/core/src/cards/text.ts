/**
 * The width of a character in em, for sans-serif fonts. The reader's font is not known, so the widths are those of a
 * wide one. The first pattern that matches counts.
 */
const widths: ReadonlyArray<readonly [characters: RegExp, em: number]> = [
  [/[\p{M}\p{Cf}]/u, 0],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u, 1],
  [/[iljtfrI.,:;'’|!()[\]/ ]/u, 0.35],
  [/[mwMWЖЮШЩМжюшщ@%—…]/u, 0.95],
  [/\p{Lu}/u, 0.7],
  [/\p{N}/u, 0.6],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/u, 0.62],
  [/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u, 0.58]
]
/** Of characters that no pattern names, such as Devanagari and Thai. */
const otherWidth = 0.75

const pictographWidth = 1.35

const widthOf = (character: string): number =>
  widths.find(([characters]) => characters.test(character))?.[1] ?? otherWidth

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" })
const pictograph = /\p{Extended_Pictographic}/u

/** A pictograph of several people is one character for the reader. */
const widthOfSegment = (segment: string): number =>
  pictograph.test(segment)
    ? pictographWidth
    : Array.from(segment).reduce((sum, character) => sum + widthOf(character), 0)

/** The width of a text in pixels at a font size. It is an upper estimate. */
export const measure = (text: string, size: number): number =>
  size * Array.from(segmenter.segment(text)).reduce((sum, { segment }) => sum + widthOfSegment(segment), 0)

const ellipsis = "…"

/** A text that fits a width in pixels. Longer texts end with an ellipsis; no character is divided. */
export const fit = (text: string, size: number, width: number): string => {
  if (measure(text, size) <= width) return text
  const maxWidth = width - measure(ellipsis, size)
  let used = 0
  let end = 0
  for (const { index, segment } of segmenter.segment(text)) {
    used += measure(segment, size)
    if (used > maxWidth) break
    end = index + segment.length
  }
  return `${text.slice(0, end).trimEnd()}${ellipsis}`
}

/** What XML cannot contain, and what changes the direction of the text around a name. */
const forbidden = /[\p{Cs}\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff\u202a-\u202e\u2066-\u2069]/gu

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;"
}

/** One line of text without characters that XML forbids. */
export const plainLine = (text: string): string => text.replaceAll(forbidden, "").replaceAll(/\s+/g, " ").trim()

/** Text for an element or an attribute of XML. */
export const escaped = (text: string): string =>
  plainLine(text).replaceAll(/[&<>"']/g, (character) => entities[character]!)
