import { Array as Arrays } from "effect"
import { type NewCorrection, type RecordKey, fieldValue, noneOfThem } from "../corrections/index.js"
import { type CorrectableTitle, givenTitleOf, idMembers, identificationOf, namesTitle } from "./correcting.js"
import { type Title, type TitleKind, matchTitle } from "./model.js"
import { type IdScheme, type TitleRecord, idsIn, makeTitleMatcher, newTitle } from "./titleMatcher.js"
import { type WatchSources, metadata } from "./sources.js"

/** How a source, or the metadata service, names and describes a film or show. */
export interface TitleNaming {
  readonly id: number
  readonly namer: string
  readonly title: Title
  /** The key of the part that the metadata service described; null if it described no part of a title. */
  readonly describedAs: string | null
}

/** One of the titles that the namings of a film or show make. */
export interface TitlePart {
  /** Distinguishes the parts of a title: the keys that name it. Empty for the one that remains. */
  readonly key: string
  readonly namings: ReadonlyArray<TitleNaming>
}

type Rule = Pick<NewCorrection, "kind" | "object" | "subject" | "type">

const compare = (one: string, other: string): number => Number(one > other) - Number(one < other)

const contentOf = (key: RecordKey) => JSON.stringify(Object.entries(key).sort())

/** A naming of a film or show as corrections name it. */
export const asNamed = (kind: TitleKind, { ids, title, year }: Title): CorrectableTitle => ({
  ...{ kind, matchTitle: matchTitle(title), givenTitle: null, year, ids: idsIn(ids) }
})

/**
 * How far a naming is from a key, most important first: by ids, by name, by year. A name that only the metadata
 * service uses is as near to all of them.
 */
const distanceOf = (
  key: RecordKey,
  { ids, title, year }: Title,
  described: ReadonlySet<string>
): ReadonlyArray<number> => {
  const name = matchTitle(key["title"] ?? "")
  const pairs = idsIn(ids)
  const matches = Object.entries(idMembers).flatMap(([member, scheme]) => {
    const value = pairs.find((one) => one[0] === scheme)?.[1]
    return key[member] === undefined || value === undefined ? [] : [key[member] === value ? -1 : 1]
  })
  const years = [key["year"] === undefined ? null : Number(key["year"]), year]
  const [one, other] = years as [number | null, number | null]
  return [
    Math.sign(matches.reduce((sum, match) => sum + match, 0)),
    name === matchTitle(title) || described.has(name) ? 0 : 1,
    // A year that is known to one of them only says less than an equal one, and more than another one.
    one === null || other === null ? (one === other ? 0 : 0.5) : Math.abs(one - other)
  ]
}

const isSource = ({ namer }: Pick<TitleNaming, "namer">) => namer !== metadata

type Side = (rule: Rule, title: Title) => boolean

/** Whether a naming is closer to the subject of a correction. If it is as close to both, it belongs to the object. */
const sideIn = (namings: ReadonlyArray<Pick<TitleNaming, "namer" | "title">>): Side => {
  const [described, reported] = Arrays.partition(namings, isSource).map(
    (some) => new Set(some.map(({ title }) => matchTitle(title.title)))
  ) as [Set<string>, Set<string>]
  for (const name of reported) described.delete(name)
  return ({ object, subject }, title) => {
    const [own, others] = [distanceOf(subject, title, described), distanceOf(object!, title, described)]
    const index = own.findIndex((distance, at) => distance !== others[at])
    return index >= 0 && own[index]! < others[index]!
  }
}

/** The corrections that separate what rules made one: those of which both sides are named, and have a source. */
export const separatingRules = (
  kind: TitleKind,
  namings: ReadonlyArray<Pick<TitleNaming, "namer" | "title">>,
  corrections: ReadonlyArray<Rule>
): ReadonlyArray<Rule> => {
  const isOfSubject = sideIn(namings)
  return corrections.filter((rule) => {
    if (rule.kind !== "different" || rule.type !== kind) return false
    const [subjects, objects] = [true, false].map((side) =>
      namings.filter(({ title }) => isOfSubject(rule, title) === side)
    )
    const isNamed = (key: RecordKey) => (one: Pick<TitleNaming, "title">) => namesTitle(key, asNamed(kind, one.title))
    return (
      subjects!.filter(isSource).some(isNamed(rule.subject)) &&
      objects!.some(isSource) &&
      objects!.some(isNamed(rule.object!))
    )
  })
}

