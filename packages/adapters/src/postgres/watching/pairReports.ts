import { type SubjectId, subjectKey } from "./subjects.js"

/** By what a report is recognized. */
export interface Named extends SubjectId {
  readonly key: string
  readonly address: string | null
  readonly alias: string | null
  readonly rating: number | null
  readonly review: string | null
}

export interface StoredName extends Named {
  readonly id: number
}

/** The stored report that a given one is, and another that turns out to be the same. */
export interface Pair<Known> {
  readonly known: Known | null
  readonly twin: Known | null
}

const nameOf = (report: SubjectId & { readonly key: string }): string => `${subjectKey(report)} ${report.key}`

/** Two addresses are two reports. */
const mayBeOne = (a: Named, b: Named): boolean => a.address === null || b.address === null || a.address === b.address

const isEqual = (a: Named, b: Named): boolean => a.rating === b.rating && a.review === b.review

/**
 * Finds for each given report the stored one that it is: by address, else by alias, else by film and key, where one with
 * the same rating and review comes before others. No stored report is that of two.
 */
export const pairReports = <Known extends StoredName>(given: ReadonlyArray<Named>, stored: ReadonlyArray<Known>): ReadonlyArray<Pair<Known>> => {
  const free = new Set(stored)
  const found = given.map((): Known | null => null)
  const groupedBy = (key: (one: Named) => string | null) => {
    const groups = new Map<string, Array<Known>>()
    for (const one of stored) {
      const name = key(one)
      if (name !== null) groups.set(name, [...groups.get(name) ?? [], one])
    }
    return groups
  }
  const pass = (key: (one: Named) => string | null, fits: (a: Named, b: Named) => boolean) => {
    const groups = groupedBy(key)
    for (const [index, one] of given.entries()) {
      const name = key(one)
      if (found[index] !== null || name === null) continue
      const match = groups.get(name)?.find((other) => free.has(other) && fits(one, other))
      if (match === undefined) continue
      found[index] = match
      free.delete(match)
    }
  }
  pass(({ address }) => address, () => true)
  pass(({ alias }) => alias, mayBeOne)
  pass(nameOf, (a, b) => mayBeOne(a, b) && isEqual(a, b))
  pass(nameOf, mayBeOne)
  const left = new Map([...free].filter(({ address }) => address === null).map((one) => [nameOf(one), one]))
  return given.map((one, index) => {
    const known = found[index]!
    const twin = known !== null && one.address !== null && known.alias === null ? left.get(nameOf(one)) ?? null : null
    if (twin !== null) left.delete(nameOf(one))
    return { known, twin }
  })
}
