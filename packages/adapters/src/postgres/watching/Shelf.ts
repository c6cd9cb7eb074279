import { type Details, type Identifiers, type Title, type TitleKind, type WatchSource, matchTitle } from "@daybook/core/watching"

const schemes = ["letterboxd", "tmdb", "tmdbSeries", "imdb", "tvdb", "plex"] as const
/** Who reports titles, and the metadata service. */
export type Namer = WatchSource | "tmdb"
/** Services' numbers, the names that a title has had, and those that one source gave it. */
export type Scheme = typeof schemes[number] | "name" | `name:${Namer}`
/** Each says that two titles with different values are two; the others can change under a title. */
const telling = ["letterboxd", "tmdb", "tmdbSeries", "imdb"] as const
/** Where each year is a film of its own. A media server takes years from one database or another. */
const exactYears = "letterboxd"

/** How much a source's word on names and details counts. */
const weights: Readonly<Record<Namer, number>> = { manual: 1, letterboxd: 1, plex: 2, tmdb: 3 }

/** A film or show as it is stored, or is about to be. */
export interface Row {
  /** 0 for one that is not stored yet. */
  id: number
  readonly kind: TitleKind
  title: string
  matchTitle: string
  year: number | null
  namedBy: number
  describedBy: number
  details: Details
  readonly ids: Map<Scheme, Set<string>>
  /** Identifiers that are not stored yet. */
  readonly newIds: Array<readonly [Scheme, string]>
  changed: boolean
}

export interface NamedTitle {
  readonly kind: TitleKind
  readonly title: Title
}

/** Some stored titles, and how others are matched with them. */
export interface Shelf {
  /** The rows that titles are, in their order, brought up to date by what the titles say. */
  readonly place: (titles: ReadonlyArray<NamedTitle>, namer: Namer) => ReadonlyArray<Row>
  /** Takes what a title says into a row that is known to be it. */
  readonly absorb: (row: Row, title: Title, namer: Namer) => void
  /** Rows that turned out to be one: the first is to be taken into the second. */
  readonly merges: ReadonlyArray<readonly [Row, Row]>
}

/** Names that may be those of a title, likeliest first: years differ by one between services. */
export const namesOf = ({ title, year }: Pick<Title, "title" | "year">): ReadonlyArray<string> => {
  const match = matchTitle(title)
  return (year === null ? [""] : [year, "", year - 1, year + 1]).map((one) => `${match}|${one}`)
}

export const entries = (ids: Identifiers): ReadonlyArray<readonly [Scheme, string]> =>
  schemes.flatMap((scheme) => ids[scheme] === null ? [] : [[scheme, String(ids[scheme])] as const])

export const makeShelf = (stored: ReadonlyArray<Row>): Shelf => {
  const rows = new Set(stored)
  const merges: Array<readonly [Row, Row]> = []
  const byId = new Map<string, Row>()
  const idKey = (kind: TitleKind, scheme: Scheme, value: string) => `${kind} ${scheme} ${value}`
  for (const row of rows) for (const [scheme, values] of row.ids) for (const value of values) byId.set(idKey(row.kind, scheme, value), row)

  const byMatch = new Map<string, Set<Row>>()
  const list = (row: Row) => {
    const key = `${row.kind} ${row.matchTitle}`
    byMatch.set(key, (byMatch.get(key) ?? new Set()).add(row))
  }
  rows.forEach(list)

  /** Rows of one title and about its year. */
  const fitting = (kind: TitleKind, title: Title, namer: Namer, most: number) => {
    const match = matchTitle(title.title)
    return Array.from(byMatch.get(`${kind} ${match}`) ?? [])
      .filter((row) => rows.has(row) && row.matchTitle === match && isCompatible(row, title, namer) && yearsApart(row.year, title.year) <= most)
      .sort((a, b) => yearsApart(a.year, title.year) - yearsApart(b.year, title.year) || a.id - b.id)[0]
  }
  const called = (kind: TitleKind, title: Title, namer: Namer, scheme: Scheme, names: ReadonlyArray<string>) =>
    names.flatMap((one) => byId.get(idKey(kind, scheme, one)) ?? []).find((row) => isCompatible(row, title, namer))

  /** Ways to find the row of a title, the surest first. What is sure of one title comes before what may be of another. */
  const ways: ReadonlyArray<(kind: TitleKind, title: Title, namer: Namer) => Row | undefined> = [
    (kind, { ids }) => entries(ids).flatMap(([scheme, value]) => byId.get(idKey(kind, scheme, value)) ?? [])[0],
    (kind, title, namer) => called(kind, title, namer, `name:${namer}`, namesOf(title).slice(0, 1)),
    (kind, title, namer) => fitting(kind, title, namer, 0),
    (kind, title, namer) => called(kind, title, namer, "name", namesOf(title).slice(0, 1)),
    (kind, title, namer) => fitting(kind, title, namer, 1) ?? called(kind, title, namer, "name", namesOf(title).slice(1))
  ]

  const call = (row: Row, title: Title, scheme: Scheme) => {
    const [name = ""] = namesOf(title)
    const key = idKey(row.kind, scheme, name)
    if (byId.has(key)) return
    byId.set(key, row)
    addId(row, scheme, name)
    row.newIds.push([scheme, name])
  }

  /** Takes over what a row does not know yet. A row that has one of the identifiers is the same title. */
  const identify = (row: Row, ids: Identifiers) => {
    for (const [scheme, value] of entries(ids)) {
      const other = byId.get(idKey(row.kind, scheme, value))
      if (other !== undefined && other !== row && isAlike(row, other)) unite(row, other)
      if (other !== undefined || (telling.some((one) => one === scheme) && row.ids.has(scheme))) continue
      addId(row, scheme, value)
      byId.set(idKey(row.kind, scheme, value), row)
      row.newIds.push([scheme, value])
    }
  }

  const unite = (row: Row, other: Row) => {
    rows.delete(other)
    merges.push([other, row])
    for (const [scheme, values] of other.ids) {
      for (const value of values) {
        addId(row, scheme, value)
        byId.set(idKey(row.kind, scheme, value), row)
      }
    }
    row.newIds.push(...other.newIds)
    const words = { title: other.title, year: other.year }
    if (other.namedBy > row.namedBy) rename(row, words, other.namedBy)
    enrich(row, other.details, other.describedBy)
  }

  const absorb = (row: Row, title: Title, namer: Namer) => {
    identify(row, title.ids)
    call(row, title, "name")
    call(row, title, `name:${namer}`)
    const weight = weights[namer]
    if (weight >= row.namedBy) rename(row, title, weight)
    enrich(row, title.details, weight)
    list(row)
  }

  const place = (titles: ReadonlyArray<NamedTitle>, namer: Namer): ReadonlyArray<Row> => {
    const placed = titles.map((): Row | undefined => undefined)
    const last = (row: Row): Row => {
      const next = merges.find(([from]) => from === row)
      return next === undefined ? row : last(next[1])
    }
    const settle = (index: number, row: Row) => {
      placed[index] = row
      absorb(row, titles[index]!.title, namer)
    }
    for (const find of ways) {
      for (const [index, { kind, title }] of titles.entries()) {
        if (placed[index] !== undefined) continue
        const row = find(kind, title, namer)
        if (row !== undefined) settle(index, row)
      }
    }
    for (const [index, { kind, title }] of titles.entries()) {
      if (placed[index] !== undefined) continue
      const known = ways.reduce<Row | undefined>((found, find) => found ?? find(kind, title, namer), undefined)
      const row = known ?? newRow(kind, title, weights[namer])
      rows.add(row)
      settle(index, row)
    }
    return placed.map((row) => last(row!))
  }

  return { merges, absorb, place }
}

