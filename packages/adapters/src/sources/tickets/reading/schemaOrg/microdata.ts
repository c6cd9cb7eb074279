import { Parser } from "htmlparser2"
import type { Node } from "./jsonLd.js"

const longest = 600_000
const deepest = 12
const mostItems = 60
/** Of the text of one property as much is read, characters. */
const longestText = 4_000

interface Item {
  readonly node: Record<string, unknown>
  readonly depth: number
}

/** An open element: the item that its properties belong to, and what its own text is the value of. */
interface Open {
  readonly item: Item | null
  readonly property: { readonly item: Item; readonly name: string; readonly text: number } | null
}

/** The items that HTML marks up (https://html.spec.whatwg.org/multipage/microdata.html), as JSON-LD would have them. */
export const microdata = (html: string): ReadonlyArray<Node> => {
  if (html.length > longest || !/itemtype\s*=/i.test(html)) return []
  const found: Array<Item> = []
  const texts: Array<string> = []
  const open: Array<Open> = []
  const openTag = (given: Readonly<Record<string, string>>) => {
    const outer = open.at(-1)?.item ?? null
    const name = given["itemprop"]
    const owner = name === undefined ? null : outer
    const item = given["itemscope"] === undefined ? null : itemOf(given["itemtype"] ?? "", name === undefined ? null : outer)
    if (item !== null && name === undefined) found.push(item)
    if (item !== null && owner !== null && name !== undefined) add(owner, name, item.node)
    const value = given["content"] ?? given["datetime"] ?? given["href"] ?? given["src"]
    const isValue = item === null && owner !== null && name !== undefined
    if (isValue && value !== undefined) add(owner, name, value)
    open.push({ item: item ?? outer, property: isValue && value === undefined ? { item: owner, name, text: texts.length } : null })
  }
  const closeTag = () => {
    const property = open.pop()?.property
    if (property != null) add(property.item, property.name, textFrom(texts, property.text))
  }
  new Parser({ onopentag: (_, attributes) => openTag(attributes), ontext: (text) => void texts.push(text), onclosetag: closeTag }).end(html)
  return found.slice(0, mostItems).map(({ node }) => node)
}

const itemOf = (type: string, outer: Item | null): Item => ({ node: { "@type": type.split("/").at(-1) ?? "" }, depth: outer === null ? 0 : outer.depth + 1 })

/** Values of one name stand in a list, in their order. Items that lie too deep have no properties. */
const add = ({ depth, node }: Item, name: string, value: unknown): void => {
  if (depth > deepest || name === "" || name === "__proto__") return
  const known = Object.hasOwn(node, name) ? node[name] : undefined
  if (Array.isArray(known)) known.push(value)
  else node[name] = known === undefined ? value : [known, value]
}

const textFrom = (texts: ReadonlyArray<string>, from: number): string => {
  let text = ""
  for (let at = from; at < texts.length && text.length < longestText; at++) text += texts[at]
  return text.slice(0, longestText).trim()
}
