import { Effect } from "effect"
import { fillGaps } from "../kit/record.js"
import { type Details, type Identifiers, type Title, type TitleKind, matchTitle } from "./model.js"
import type { WatchSources } from "./sources.js"

const schemes = [
  "letterboxd",
  "tmdb",
  "tmdbSeries",
  "imdb",
  "tvdb",
  "plex",
  "trakt",
  "anilist",
  "mal",
  "jellyfin",
  "simkl"
] as const
/** Ids at services, former and current names, and the names from one source or the metadata service. */
export type IdScheme = (typeof schemes)[number] | "name" | `name:${string}`
/** Different values mean different titles. The other ids may change for a title. */
const distinguishing = ["letterboxd", "tmdb", "tmdbSeries", "imdb", "tvdb", "trakt"] as const
/** A stored film or show, or one to be stored. */
export interface TitleRecord {
  /** 0 for a title that is not stored yet. */
  id: number
  readonly kind: TitleKind
  title: string
  matchTitle: string
  year: number | null
  namedBy: number
  describedBy: number
  details: Details
  readonly ids: Map<IdScheme, Set<string>>
  /** Identifiers that are not stored yet. */
  readonly newIds: Array<readonly [IdScheme, string]>
  changed: boolean
}

export interface NamedTitle {
  readonly kind: TitleKind
  readonly title: Title
}

/** Some stored titles, and how other titles match them. */
export interface TitleMatcher {
  /**
   * Returns the record of each title in order, updated with the title's details. Other fibers run between two titles.
   */
  readonly place: (titles: ReadonlyArray<NamedTitle>, namer: string) => Effect.Effect<ReadonlyArray<TitleRecord>>
  /** Merges a title into its record. */
  readonly absorb: (record: TitleRecord, title: Title, namer: string) => void
  /** Pairs of records that are the same title: the second merges into the first. */
  readonly merges: ReadonlyArray<readonly [TitleRecord, TitleRecord]>
  /** The record that a record was merged into, or itself. */
  readonly current: (record: TitleRecord) => TitleRecord
}

/** Possible name keys of a title, likeliest first: years differ by one between services. */
export const nameKeysOf = ({ title, year }: Pick<Title, "title" | "year">): ReadonlyArray<string> => {
  const match = matchTitle(title)
  return (year === null ? [""] : [year, "", year - 1, year + 1]).map((one) => `${match}|${one}`)
}

export const idsIn = (ids: Identifiers): ReadonlyArray<readonly [IdScheme, string]> =>
  schemes.flatMap((scheme) => (ids[scheme] === null ? [] : [[scheme, String(ids[scheme])] as const]))

