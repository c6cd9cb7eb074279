import { Parser } from "htmlparser2"
import { type HtmlLimits, checkCount } from "./limits.js"

/** Elements that htmlparser2 tracks in a stack of its own, which it does not shorten when an outer element ends. */
const foreign = new Set([
  "svg",
  "math",
  "mi",
  "mo",
  "mn",
  "ms",
  "mtext",
  "annotation-xml",
  "foreignobject",
  "desc",
  "title"
])
const maxForeign = 2_000

/**
 * Throws for HTML over its limits before a tree is built. The tokenizer is that of linkedom and html-to-text, so the
 * counts match.
 */
export const checkHtml = (html: string, limits: HtmlLimits): void => {
  let [elements, nesting, attributes, foreigners] = [0, 0, 0, 0]
  const parser = new Parser({
    onopentagname: (name) => {
      attributes = 0
      checkCount(++elements, limits.elements, "HTML elements")
      checkCount(++nesting, limits.nesting, "levels of HTML elements")
      if (foreign.has(name)) checkCount(++foreigners, maxForeign, "drawings")
    },
    onattribute: () => checkCount(++attributes, limits.attributes, "attributes in one HTML element"),
    onclosetag: () => void nesting--
  })
  parser.end(html)
}
