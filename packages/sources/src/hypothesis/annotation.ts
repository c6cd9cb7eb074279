import { addressKey } from "@daybook/core/reading"
import { digestOf } from "../kit/digest.js"
import { type LeftOutMark, type Mark, markOf } from "../kit/highlights/documents.js"
import { type Fields, fieldsOf, listOf, numberOf, someFieldsOf, textOf } from "../kit/jsonValues.js"
import { idOf } from "../kit/saves/apiRows.js"
import { writtenInstant } from "../kit/saves/saveFile.js"

const selectorOf = (fields: Fields, type: string): Fields => {
  const targets = listOf(fields["target"]).map(someFieldsOf)
  const selectors = targets.flatMap(({ selector }) => listOf(selector).map(someFieldsOf))
  return selectors.find((selector) => selector["type"] === type) ?? {}
}

/**
 * An annotation of Hypothesis (https://h.readthedocs.io/en/latest/api-reference/v1), in the API and in exports. Without
 * a quote it is a note on the page:
 *
 *   {"id":"AbC","created":"2025-03-10T21:10:00.000000+00:00","updated":"2025-03-10T21:10:00.000000+00:00",
 *    "uri":"https://example.org/tides","text":"my note","tags":["sea"],"document":{"title":["On tides"]},
 *    "target":[{"source":"https://example.org/tides","selector":[
 *      {"type":"TextPositionSelector","start":120,"end":137},
 *      {"type":"TextQuoteSelector","exact":"Slow water keeps.","prefix":"a ","suffix":" b"}]}]}
 */
export const annotationOf = (row: unknown): Mark | LeftOutMark | null => {
  const fields = fieldsOf(row)
  const id = idOf(fields?.["id"])
  if (fields === null || id === null) return null
  if (listOf(fields["references"]).length > 0) return "replies"
  const quote = textOf(selectorOf(fields, "TextQuoteSelector")["exact"])
  if (quote === null) return "page notes"
  const url = textOf(fields["uri"])
  const key = addressKey(url ?? "")
  return markOf({
    document: {
      id: url !== null && key !== url.trim() ? digestOf(key) : null,
      url,
      title: textOf(listOf(fieldsOf(fields["document"])?.["title"])[0])
    },
    id,
    text: quote,
    note: textOf(fields["text"]),
    position: numberOf(selectorOf(fields, "TextPositionSelector")["start"]),
    createdAt: writtenInstant(textOf(fields["created"]))
  })
}
