import { convert } from "html-to-text"

/** Longer texts are books; what is over is left out. */
const longestText = 1_000_000
const skipped = ["img", "svg", "script", "style", "noscript", "iframe", "form", "button", "nav", "figure > img", "template", "video", "audio"]

/** The text of an article's HTML: paragraphs parted by empty lines, no markup, no pictures, no addresses of links. */
export const plainText = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 8_000_000 },
    selectors: [
      { selector: "a", options: { ignoreHref: true } },
      ...skipped.map((selector) => ({ selector, format: "skip" })),
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: "table", options: { uppercaseHeaderCells: false } }
    ]
  }).replaceAll("\0", "").replace(/[^\S\n]+/gu, " ").replace(/ ?\n ?/g, "\n").replace(/\n{3,}/g, "\n\n").trim().slice(0, longestText).replace(/[\ud800-\udbff]$/u, "")