export const makeTitleMatcher = (sources: WatchSources, existing: ReadonlyArray<TitleRecord>): TitleMatcher => {
  const { isCompatible, isLocal, mayBeSame } = comparison(sources)
  const records = new Set(existing)
  const merges: Array<readonly [TitleRecord, TitleRecord]> = []
  const byId = new Map<string, TitleRecord>()
  const idKey = (kind: TitleKind, scheme: IdScheme, value: string) => `${kind} ${scheme} ${value}`
  for (const record of records)
    for (const [scheme, values] of record.ids)
      for (const value of values) byId.set(idKey(record.kind, scheme, value), record)

  const byMatch = new Map<string, Set<TitleRecord>>()
  const list = (record: TitleRecord) => {
    const key = `${record.kind} ${record.matchTitle}`
    byMatch.set(key, (byMatch.get(key) ?? new Set()).add(record))
  }
  records.forEach(list)

  /** Records of the same name and about the same year. */
  const closest = (kind: TitleKind, title: Title, namer: string, maxYearsApart: number) => {
    if (isLocal(namer)) return undefined
    const match = matchTitle(title.title)
    return Array.from(byMatch.get(`${kind} ${match}`) ?? [])
      .filter(
        (record) =>
          records.has(record) &&
          record.matchTitle === match &&
          isCompatible(record, title, namer) &&
          yearsApart(record.year, title.year) <= maxYearsApart
      )
      .sort((a, b) => yearsApart(a.year, title.year) - yearsApart(b.year, title.year) || a.id - b.id)[0]
  }
  const namedAs = (kind: TitleKind, title: Title, namer: string, scheme: IdScheme, names: ReadonlyArray<string>) =>
    (isLocal(namer) && scheme === "name" ? [] : names)
      .flatMap((one) => byId.get(idKey(kind, scheme, one)) ?? [])
      .find((record) => isCompatible(record, title, namer))

  /** Ways to find the record of a title, the most reliable first. Exact matches come before approximate ones. */
  const lookups: ReadonlyArray<(kind: TitleKind, title: Title, namer: string) => TitleRecord | undefined> = [
    (kind, { ids }) => idsIn(ids).flatMap(([scheme, value]) => byId.get(idKey(kind, scheme, value)) ?? [])[0],
    (kind, title, namer) => namedAs(kind, title, namer, `name:${namer}`, nameKeysOf(title).slice(0, 1)),
    (kind, title, namer) => closest(kind, title, namer, 0),
    (kind, title, namer) => namedAs(kind, title, namer, "name", nameKeysOf(title).slice(0, 1)),
    (kind, title, namer) =>
      closest(kind, title, namer, 1) ?? namedAs(kind, title, namer, "name", nameKeysOf(title).slice(1))
  ]

  const addName = (record: TitleRecord, title: Title, scheme: IdScheme) => {
    const [name = ""] = nameKeysOf(title)
    const key = idKey(record.kind, scheme, name)
    if (byId.has(key)) return
    byId.set(key, record)
    addId(record, scheme, name)
    record.newIds.push([scheme, name])
  }

  /** Adds a title's ids to its record. A record that already has one of the ids is the same title. */
  const identify = (record: TitleRecord, ids: Identifiers) => {
    for (const [scheme, value] of idsIn(ids)) {
      const other = byId.get(idKey(record.kind, scheme, value))
      if (other !== undefined && other !== record && mayBeSame(record, other)) merge(record, other)
      if (other !== undefined || (distinguishing.some((one) => one === scheme) && record.ids.has(scheme))) continue
      addId(record, scheme, value)
      byId.set(idKey(record.kind, scheme, value), record)
      record.newIds.push([scheme, value])
    }
  }

  const merge = (record: TitleRecord, other: TitleRecord) => {
    records.delete(other)
    merges.push([other, record])
    for (const [scheme, values] of other.ids) {
      for (const value of values) {
        addId(record, scheme, value)
        byId.set(idKey(record.kind, scheme, value), record)
      }
    }
    record.newIds.push(...other.newIds)
    const words = { title: other.title, year: other.year }
    if (other.namedBy > record.namedBy) rename(record, words, other.namedBy)
    enrich(record, other.details, other.describedBy)
  }

  const current = (record: TitleRecord): TitleRecord => {
    const next = merges.find(([from]) => from === record)
    return next === undefined ? record : current(next[1])
  }

  const absorb = (record: TitleRecord, title: Title, namer: string) => {
    identify(record, title.ids)
    if (!isLocal(namer)) addName(record, title, "name")
    addName(record, title, `name:${namer}`)
    const weight = sources.of(namer).naming
    if (weight >= record.namedBy) rename(record, title, weight)
    else if (record.year === null && title.year !== null)
      rename(record, { title: record.title, year: title.year }, record.namedBy)
    enrich(record, title.details, weight)
    list(record)
  }

  const place = Effect.fnUntraced(function* (titles: ReadonlyArray<NamedTitle>, namer: string) {
    const placed = titles.map((): TitleRecord | undefined => undefined)
    const assign = (index: number, record: TitleRecord) => {
      placed[index] = record
      absorb(record, titles[index]!.title, namer)
    }
    const forEachUnplaced = (use: (title: NamedTitle, index: number) => void) =>
      Effect.forEach(
        titles,
        (title, index) => Effect.sync(() => (placed[index] === undefined ? use(title, index) : undefined)),
        { discard: true }
      )
    for (const find of lookups) {
      yield* forEachUnplaced(({ kind, title }, index) => {
        const record = find(kind, title, namer)
        if (record !== undefined) assign(index, record)
      })
    }
    yield* forEachUnplaced(({ kind, title }, index) => {
      const match = lookups.reduce<TitleRecord | undefined>(
        (record, find) => record ?? find(kind, title, namer),
        undefined
      )
      const record = match ?? newTitle(sources, kind, title, namer)
      records.add(record)
      assign(index, record)
    })
    return placed.map((record) => current(record!))
  })

  return { merges, absorb, place, current }
}

