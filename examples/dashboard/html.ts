/** The member that holds trusted HTML. */
export const raw: unique symbol = Symbol("html")

/** Trusted HTML. */
export interface Html {
  readonly [raw]: string
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

type Part = string | Html | ReadonlyArray<Html>

const textOf = (part: Part): string => {
  if (typeof part === "string") return part.replaceAll(/[&<>"']/g, (letter) => escapes[letter]!)
  return raw in part ? part[raw] : part.map((one) => one[raw]).join("")
}

/** A template that escapes every value except HTML of this template. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html => ({
  [raw]: strings.map((text, index) => text + (index < parts.length ? textOf(parts[index]!) : "")).join("")
})
