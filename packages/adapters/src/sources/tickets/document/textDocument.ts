import type { Document } from "./Document.js"
import { cleanText, documentWriter } from "./DocumentWriter.js"

const lineEnd = /[\r\n\u2028\u2029]+/
/** Columns of plain text stand far apart, or between bars. */
const gap = /\t+| {3,}/
const mostText = 300_000
const longestRaw = 2_000
const stars = /^(?:\*{1,2}|_{1,2})(?=\S)(.{1,300}?)(?:\*{1,2}|_{1,2})$/
const star = /(^|[\s(:])\*{1,2}(?=[^\s*])|(?<=[^\s*])\*{1,2}(?=$|[\s),.:;])/g

/** Some sellers escape their text parts as if they were HTML. */
const entities: Readonly<Record<string, string>> = { amp: "&", apos: "'", quot: "\"", nbsp: " ", lt: "<", gt: ">", rsquo: "’", ndash: "–", mdash: "—", "#39": "'", "#x27": "'" }
const entity = /&(\w{2,5}|#39|#x27);/g

/** Plain text as a document: lines with several columns are rows of a table. */
export const textDocument = (text: string): Document => {
  const writer = documentWriter()
  let inTable = false
  for (const raw of text.slice(0, mostText).split(lineEnd)) {
    if (!writer.hasRoom()) break
    const line = raw.slice(0, longestRaw).replace(/^[>\s]+/, "").replace(entity, (whole, name: string) => entities[name] ?? whole)
    const columns = columnsOf(line)
    if (columns.length > 1 && !inTable) writer.openTable()
    if (columns.length <= 1 && inTable) writer.closeTable()
    inTable = columns.length > 1
    for (const column of columns) {
      if (inTable) writer.openCell()
      writer.text(column.replace(star, "$1"), stars.test(cleanText(column)) ? 1 : 0)
      writer.endLine()
    }
    if (inTable) writer.endRow()
  }
  return writer.end()
}

const columnsOf = (line: string): ReadonlyArray<string> => {
  const byBars = line.split("|")
  const cells = byBars.length > 2 ? byBars : line.split(gap)
  const filled = cells.filter((cell) => cell.trim() !== "")
  return filled.length === 0 ? [""] : filled
}
