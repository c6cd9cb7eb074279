/** An element of an XML document. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly content: string | ReadonlyArray<Element>
}

export const element = (
  name: string,
  content: Element["content"] = "",
  attributes: Element["attributes"] = {}
): Element => ({ name, attributes, content })

const entities: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" }

/** Characters that XML 1.0 does not allow are left out. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&"<>]/g, (character) => entities[character]!)

const textOf = ({ attributes, content, name }: Element): string => {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const inner = typeof content === "string" ? escaped(content) : content.map(textOf).join("")
  return `<${name}${list.join("")}>${inner}</${name}>`
}

/** An XML document with this root. */
export const xmlDocument = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${textOf(root)}\n`
