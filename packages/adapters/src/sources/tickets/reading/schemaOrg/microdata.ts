import { parseHTML } from "linkedom"
import type { Node } from "./jsonLd.js"

const longest = 600_000
const deepest = 12
const mostItems = 60

/** As much of the DOM as is made use of here. */
interface Element {
  readonly textContent: string | null
  readonly parentElement: Element | null
  readonly closest: (selector: string) => Element | null
  readonly getAttribute: (name: string) => string | null
  readonly hasAttribute: (name: string) => boolean
  readonly querySelectorAll: (selector: string) => Iterable<Element>
}

/** The items that HTML marks up (https://html.spec.whatwg.org/multipage/microdata.html), as JSON-LD would have them. */
export const microdata = (html: string): ReadonlyArray<Node> => {
  if (html.length > longest || !/itemtype\s*=/i.test(html)) return []
  try {
    const document = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`).document as unknown as Pick<Element, "querySelectorAll">
    return [...document.querySelectorAll("[itemscope]")]
      .filter((element) => !element.hasAttribute("itemprop"))
      .slice(0, mostItems)
      .map((element) => itemOf(element, 0))
  } catch {
    return []
  }
}

const itemOf = (element: Element, depth: number): Node => {
  const type = (element.getAttribute("itemtype") ?? "").split("/").at(-1) ?? ""
  const item: Record<string, unknown> = { "@type": type }
  for (const found of depth > deepest ? [] : propertiesOf(element)) {
    const name = found.getAttribute("itemprop") ?? ""
    const value = found.hasAttribute("itemscope") ? itemOf(found, depth + 1) : textOf(found)
    const known = Object.hasOwn(item, name) ? item[name] : undefined
    if (name !== "" && name !== "__proto__") item[name] = known === undefined ? value : [...(Array.isArray(known) ? known as ReadonlyArray<unknown> : [known]), value]
  }
  return item
}

/** Of the item itself, not of those inside it. */
const propertiesOf = (element: Element): ReadonlyArray<Element> =>
  [...element.querySelectorAll("[itemprop]")].filter((one) => one.parentElement?.closest("[itemscope]") === element)

const textOf = (element: Element): string =>
  element.getAttribute("content") ?? element.getAttribute("datetime") ?? element.getAttribute("href") ?? element.getAttribute("src") ?? element.textContent?.trim() ?? ""
