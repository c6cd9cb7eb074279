/** The order of the sections of `/` and those that are hidden, by their ids. */
export interface Arrangement {
  readonly order: ReadonlyArray<string>
  readonly hidden: ReadonlyArray<string>
}

export const standard: Arrangement = { order: [], hidden: [] }

const texts = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : []

/** Reads a saved arrangement. A text that is no arrangement is the standard one. */
export const parseArrangement = (text: string | null): Arrangement => {
  try {
    const { hidden, order } = Object(JSON.parse(text ?? "{}")) as {
      readonly hidden?: unknown
      readonly order?: unknown
    }
    return { order: texts(order), hidden: texts(hidden) }
  } catch {
    return standard
  }
}

/** All ids in the arranged order. One that the arrangement lacks follows its neighbour of the standard order. */
export const arranged = (ids: ReadonlyArray<string>, { order }: Arrangement): ReadonlyArray<string> => {
  const result = [...new Set(order)].filter((id) => ids.includes(id))
  for (const [index, id] of ids.entries()) {
    if (result.includes(id)) continue
    const before = index === 0 ? -1 : result.indexOf(ids[index - 1]!)
    result.splice(before + 1, 0, id)
  }
  return result
}

/** Moves a section up (-1) or down (1). At the end of the list, nothing changes. */
export const moved = (ids: ReadonlyArray<string>, from: Arrangement, id: string, step: 1 | -1): Arrangement => {
  const order = [...arranged(ids, from)]
  const at = order.indexOf(id)
  const other = order[at + step]
  if (at === -1 || other === undefined) return from
  order[at + step] = id
  order[at] = other
  return { ...from, order }
}

/** Hides a section, or shows it again. */
export const toggled = (from: Arrangement, id: string): Arrangement => ({
  ...from,
  hidden: from.hidden.includes(id) ? from.hidden.filter((one) => one !== id) : [...from.hidden, id]
})
