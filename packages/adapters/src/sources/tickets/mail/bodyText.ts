import { convert, type HtmlToTextOptions } from "html-to-text"

/** What is longer was not written by a seller. Characters. */
const mostHtml = 2_000_000
const mostText = 300_000
const mostLines = 4_000
const longestLine = 400

const block = { leadingLineBreaks: 1, trailingLineBreaks: 1 }

const options: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: mostHtml, maxDepth: 120, maxChildNodes: 5_000, ellipsis: "" },
  selectors: [
    { selector: "a", options: { ignoreHref: true } },
    { selector: "img", format: "skip" },
    ...["td", "th", "tr", "li", "p", "div", "dt", "dd"].map((selector) => ({ selector, format: "block", options: block })),
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false, ...block } })),
    { selector: "[style*=\"display:none\"]", format: "skip" },
    { selector: "[style*=\"display: none\"]", format: "skip" }
  ]
}

/** HTML as lines, each cell and paragraph on its own. HTML that cannot be read has none. */
export const linesOfHtml = (html: string): ReadonlyArray<string> => {
  try {
    return linesOf(convert(html.slice(0, mostHtml), options))
  } catch {
    return []
  }
}

/** Text as lines without blank ends, in one spelling of blanks and dashes. */
export const linesOf = (text: string): ReadonlyArray<string> =>
  text.slice(0, mostText)
    .replace(/[\0\p{Surrogate}\u200b-\u200f\u2060\ufeff\u00ad\u034f]/gu, "")
    .split(/[\r\n\u2028\u2029]+/)
    .slice(0, mostLines)
    .map((line) => line.slice(0, longestLine).replace(/[\s\u00a0\u202f]+/g, " ").replace(/^[>\s]+/, "").trim())
    .filter((line) => line !== "")
