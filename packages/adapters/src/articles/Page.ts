import { parseHTML } from "linkedom"

/** As much of the DOM as is made use of here. */
export interface PageElement {
  readonly innerHTML: string
  readonly textContent: string | null
  readonly getAttribute: (name: string) => string | null
  readonly remove: () => void
}

export interface Page {
  readonly body: PageElement | null
  readonly querySelector: (selector: string) => PageElement | null
  readonly querySelectorAll: (selector: string) => Iterable<PageElement>
}

/** A page out of its HTML, a part of one included. */
export const pageOf = (html: string): Page => {
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
  // The parser makes a text of its own for every entity, and each of them costs Readability 100 µs.
  document.documentElement?.normalize()
  return document as unknown as Page
}
