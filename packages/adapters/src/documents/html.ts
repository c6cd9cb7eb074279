import { Parser } from "htmlparser2"
import { checkCount } from "./failures.js"
import type { HtmlLimits } from "./limits.js"

/** Elements for which htmlparser2 keeps a list of its own, which it does not shorten when an outer element ends. */
const foreign = new Set(["svg", "math", "mi", "mo", "mn", "ms", "mtext", "annotation-xml", "foreignobject", "desc", "title"])
const mostForeign = 2_000

/**
 * Fails for HTML that is larger than its limits, before anything builds a tree of it. The tokenizer is that of linkedom and
 * html-to-text, so that it counts what they would build.
 */
export const checkHtml = (html: string, limits: HtmlLimits): void => {
  let [elements, nesting, attributes, foreigners] = [0, 0, 0, 0]
  const parser = new Parser({
    onopentagname: (name) => {
      attributes = 0
      checkCount(++elements, limits.elements, "HTML elements")
      checkCount(++nesting, limits.nesting, "levels of HTML elements")
      if (foreign.has(name)) checkCount(++foreigners, mostForeign, "drawings")
    },
    onattribute: () => checkCount(++attributes, limits.attributes, "attributes in one HTML element"),
    onclosetag: () => void nesting--
  })
  parser.end(html)
}
