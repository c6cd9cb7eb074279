import { decodeHTMLStrict } from "entities"
import { Parser } from "htmlparser2"

/** Limits: mails beyond them are malicious. */
const maxScripts = 40
const maxScriptLength = 400_000
const maxNodes = 400
const deepestJson = 12

/** A JSON object of any shape. */
export type Node = Readonly<Record<string, unknown>>

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Objects of all JSON-LD scripts: single, in arrays, in a `@graph`. Invalid scripts are ignored. */
export const jsonLd = (html: string): ReadonlyArray<Node> =>
  scripts(html)
    .flatMap((text) => nodesOf(parseScript(text), 0))
    .slice(0, maxNodes)

const scripts = (html: string): ReadonlyArray<string> => {
  const texts: Array<string> = []
  // ASCII only: `toLowerCase` lengthens some letters, which would shift offsets.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  for (let at = lower.indexOf("<script"); at !== -1 && texts.length < maxScripts;) {
    const open = lower.indexOf(">", at)
    const close = open === -1 ? -1 : lower.indexOf("</script", open)
    if (close === -1) break
    if (lower.slice(at, open).includes("application/ld+json") && close - open < maxScriptLength)
      texts.push(html.slice(open + 1, close))
    at = lower.indexOf("<script", close)
  }
  return texts
}

/** Repairs trailing commas and HTML-escaped JSON of some sellers. */
const parseScript = (text: string): unknown => {
  const plain = text
    .trim()
    .replace(/^(?:<!--|<!\[CDATA\[|\/\/<!\[CDATA\[)/, "")
    .replace(/(?:-->|\/\/\]\]>|\]\]>)$/, "")
  for (const attempt of [
    plain,
    decodeHTMLStrict(plain),
    withoutCommas(plain),
    withoutCommas(decodeHTMLStrict(plain))
  ]) {
    try {
      return JSON.parse(attempt)
    } catch {
      continue
    }
  }
  return null
}

const withoutCommas = (text: string) => text.replace(/,(\s*[}\]])/g, "$1").replace(/[\u0000-\u001f]+/g, " ")

const nodesOf = (value: unknown, depth: number): ReadonlyArray<Node> => {
  if (depth > deepestJson) return []
  if (Array.isArray(value)) return value.slice(0, maxNodes).flatMap((one) => nodesOf(one, depth + 1))
  if (!isNode(value)) return []
  return value["@graph"] === undefined ? [value] : nodesOf(value["@graph"], depth + 1)
}

const maxHtmlLength = 600_000
const deepestItem = 12
const maxItems = 60
/** Maximum text length of one property, characters. */
const maxTextLength = 4_000

interface Item {
  readonly node: Record<string, unknown>
  readonly depth: number
}

/** An open element: the item of its properties, and the property that its text belongs to. */
interface Open {
  readonly item: Item | null
  readonly property: { readonly item: Item; readonly name: string; readonly text: number } | null
}

/** Microdata items (https://html.spec.whatwg.org/multipage/microdata.html) in the form of JSON-LD. */
export const microdata = (html: string): ReadonlyArray<Node> => {
  if (html.length > maxHtmlLength || !/itemtype\s*=/i.test(html)) return []
  const items: Array<Item> = []
  const texts: Array<string> = []
  const open: Array<Open> = []
  const openTag = (attributes: Readonly<Record<string, string>>) => {
    const outer = open.at(-1)?.item ?? null
    const name = attributes["itemprop"]
    const owner = name === undefined ? null : outer
    const item =
      attributes["itemscope"] === undefined
        ? null
        : itemOf(attributes["itemtype"] ?? "", name === undefined ? null : outer)
    if (item !== null && name === undefined) items.push(item)
    if (item !== null && owner !== null && name !== undefined) add(owner, name, item.node)
    const value = attributes["content"] ?? attributes["datetime"] ?? attributes["href"] ?? attributes["src"]
    const isValue = item === null && owner !== null && name !== undefined
    if (isValue && value !== undefined) add(owner, name, value)
    open.push({
      item: item ?? outer,
      property: isValue && value === undefined ? { item: owner, name, text: texts.length } : null
    })
  }
  const closeTag = () => {
    const property = open.pop()?.property
    if (property != null) add(property.item, property.name, textFrom(texts, property.text))
  }
  new Parser({
    onopentag: (_, attributes) => openTag(attributes),
    ontext: (text) => void texts.push(text),
    onclosetag: closeTag
  }).end(html)
  return items.slice(0, maxItems).map(({ node }) => node)
}

const itemOf = (type: string, outer: Item | null): Item => ({
  node: { "@type": type.split("/").at(-1) ?? "" },
  depth: outer === null ? 0 : outer.depth + 1
})

/** Repeated values become a list. Items nested too deeply have no properties. */
const add = ({ depth, node }: Item, name: string, value: unknown): void => {
  if (depth > deepestItem || name === "" || name === "__proto__") return
  const existing = Object.hasOwn(node, name) ? node[name] : undefined
  if (Array.isArray(existing)) existing.push(value)
  else node[name] = existing === undefined ? value : [existing, value]
}

const textFrom = (texts: ReadonlyArray<string>, from: number): string => {
  let text = ""
  for (let at = from; at < texts.length && text.length < maxTextLength; at++) text += texts[at]
  return text.slice(0, maxTextLength).trim()
}
