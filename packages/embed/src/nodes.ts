const svgNamespace = "http://www.w3.org/2000/svg"

type Children = ReadonlyArray<Node | string>

const fill = <E extends Element>(
  element: E,
  attributes: Readonly<Record<string, string | number>>,
  children: Children
): E => {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  element.append(...children)
  return element
}

/** An element of HTML with a `part` for the page's styles. Strings become text, whatever they contain. */
export const part = (
  tag: string,
  name: string,
  children: Children = [],
  attributes: Readonly<Record<string, string>> = {}
): HTMLElement => fill(document.createElement(tag), { part: name, ...attributes }, children)

/** An element of SVG. */
export const svg = (
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  children: Children = []
): SVGElement => fill(document.createElementNS(svgNamespace, tag), attributes, children)

const isWeb = (address: string): boolean => /^https?:\/\//i.test(address)

/** A name, as a link if there is an address of the web. Other schemes, such as `javascript:`, are no links. */
export const linkOr = (name: string, text: string, address: string | null | undefined): HTMLElement =>
  address != null && isWeb(address)
    ? part("a", name, [text], { href: address, rel: "noreferrer" })
    : part("span", name, [text])

/** A picture that says nothing of its own. It disappears if it does not load. */
export const picture = (name: string, address: string): HTMLElement => {
  const image = part("img", name, [], { alt: "", loading: "lazy", referrerpolicy: "no-referrer", src: address })
  image.addEventListener("error", () => image.remove())
  return image
}

/** Texts in the order of a sentence, with a space between them. */
export const spaced = (nodes: ReadonlyArray<Node | false>): ReadonlyArray<Node | string> =>
  nodes.flatMap((node, index) => (node === false ? [] : index === 0 ? [node] : [" ", node]))
