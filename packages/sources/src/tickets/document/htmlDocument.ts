import { Parser } from "htmlparser2"
import { type Document, type DocumentWriter, type Weight, documentWriter, emptyDocument } from "./document.js"

/** Limits in characters and elements: no seller's mail exceeds them. */
const maxHtmlLength = 2_000_000
const deepest = 250
const piece = 65_536

const unseen = new Set([
  "style",
  "script",
  "title",
  "head",
  "template",
  "noscript",
  "object",
  "svg",
  "select",
  "option"
])
const blocks = new Set([
  "p",
  "div",
  "li",
  "ul",
  "ol",
  "center",
  "section",
  "article",
  "header",
  "footer",
  "address",
  "blockquote",
  "pre",
  "form",
  "hr",
  "br",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "caption",
  "figure",
  "tbody",
  "thead",
  "tfoot"
])
const headings = new Set(["h1", "h2", "h3"])
const bold = new Set(["h4", "h5", "h6", "b", "strong", "th"])

const hiddenStyle = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i
const strongStyle = /font-weight\s*:\s*(?:bold|[6-9]00)/i
const blockStyle = /display\s*:\s*(?:block|table)/i

interface Open {
  readonly name: string
  readonly hides: boolean
  readonly weight: Weight
  readonly isBlock: boolean
}

/** Thrown to stop parsing at a limit. */
const enough = new Error("enough")

/** Converts HTML to a document in one pass. Unreadable parts are skipped. */
export const htmlDocument = (html: string): Document => {
  const writer = documentWriter()
  try {
    const parser = new Parser(handlers(writer), {
      decodeEntities: true,
      lowerCaseTags: true,
      recognizeSelfClosing: false
    })
    for (let at = 0; at < Math.min(html.length, maxHtmlLength); at += piece) parser.write(html.slice(at, at + piece))
    parser.end()
  } catch (error) {
    if (error !== enough) return emptyDocument
  }
  return writer.end()
}

const handlers = (writer: DocumentWriter) => {
  const open: Array<Open> = []
  let hidden = 0
  const heavy = { 0: 0, 1: 0, 2: 0 }
  return {
    onopentag: (name: string, attributes: Readonly<Record<string, string>>) => {
      const style = attributes["style"] ?? ""
      const element: Open = {
        name,
        hides: unseen.has(name) || "hidden" in attributes || hiddenStyle.test(style),
        weight: headings.has(name) ? 2 : bold.has(name) || strongStyle.test(style) ? 1 : 0,
        isBlock: blocks.has(name) || blockStyle.test(style)
      }
      open.push(element)
      if (element.hides) hidden += 1
      heavy[element.weight] += 1
      if (open.length > deepest || !writer.hasSpace()) throw enough
      if (hidden === 0) begin(writer, element)
    },
    ontext: (text: string) => {
      if (hidden === 0) writer.text(text, heavy[2] > 0 ? 2 : heavy[1] > 0 ? 1 : 0)
    },
    onclosetag: () => {
      const element = open.pop()
      if (element === undefined) return
      if (hidden === 0) finish(writer, element)
      if (element.hides) hidden -= 1
      heavy[element.weight] -= 1
    }
  }
}

const begin = (writer: DocumentWriter, { isBlock, name }: Open): void => {
  if (name === "table" || name === "dl") writer.openTable()
  else if (name === "tr" || name === "dt") writer.endRow()
  if (name === "td" || name === "th" || name === "dt" || name === "dd") writer.openCell()
  else if (isBlock) writer.endLine()
}

const finish = (writer: DocumentWriter, { isBlock, name }: Open): void => {
  if (name === "table" || name === "dl") writer.closeTable()
  else if (name === "tr") writer.endRow()
  else if (name === "td" || name === "th" || name === "dt" || name === "dd") writer.closeCell()
  else if (isBlock) writer.endLine()
}
