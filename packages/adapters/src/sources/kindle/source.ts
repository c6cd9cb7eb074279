import type { Calendar } from "@daybook/core/shared"
import type { SourceFailure } from "@daybook/core/sync"
import { Chunk, Effect, Stream } from "effect"
import { lines } from "../kit/exportFile/json.js"
import { type Member, baseName } from "../kit/exportFile/members.js"
import { decodeText } from "../kit/exportFile/text.js"
import { digestOf } from "../kit/digest.js"
import { markOf } from "../kit/highlights/documents.js"
import { type MarkFile, type MarkRow, type PlacedMark, marksFromFile } from "../kit/highlights/markFile.js"
import { type WallClock, homeClock } from "../kit/WallClock.js"
import { type Clipping, clippingOf } from "./clipping.js"

const separator = /^\ufeff?={10}\s*$/
/** Lines of a block that has no end. No clipping is longer. */
const mostLines = 20_000
/** The first Kindle. A device whose clock was never set writes earlier times. */
const firstDevice = Date.UTC(2007, 10, 19)

interface PlacedClipping {
  readonly clipping: Clipping | null
  readonly place: string
}

/** The clippings between the lines of equals signs. Without such a line at its end the last one may be incomplete. */
const clippingsIn = (member: Member, cutShort: (where: string) => void): Stream.Stream<PlacedClipping, SourceFailure> =>
  Stream.suspend(() => {
    let block: Array<string> = []
    let line = 0
    let from = 1
    const feed = (text: string): ReadonlyArray<PlacedClipping> => {
      line++
      if (!separator.test(text)) {
        if (block.length < mostLines) block.push(text)
        return []
      }
      const placed = { clipping: clippingOf(block), place: `${member.name}, line ${from}` }
      const isEmpty = block.every((one) => one.trim() === "")
      block = []
      from = line + 1
      return isEmpty ? [] : [placed]
    }
    const end = Stream.drain(
      Stream.sync(() => {
        if (block.some((one) => one.trim() !== "")) cutShort(`${member.name} ends within the clipping at line ${from}`)
      })
    )
    return Stream.concat(
      Stream.mapConcatChunk(lines(decodeText(member.bytes)), (text) => Chunk.unsafeFromArray([...feed(text)])),
      end
    )
  })

const isWithin = (at: number, { range }: Clipping): boolean => range !== null && range.from <= at && at <= range.to

/** The last note in the range of each highlight, by book. Kindle writes a changed note again. */
const noteFinder = (clippings: ReadonlyArray<PlacedClipping>) => {
  const books = new Map<string, Array<Clipping>>()
  const bookOf = ({ author, title }: Clipping) => JSON.stringify([title, author])
  for (const { clipping } of clippings)
    if (clipping?.kind === "note" && clipping.text !== "" && clipping.range !== null)
      books.set(bookOf(clipping), [...(books.get(bookOf(clipping)) ?? []), clipping])
  const used = new Set<Clipping>()
  return {
    noteOf: (highlight: Clipping): string | undefined => {
      const all = (books.get(bookOf(highlight)) ?? []).filter((note) => isWithin(note.range!.to, highlight))
      const atEnd = all.filter(({ range }) => range!.to === highlight.range?.to)
      for (const note of all) used.add(note)
      const last = (atEnd.length > 0 ? atEnd : all).toSorted((a, b) => (a.wall ?? 0) - (b.wall ?? 0)).at(-1)
      return last?.text
    },
    isUsed: (note: Clipping) => used.has(note)
  }
}

/** Such as `<You have reached the clipping limit for this item>`, in any language. */
const isLimit = (text: string): boolean => /^<[^<>]+>$/.test(text)

const highlightOf = (clipping: Clipping, note: string | undefined, clock: WallClock): MarkRow => {
  const { author, range, text, title, wall } = clipping
  if (isLimit(text)) return "over the clipping limit"
  if (wall === null) return "in an unknown language"
  if (wall < firstDevice) return "without a clock"
  return markOf({
    document: { title, author },
    id: digestOf(title, author ?? "", range?.from ?? -1, wall),
    text,
    note,
    position: range?.from ?? null,
    createdAt: clock.instantOf(wall)
  })
}

const rowsOf = (clippings: ReadonlyArray<PlacedClipping>, clock: WallClock): ReadonlyArray<PlacedMark> => {
  const notes = noteFinder(clippings)
  const highlights = clippings.map(({ clipping, place }) => ({
    place,
    clipping,
    row: clipping?.kind === "highlight" ? highlightOf(clipping, notes.noteOf(clipping), clock) : null
  }))
  return highlights.flatMap(({ clipping, place, row }): ReadonlyArray<PlacedMark> => {
    if (clipping === null || clipping.kind === "highlight") return [{ place, row }]
    if (clipping.kind === null) return [{ place, row: "in an unknown language" }]
    if (clipping.kind === "bookmark") return [{ place, row: "bookmarks" }]
    return notes.isUsed(clipping) ? [] : [{ place, row: "notes without a highlight" }]
  })
}

const isClippings = (name: string): boolean => name.endsWith(".txt") && name.includes("clipping")

/** Whether a text begins with a title, and a line with a dash, a bar and a time. */
const isClipping = (head: string): boolean => {
  const [, details = "", , ...rest] = head.split(/\r?\n/, 4)
  return rest.length > 0 && /^[-–] /.test(details) && /\|[^|]*\d:\d{2}/.test(details)
}

/** `My Clippings.txt` of a Kindle. Notes and highlights of a book stand apart, so that a file is read as a whole. */
export const kindleFile: MarkFile<Calendar> = {
  id: "kindle",
  about: { title: "Kindle", brings: "Highlights and notes of books from My Clippings.txt." },
  title: "a file of Kindle clippings",
  expected: "give My Clippings.txt from the folder documents of the Kindle; the notebook as HTML has no times",
  isMember: isClippings,
  recognise: ({ head, members }) => members.some((name) => isClippings(baseName(name))) || isClipping(head),
  rows: (member, cutShort) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const clippings = yield* Stream.runCollect(clippingsIn(member, cutShort))
        return Stream.fromIterable(rowsOf(Chunk.toReadonlyArray(clippings), yield* homeClock))
      })
    )
}

export const kindle = marksFromFile(kindleFile)
