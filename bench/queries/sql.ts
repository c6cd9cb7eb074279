/** A statement or a fragment: texts with a parameter between each two. */
export interface Sql {
  readonly texts: ReadonlyArray<string>
  readonly values: ReadonlyArray<unknown>
}

const isSql = (part: unknown): part is Sql => typeof part === "object" && part !== null && "texts" in part

/** A template for SQL. Nested SQL is inserted; every other value becomes a parameter. */
export const sql = (strings: TemplateStringsArray, ...parts: ReadonlyArray<unknown>): Sql => {
  const texts = [strings[0] ?? ""]
  const values: Array<unknown> = []
  parts.forEach((part, index) => {
    const after = strings[index + 1] ?? ""
    if (isSql(part)) {
      texts[texts.length - 1] += part.texts[0] ?? ""
      texts.push(...part.texts.slice(1))
      texts[texts.length - 1] += after
      values.push(...part.values)
    } else {
      values.push(part)
      texts.push(after)
    }
  })
  return { texts, values }
}

/** Unescaped SQL, for constant names only. */
export const raw = (text: string): Sql => ({ texts: [text], values: [] })

/** Text and values for PostgreSQL's driver. */
export const toQuery = ({ texts, values }: Sql): { readonly text: string; readonly values: Array<unknown> } => ({
  text: texts.reduce((all, text, index) => `${all}$${index}${text}`),
  values: [...values]
})
