import { unranked } from "@daybook/core/ranks"
import type { Calendar } from "@daybook/core/shared"
import type { SourceFailure } from "@daybook/core/sync"
import { foldPassage, readingRank } from "@daybook/core/reading"
import { Chunk, Effect, identity, Option, Stream } from "effect"
import { eachFile } from "../kit/exportFile/Format.js"
import { lines } from "../kit/exportFile/json.js"
import type { Member } from "../kit/exportFile/members.js"
import { decodeText } from "../kit/exportFile/text.js"
import { digestOf } from "../kit/digest.js"
import { type MarkValues, markOf } from "../kit/highlights/documents.js"
import { type MarkRow, type PlacedMark, marks } from "../kit/highlights/markFile.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { type WallClock, homeClock } from "../kit/WallClock.js"
import { type Clipping, clippingOf } from "./clipping.js"
import type { ClippingKind } from "./languages.js"
import { notesOfBook } from "./notes.js"
import { hasClock } from "./times.js"

/** The line between two clippings. Files that were joined have the next title on it, or the end of the text. */
const separator = /^(.*?)(?<!=)={10}(?!=)(.*)$/
/** Lines of a block that has no end. No clipping is longer. */
const maxLines = 20_000
/** The first Kindle. A device whose clock was never set writes earlier times. */
const firstDevice = Date.UTC(2007, 10, 19)

interface PlacedClipping {
  readonly clipping: Clipping | null
  readonly place: string
}

interface ReadClipping extends PlacedClipping {
  readonly clipping: Clipping
}

/** The next two lines, as far as there are any. */
type Following = readonly [string | undefined, string | undefined]

const isDetails = (line: string): boolean => /^\s*[-–]\s.*[|｜]/.test(line) && hasClock(line.split(/[|｜]/).at(-1)!)

/**
 * What stands before and after a separator on its line; null for a line of a text, which may have such signs in it. A
 * separator with a text is followed by another clipping, or by the end of the file.
 */
const separated = (line: string, following: Following): readonly [string, string] | null => {
  const match = separator.exec(line.replace(/\ufeff/g, ""))
  if (match === null) return null
  const [, before = "", after = ""] = match
  const [next, second] = following
  const isOne = after.trim() === "" ? before === "" || second === undefined || isDetails(second) : isDetails(next ?? "")
  return isOne ? [before, after] : null
}

const withFollowing = <E, R>(all: Stream.Stream<string, E, R>) =>
  Stream.map(Stream.zipWithNext(Stream.zipWithNext(all)), ([[line, next], pair]): readonly [string, Following] => [
    line,
    [Option.getOrUndefined(next), Option.getOrUndefined(Option.flatMap(pair, ([, second]) => second))]
  ])

/** The clippings between the lines of equals signs. Without such a line at its end the last one may be incomplete. */
const clippingsIn = (member: Member, cutShort: (where: string) => void): Stream.Stream<PlacedClipping, SourceFailure> =>
  Stream.suspend(() => {
    let block: Array<string> = []
    let line = 0
    let from = 1
    const feed = (text: string, following: Following): ReadonlyArray<PlacedClipping> => {
      line++
      const parts = separated(text, following)
      if (block.length < maxLines && parts?.[0] !== "") block.push(parts === null ? text : parts[0])
      if (parts === null) return []
      const placed = { clipping: clippingOf(block), place: `${member.name}, line ${from}` }
      const isEmpty = block.every((one) => one.trim() === "")
      block = parts[1].trim() === "" ? [] : [parts[1]]
      from = line + 1 - block.length
      return isEmpty ? [] : [placed]
    }
    const end = Stream.drain(
      Stream.sync(() => {
        if (block.some((one) => one.trim() !== "")) cutShort(`${member.name} ends within the clipping at line ${from}`)
      })
    )
    return Stream.concat(
      Stream.mapConcatChunk(withFollowing(lines(decodeText(member.bytes))), ([text, following]) =>
        Chunk.unsafeFromArray([...feed(text, following)])
      ),
      end
    )
  })

/** Such as `<You have reached the clipping limit for this item>`, in any language. */
const isLimit = (text: string): boolean => /^<[^<>]+>$/.test(text)

const idOf = ({ author, range, title, wall }: Clipping, ...more: ReadonlyArray<string>): string =>
  digestOf(title, author ?? "", range?.from ?? -1, wall ?? 0, ...more)

