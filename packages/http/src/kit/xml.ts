import { escapeXml } from "@daybook/core/shared"

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

const textOf = ({ attributes, content, name }: Element): string => {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  const inner = typeof content === "string" ? escapeXml(content) : content.map(textOf).join("")
  return `<${name}${list.join("")}>${inner}</${name}>`
}

/** An XML document with this root. */
export const xmlDocument = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${textOf(root)}\n`
