import { Effect, identity, Option, Stream } from "effect"
import { digestOf } from "../kit/digest.js"
import { type Placed, eachFile, flatRows } from "../kit/exportFile/Format.js"
import { jsonRows } from "../kit/exportFile/formats.js"
import { jsonObjects } from "../kit/exportFile/json.js"
import { decodeText } from "../kit/exportFile/text.js"
import { type Mark, markOf } from "../kit/highlights/documents.js"
import { type MarkRow, marks } from "../kit/highlights/markFile.js"
import { type Fields, fieldsOf, numberOf, textOf } from "../kit/jsonValues.js"
import { fileSource } from "../kit/SourceDefinition.js"

/** Devices write earlier times until they have set their clock. Epoch seconds. */
const earliest = Date.UTC(2010, 0, 1) / 1_000

/** A later export has other pages, if the font changed. Equal texts were marked at different times. */
const idOf = ({ document, passage }: Mark): string => digestOf(document.id, passage.text, passage.createdAt)

const entryOf = (book: Fields, value: unknown): MarkRow => {
  const entry = fieldsOf(value)
  if (entry === null) return null
  if (textOf(entry["sort"]) === "bookmark") return "bookmarks"
  const time = numberOf(entry["time"])
  if (time !== null && time > 0 && time < earliest) return "without a clock"
  const mark = markOf({
    document: {
      title: textOf(book["title"]),
      // Several authors are in lines of their own.
      author: (textOf(book["author"]) ?? "")
        .trim()
        .split(/\s*\n\s*/)
        .join("; ")
    },
    text: textOf(entry["text"]),
    note: textOf(entry["note"]),
    position: numberOf(entry["page"]),
    createdAt: time === null ? null : time * 1_000
  })
  return typeof mark === "string" ? mark : { ...mark, id: idOf(mark) }
}

const marksOf = (book: Fields, place: string): ReadonlyArray<Placed<MarkRow>> =>
  Array.isArray(book["entries"])
    ? book["entries"].map((entry, index) => ({ place: `${place}, entry ${index + 1}`, row: entryOf(book, entry) }))
    : [{ place, row: null }]

const parse = Option.liftThrowable((text: string) => fieldsOf(JSON.parse(text)))

/** Whether a file is a list of books. Only its version and time may be before the list. */
const isList = (head: string): boolean =>
  /^\s*\{(?:\s*"(?:version|created_on)"\s*:\s*(?:"[^"]*"|[\d.]+)\s*,)*\s*"documents"\s*:/.test(head)

const list = jsonRows({
  candidate: /\.json$/,
  has: ["drawer", "sort", "md5sum", "number_of_pages"].map((name) => ["entries", name]),
  list: "documents"
})

/** The books of a file: of its list, or the file as one book. */
const books = eachFile<Fields>({
  ...list.each,
  rows: (member, open) =>
    Stream.unwrap(
      Effect.map(member.beginning ?? Effect.succeed(open.sample), ({ text }) =>
        isList(text)
          ? list.each.rows(member, open)
          : Stream.map(
              jsonObjects(decodeText(member.bytes), () => open.tally.cutShort(`${member.name} has no end`)),
              (book) => ({ row: Option.getOrNull(parse(book)), place: member.name })
            )
      )
    )
})

/**
 * The JSON export of KOReader, of one book or of all. Times are seconds of the device's clock:
 *
 *   {"title":"The Quiet Harbour","author":"Ina Vale","entries":[{"sort":"highlight","page":12,"time":1741641000,
 *     "text":"Slow water keeps.","note":"yes","chapter":"1","drawer":"lighten"}],"version":"json/1.0.0"}
 *   {"documents":[{"title":"The Quiet Harbour", …}],"created_on":1741650000,"version":"json/1.0.0"}
 */
export const koreader = fileSource({
  id: "koreader",
  about: { title: "KOReader", brings: "Highlights and notes of books from the JSON export." },
  ...marks,
  format: flatRows(books, marksOf),
  read: identity,
  fileTitle: "a JSON export of KOReader",
  expected: "give the JSON file that KOReader exports under Tools, Export highlights"
})
