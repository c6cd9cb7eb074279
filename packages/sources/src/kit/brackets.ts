const opening = /[(（]/
const closing = /[)）]/

/** A text that ends with brackets: what is before the last pair and what is in it. Null for any other text. */
export const lastBrackets = (text: string): { readonly before: string; readonly inside: string } | null => {
  const close = text.length - 1
  if (close < 0 || !closing.test(text[close]!)) return null
  let depth = 0
  for (let at = close; at > 0; at--) {
    if (closing.test(text[at]!)) depth++
    else if (opening.test(text[at]!) && --depth === 0)
      return { before: text.slice(0, at).trim(), inside: text.slice(at + 1, close).trim() }
  }
  return null
}
