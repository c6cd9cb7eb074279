/** As a mail has them; what has more was made to harm. */
const mostScripts = 40
const longestScript = 400_000
const mostNodes = 400
const deepest = 12

/** A JSON object of any shape. */
export type Node = Readonly<Record<string, unknown>>

export const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value)

/** The objects of all JSON-LD scripts: single, in arrays, in a `@graph`. A script that is no JSON counts for nothing. */
export const jsonLd = (html: string): ReadonlyArray<Node> => scripts(html).flatMap((text) => nodesOf(parsed(text), 0)).slice(0, mostNodes)

const scripts = (html: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  // ASCII alone: `toLowerCase` makes some letters longer, and offsets would no longer be those of the text.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  for (let at = lower.indexOf("<script"); at !== -1 && found.length < mostScripts;) {
    const open = lower.indexOf(">", at)
    const close = open === -1 ? -1 : lower.indexOf("</script", open)
    if (close === -1) break
    if (lower.slice(at, open).includes("application/ld+json") && close - open < longestScript) found.push(html.slice(open + 1, close))
    at = lower.indexOf("<script", close)
  }
  return found
}

/** Some sellers leave commas at the end of lists, some write JSON as if it were HTML. */
const parsed = (text: string): unknown => {
  const plain = text.trim().replace(/^(?:<!--|<!\[CDATA\[|\/\/<!\[CDATA\[)/, "").replace(/(?:-->|\/\/\]\]>|\]\]>)$/, "")
  for (const attempt of [plain, unescaped(plain), withoutCommas(plain), withoutCommas(unescaped(plain))]) {
    try {
      return JSON.parse(attempt)
    } catch {
      continue
    }
  }
  return null
}

const withoutCommas = (text: string) => text.replace(/,(\s*[}\]])/g, "$1").replace(/[\u0000-\u001f]+/g, " ")

const unescaped = (text: string) =>
  text.replaceAll("&quot;", "\"").replaceAll("&#34;", "\"").replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")

const nodesOf = (value: unknown, depth: number): ReadonlyArray<Node> => {
  if (depth > deepest) return []
  if (Array.isArray(value)) return value.slice(0, mostNodes).flatMap((one) => nodesOf(one, depth + 1))
  if (!isNode(value)) return []
  return value["@graph"] === undefined ? [value] : nodesOf(value["@graph"], depth + 1)
}