const rowOf = (
  clipping: Clipping,
  clock: WallClock,
  values: Pick<MarkValues, "id" | "isNote" | "note" | "text">
): MarkRow => {
  const { author, offset, range, title, wall } = clipping
  if (wall === null) return "in an unknown language"
  if (wall < firstDevice) return "without a clock"
  return markOf({
    ...values,
    document: { title, author },
    position: range?.from ?? null,
    createdAt: offset === null ? clock.instantOf(wall) : wall - offset
  })
}

const highlightOf = (clipping: Clipping, note: string | undefined, clock: WallClock): MarkRow =>
  isLimit(clipping.text)
    ? "over the clipping limit"
    : rowOf(clipping, clock, { id: idOf(clipping), text: clipping.text, note })

/** A note that no highlight of the file shows. */
const loneNote = (clipping: Clipping, clock: WallClock): MarkRow =>
  rowOf(clipping, clock, { id: idOf(clipping, "note"), text: null, note: clipping.text, isNote: true })

/** Two highlights may begin at one place in one minute: the second one has another id. */
const withOwnIds = (rows: ReadonlyArray<PlacedMark>): ReadonlyArray<PlacedMark> => {
  const texts = new Map<string, string>()
  return rows.map(({ place, row }) => {
    if (row === null || typeof row === "string" || row.id === null) return { place, row }
    const { id } = row
    const text = foldPassage(row.passage.text || (row.passage.note ?? ""))
    const first = texts.get(id) ?? text
    texts.set(id, first)
    return first.includes(text) || text.includes(first)
      ? { place, row }
      : { place, row: { ...row, id: digestOf(id, text) } }
  })
}

const rowsOfBook = (clippings: ReadonlyArray<ReadClipping>, clock: WallClock): ReadonlyArray<PlacedMark> => {
  const of = (kind: ClippingKind) => clippings.map(({ clipping }) => clipping).filter((one) => one.kind === kind)
  const isMark = (highlight: Clipping) => typeof highlightOf(highlight, undefined, clock) === "object"
  const notes = notesOfBook(
    of("highlight"),
    of("note").filter(({ text }) => text !== ""),
    isMark
  )
  return clippings.flatMap(({ clipping, place }): ReadonlyArray<PlacedMark> => {
    if (clipping.kind === null) return [{ place, row: "in an unknown language" }]
    if (clipping.kind === "bookmark") return [{ place, row: "bookmarks" }]
    if (clipping.kind === "highlight") return [{ place, row: highlightOf(clipping, notes.noteOf(clipping), clock) }]
    if (notes.isCovered(clipping)) return []
    if (clipping.text === "") return [{ place, row: "without a text" }]
    return [{ place, row: notes.isReplaced(clipping) ? "replaced notes" : loneNote(clipping, clock) }]
  })
}

const rowsOf = (clippings: ReadonlyArray<PlacedClipping>, clock: WallClock): ReadonlyArray<PlacedMark> => {
  const books = new Map<string, Array<ReadClipping>>()
  for (const { clipping, place } of clippings) {
    if (clipping === null) continue
    const book = JSON.stringify([clipping.title, clipping.author])
    books.set(book, [...(books.get(book) ?? []), { clipping, place }])
  }
  return [
    ...clippings.flatMap(({ clipping, place }) => (clipping === null ? [{ place, row: null }] : [])),
    ...withOwnIds([...books.values()].flatMap((book) => rowsOfBook(book, clock)))
  ]
}

/** Whether a text begins with a title, and a line with a dash, a bar and a time. */
const isClipping = (head: string): boolean => {
  const start = head.replace(/^[\ufeff\s=]+/, "")
  const [, details = "", , ...rest] = start.split(/\r\n|\n|\r/, 4)
  return rest.length > 0 && isDetails(details)
}

/** `My Clippings.txt` of a Kindle. Notes and highlights of a book stand apart, so that a file is read as a whole. */
export const kindle = fileSource({
  id: "kindle",
  about: { title: "Kindle", brings: "Highlights and notes of books from My Clippings.txt." },
  // A changed clipping is added to the file again. Its books say no more about reading than those of others.
  rank: readingRank({ ...unranked, appendsChanges: true }),
  ...marks,
  format: eachFile<MarkRow, Calendar>({
    member: /clipping.*\.txt$/,
    begins: ({ text }) => isClipping(text),
    rows: (member, { tally }) =>
      Stream.unwrap(
        Effect.gen(function* () {
          const clippings = yield* Stream.runCollect(clippingsIn(member, tally.cutShort))
          return Stream.fromIterable(rowsOf(Chunk.toReadonlyArray(clippings), yield* homeClock))
        })
      )
  }),
  read: identity,
  fileTitle: "a file of Kindle clippings",
  expected: "give My Clippings.txt from the folder documents of the Kindle; the notebook as HTML has no times"
})