/** A title that is not stored yet, as a source names it. */
export const newTitle = (sources: WatchSources, kind: TitleKind, title: Title, namer: string): TitleRecord => ({
  id: 0,
  kind,
  title: title.title,
  matchTitle: matchTitle(title.title),
  year: title.year,
  namedBy: sources.of(namer).naming,
  describedBy: sources.of(namer).naming,
  details: title.details,
  ids: new Map(),
  newIds: [],
  changed: true
})

const addId = (record: TitleRecord, scheme: IdScheme, value: string) => {
  const values = record.ids.get(scheme) ?? new Set()
  record.ids.set(scheme, values.add(value))
}

/** A title without a year matches any year. */
const yearsApart = (a: number | null, b: number | null): number =>
  a === null || b === null ? (a === b ? 0 : 1) : Math.abs(a - b)

const isAny = <A>(value: A | null, fits: (value: A) => boolean): boolean => value === null || fits(value)

const namerPrefix = "name:"

/** How names of sources distinguish titles. */
const comparison = (sources: WatchSources) => {
  const isLocal = (namer: string): boolean => sources.of(namer).names === "local"

  /** Only sources of local names have reported it, and nothing has identified it yet. */
  const isLocalRecord = ({ ids }: TitleRecord): boolean =>
    ids.size > 0 &&
    [...ids.keys()].every((scheme) => scheme.startsWith(namerPrefix) && isLocal(scheme.slice(namerPrefix.length)))

  /** The record's years at a source with exact years; null if that source does not know it. */
  const yearsAt = (record: TitleRecord, namer: string): ReadonlySet<string> | null => {
    const names = record.ids.get(`name:${namer}`)
    return names === undefined ? null : new Set(Array.from(names, (name) => name.slice(name.lastIndexOf("|") + 1)))
  }
  const exact = sources.namesOf(({ names }) => names === "exact")

  return {
    isLocal,
    isCompatible: (record: TitleRecord, { ids, year }: Title, namer: string): boolean =>
      (isLocal(namer) || !isLocalRecord(record)) &&
      (ids.tmdb === null || !record.ids.has("tmdbSeries")) &&
      (ids.tmdbSeries === null || !record.ids.has("tmdb")) &&
      distinguishing.every(
        (scheme) => ids[scheme] === null || !record.ids.has(scheme) || record.ids.get(scheme)!.has(String(ids[scheme]))
      ) &&
      (!exact.includes(namer) || isAny(yearsAt(record, namer), (years) => years.has(String(year ?? "")))),
    /** Whether nothing shows that two records are different titles. */
    mayBeSame: (record: TitleRecord, other: TitleRecord): boolean =>
      distinguishing.every((scheme) => {
        const [own, others] = [record.ids.get(scheme), other.ids.get(scheme)]
        return own === undefined || others === undefined || [...own].some((value) => others.has(value))
      }) &&
      exact.every((namer) =>
        isAny(yearsAt(record, namer), (years) =>
          isAny(yearsAt(other, namer), (others) => [...years].some((year) => others.has(year)))
        )
      )
  }
}

export const mayBeSameTitle = (sources: WatchSources, record: TitleRecord, other: TitleRecord): boolean =>
  comparison(sources).mayBeSame(record, other)

const rename = (record: TitleRecord, { title, year }: Pick<Title, "title" | "year">, weight: number) => {
  const next = year ?? record.year
  if (record.title === title && record.year === next && record.namedBy === weight) return
  record.title = title
  record.matchTitle = matchTitle(title)
  record.year = next
  record.namedBy = weight
  record.changed = true
}

/** Details from the source with higher precedence win, in any order of arrival. Their members may be in any order. */
const enrich = (record: TitleRecord, details: Details, weight: number) => {
  const [first, second] = weight >= record.describedBy ? [details, record.details] : [record.details, details]
  const next = filled(first, second)
  const by = Math.max(weight, record.describedBy)
  if (by === record.describedBy && isEqual(next, record.details)) return
  record.details = next
  record.describedBy = by
  record.changed = true
}

const filled = (first: Details, second: Details): Details => ({
  ...fillGaps(first, second),
  genres: first.genres.length > 0 ? first.genres : second.genres,
  directors: first.directors.length > 0 ? first.directors : second.directors
})

const isEqual = (one: Details, other: Details): boolean =>
  Object.entries(one).every(([name, value]) => JSON.stringify(value) === JSON.stringify(other[name as keyof Details]))
