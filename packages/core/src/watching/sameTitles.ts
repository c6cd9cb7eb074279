import { Array as Arrays } from "effect"
import { type NewCorrection, fieldValue } from "../corrections/index.js"
import { type CorrectableTitle, givenTitleOf, hidesTitle, idMembers, namesTitle } from "./correcting.js"

type Rule = Pick<NewCorrection, "kind" | "object" | "subject" | "type" | "value">

interface PlacedTitle extends CorrectableTitle {
  readonly id: number
  /** Which one at the provider corrections say that it is; null if they say nothing. */
  readonly identified: string | null
}

/** What corrections make of a film or show. */
export interface CorrectedTitle {
  readonly id: number
  /** The id of the title that shows it; null if it stands for itself. */
  readonly standIn: number | null
  readonly givenTitle: string | null
  readonly isHidden: boolean
}

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other)

const contentOfKey = (key: NewCorrection["object"]) => (key === null ? null : Object.entries(key).sort())

/** Ids of rows differ between homes, so that names and the ids of providers decide. */
const contentOf = ({ ids, kind, matchTitle, year }: PlacedTitle): string =>
  JSON.stringify([kind, matchTitle, year ?? 0, ids.map(([scheme, value]) => `${scheme} ${value}`).sort()])

/** Titles in an order of their content. */
const inOrder = <T extends PlacedTitle>(titles: ReadonlyArray<T>): ReadonlyArray<T> =>
  titles
    .map((title) => ({ title, content: contentOf(title) }))
    .sort((one, other) => compare(one.content, other.content))
    .map(({ title }) => title)

/** The id of the title at which `same` ends, for each title that another one stands for. */
const leadsOf = (titles: ReadonlyArray<PlacedTitle>, corrections: ReadonlyArray<Rule>): ReadonlyMap<number, number> => {
  const next = new Map<number, number>()
  const endOf = (id: number): number => {
    const target = next.get(id)
    return target === undefined ? id : endOf(target)
  }
  const rules = corrections
    .filter(({ kind }) => kind === "same")
    .map((rule) => ({
      ...rule,
      content: JSON.stringify([rule.type, contentOfKey(rule.subject), contentOfKey(rule.object)])
    }))
    .sort((one, other) => compare(one.content, other.content))
  for (const { object, subject, type } of rules) {
    const own = titles.filter(({ kind }) => kind === type)
    const target = own.find((title) => namesTitle(object!, title))
    if (target === undefined) continue
    for (const title of own.filter((one) => namesTitle(subject, one) && !namesTitle(object!, one)))
      // Keys of one title may differ, so a circle may have been accepted.
      if (!next.has(title.id) && endOf(target.id) !== title.id) next.set(title.id, target.id)
  }
  // What a correction identifies as a film that is there already is that one.
  for (const title of titles) {
    const { field, value } = fieldValue(title.identified ?? "")
    const has = (other: PlacedTitle) =>
      other.ids.some(([scheme, id]) => scheme === idMembers[field as keyof typeof idMembers] && id === value)
    const alike = titles.filter((one) => one.id !== title.id && one.kind === title.kind && has(one))
    const target = alike.find(({ identified }) => identified === null) ?? alike[0]
    if (target !== undefined && !next.has(title.id) && endOf(target.id) !== title.id) next.set(title.id, target.id)
  }
  return new Map([...next.keys()].map((id) => [id, endOf(id)]))
}

/**
 * Applies corrections to films and shows. The order of the titles and of the corrections does not matter. What is said
 * of a title is said of the one that stands for it, too.
 */
export const correctTitles = (
  titles: ReadonlyArray<PlacedTitle>,
  corrections: ReadonlyArray<Rule>
): ReadonlyArray<CorrectedTitle> => {
  const named = inOrder(titles.map((title) => ({ ...title, givenTitle: givenTitleOf(corrections, title) })))
  const leads = leadsOf(named, corrections)
  const groups = Arrays.groupBy(named, ({ id }) => String(leads.get(id) ?? id))
  return Object.entries(groups).flatMap(([lead, group]) => {
    const isHidden = group.some((title) => hidesTitle(corrections, title))
    const others = group.find(({ givenTitle }) => givenTitle !== null)?.givenTitle ?? null
    return group.map(({ givenTitle, id }): CorrectedTitle =>
      id === Number(lead)
        ? { id, standIn: null, givenTitle: givenTitle ?? others, isHidden }
        : { id, standIn: Number(lead), givenTitle, isHidden }
    )
  })
}