const newRow = (kind: TitleKind, title: Title, weight: number): Row => ({
  id: 0,
  kind,
  title: title.title,
  matchTitle: matchTitle(title.title),
  year: title.year,
  namedBy: weight,
  describedBy: weight,
  details: title.details,
  ids: new Map(),
  newIds: [],
  changed: true
})

const addId = (row: Row, scheme: Scheme, value: string) => {
  const values = row.ids.get(scheme) ?? new Set()
  row.ids.set(scheme, values.add(value))
}

/** Titles without a year fit those of any. */
const yearsApart = (a: number | null, b: number | null): number => a === null || b === null ? (a === b ? 0 : 1) : Math.abs(a - b)

const isCompatible = (row: Row, { ids, year }: Title, namer: Namer): boolean =>
  (ids.tmdb === null || !row.ids.has("tmdbSeries")) && (ids.tmdbSeries === null || !row.ids.has("tmdb")) &&
  telling.every((scheme) => ids[scheme] === null || !row.ids.has(scheme) || row.ids.get(scheme)!.has(String(ids[scheme]))) &&
  (namer !== exactYears || isAny(yearsAt(row), (years) => years.has(String(year ?? ""))))

/** The years that a row has at the source where years are exact; null where that does not know it. */
const yearsAt = (row: Row): ReadonlySet<string> | null => {
  const names = row.ids.get(`name:${exactYears}`)
  return names === undefined ? null : new Set(Array.from(names, (name) => name.slice(name.lastIndexOf("|") + 1)))
}

const isAny = <A>(value: A | null, fits: (value: A) => boolean): boolean => value === null || fits(value)

/** Whether nothing says that two rows are two titles. */
export const isAlike = (row: Row, other: Row): boolean =>
  telling.every((scheme) => {
    const [own, others] = [row.ids.get(scheme), other.ids.get(scheme)]
    return own === undefined || others === undefined || [...own].some((value) => others.has(value))
  }) && isAny(yearsAt(row), (years) => isAny(yearsAt(other), (others) => [...years].some((year) => others.has(year))))

const rename = (row: Row, { title, year }: Pick<Title, "title" | "year">, weight: number) => {
  const next = year ?? row.year
  if (row.title === title && row.year === next && row.namedBy === weight) return
  row.title = title
  row.matchTitle = matchTitle(title)
  row.year = next
  row.namedBy = weight
  row.changed = true
}

/** The word of the source that counts more goes first, whichever was heard first. */
const enrich = (row: Row, details: Details, weight: number) => {
  const [first, second] = weight >= row.describedBy ? [details, row.details] : [row.details, details]
  const next = filled(first, second)
  const by = Math.max(weight, row.describedBy)
  if (by === row.describedBy && JSON.stringify(next) === JSON.stringify(row.details)) return
  row.details = next
  row.describedBy = by
  row.changed = true
}

const filled = (first: Details, second: Details): Details => ({
  genres: first.genres.length > 0 ? first.genres : second.genres,
  directors: first.directors.length > 0 ? first.directors : second.directors,
  durationMin: first.durationMin ?? second.durationMin,
  contentRating: first.contentRating ?? second.contentRating,
  tagline: first.tagline ?? second.tagline,
  summary: first.summary ?? second.summary,
  tmdbRating: first.tmdbRating ?? second.tmdbRating,
  poster: first.poster ?? second.poster,
  seasons: first.seasons ?? second.seasons,
  episodes: first.episodes ?? second.episodes
})