/**
 * The titles that the namings of a film or show make, the one that remains first. The order of corrections does not
 * matter: namings are of one title if they are on one side of each of them.
 */
export const separateNamings = (
  kind: TitleKind,
  namings: ReadonlyArray<TitleNaming>,
  corrections: ReadonlyArray<Rule>
): ReadonlyArray<TitlePart> => {
  const rules = separatingRules(kind, namings, corrections)
  const isOfSubject = sideIn(namings)
  const sidesOf = ({ title }: TitleNaming) =>
    rules
      .filter((rule) => isOfSubject(rule, title))
      .map(({ object, subject }) => [contentOf(subject), contentOf(object!)])
  const placed = namings.map((naming) => {
    const sides = sidesOf(naming)
    const key = sides.length === 0 ? "" : JSON.stringify(sides.sort())
    return { naming, sides: sides.length, key: naming.describedAs ?? key }
  })
  const isPart = new Set(placed.filter(({ naming }) => isSource(naming)).map(({ key }) => key))
  const [remaining] = placed
    .filter(({ key }) => isPart.has(key))
    .toSorted((one, other) => one.sides - other.sides || compare(one.key, other.key))
  const isRemaining = (key: string) => !isPart.has(key) || key === remaining?.key
  const groups = Arrays.groupBy(
    placed
      .filter(({ key, naming }) => naming.describedAs === null || key === "" || isPart.has(key))
      .map((one) => (isRemaining(one.key) ? { ...one, key: "" } : one)),
    ({ key }) => key
  )
  return Object.entries(groups)
    .map(([key, group]): TitlePart => ({ key, namings: group.map(({ naming }) => naming) }))
    .sort((one, other) => compare(one.key, other.key))
}

/** A title without the ids that say which one it is at the provider. */
const unidentified = (title: Title): Title => ({
  ...title,
  ids: { ...title.ids, tmdb: null, tmdbSeries: null, imdb: null, tvdb: null }
})

/** The id that an identification gives; null for none of them. */
const idIn = (identified: string): readonly [IdScheme, string] | null => {
  const { field, value } = fieldValue(identified)
  return identified === noneOfThem ? null : [idMembers[field as keyof typeof idMembers], value]
}

/** What remains of namings of a title that is another one at the provider, or none: not what was looked up for it. */
const identifiedNamings = (namings: ReadonlyArray<TitleNaming>, id: readonly [IdScheme, string] | null) =>
  namings.flatMap((naming) => {
    if (isSource(naming)) return [{ ...naming, title: unidentified(naming.title) }]
    const isOne = idsIn(naming.title.ids).some(([scheme, value]) => scheme === id?.[0] && value === id[1])
    return isOne ? [naming] : []
  })

/** Which one at the provider corrections say that some namings are of; null if they say nothing. */
export const identifiedAs = (
  sources: WatchSources,
  kind: TitleKind,
  namings: ReadonlyArray<TitleNaming>,
  corrections: ReadonlyArray<NewCorrection>
): string | null => {
  if (!corrections.some((one) => one.kind === "identify")) return null
  const { ids, matchTitle: name, year } = titleNamed(sources, kind, namings)
  const whole = {
    ...{ kind, matchTitle: name, givenTitle: null, year },
    ids: [...ids].flatMap(([scheme, values]) => [...values].map((value) => [scheme, value] as const))
  }
  return identificationOf(corrections, [
    { ...whole, givenTitle: givenTitleOf(corrections, whole) },
    ...namings.map(({ title }) => asNamed(kind, title))
  ])
}

/** The film or show that some namings make as the one that it is at the provider. */
export const titleIdentified = (
  sources: WatchSources,
  kind: TitleKind,
  namings: ReadonlyArray<TitleNaming>,
  identified: string | null
): TitleRecord => {
  if (identified === null) return titleNamed(sources, kind, namings)
  const id = idIn(identified)
  const record = titleNamed(sources, kind, identifiedNamings(namings, id))
  if (id !== null) record.ids.set(id[0], new Set([id[1]]))
  return record
}

/** The film or show that some namings make, in the order of their arrival. */
export const titleNamed = (
  sources: WatchSources,
  kind: TitleKind,
  namings: ReadonlyArray<TitleNaming>
): TitleRecord => {
  const [first, ...others] = namings
  const matcher = makeTitleMatcher(sources, [])
  const record = newTitle(sources, kind, first!.title, first!.namer)
  for (const { namer, title } of [first!, ...others]) matcher.absorb(record, title, namer)
  return record
}
