import { String } from "effect"

const names = new Map<string, string>()

/** A column's name in rows. All rows of a statement have the same few: turning each once takes a fifth of the time. */
export const columnName = (column: string): string => {
  const known = names.get(column)
  if (known !== undefined) return known
  const name = String.snakeToCamel(column)
  names.set(column, name)
  return name
}
