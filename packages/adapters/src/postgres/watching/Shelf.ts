import { type Details, type Identifiers, type Title, type TitleKind, matchTitle } from "@daybook/core/watching"

const schemes = ["tmdb", "tmdbSeries", "imdb", "tvdb", "plex"] as const
/** Services' numbers, and the names under which sources know a title: it may be called otherwise by now. */
export type Scheme = typeof schemes[number] | "name"
/** Each says that two titles with different values are two; the others can change under a title. */
const telling = ["tmdb", "tmdbSeries", "imdb"] as const

/** How much a source's word on names and details counts. */
export const weights: Readonly<Record<string, number>> = { manual: 1, letterboxd: 1, plex: 2, tmdb: 3 }

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

/** Some stored titles, and how others are matched with them. */
export interface Shelf {
  /** The row that a title is, brought up to date by what the title says. */
  readonly place: (kind: TitleKind, title: Title, weight: number) => Row
  /** Takes what a title says into a row that is known to be it. */
  readonly absorb: (row: Row, title: Title, weight: number) => void
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
  const rows = [...stored]
  const merges: Array<readonly [Row, Row]> = []
  const byId = new Map<string, Row>()
  const idKey = (kind: TitleKind, scheme: Scheme, value: string) => `${kind} ${scheme} ${value}`
  for (const row of rows) for (const [scheme, values] of row.ids) for (const value of values) byId.set(idKey(row.kind, scheme, value), row)

  const named = (kind: TitleKind, title: Title) => {
    const [name = "", ...near] = namesOf(title)
    const known = (names: ReadonlyArray<string>) => names.flatMap((one) => byId.get(idKey(kind, "name", one)) ?? []).find((row) => isCompatible(row, title.ids))
    const match = matchTitle(title.title)
    const fitting = rows.filter((row) => row.kind === kind && row.matchTitle === match && isCompatible(row, title.ids) && yearsApart(row.year, title.year) <= 1)
    return known([name]) ?? fitting.sort((a, b) => yearsApart(a.year, title.year) - yearsApart(b.year, title.year) || a.id - b.id)[0] ?? known(near)
  }

  const call = (row: Row, title: Title) => {
    const [name = ""] = namesOf(title)
    const key = idKey(row.kind, "name", name)
    if (byId.has(key)) return
    byId.set(key, row)
    addId(row, "name", name)
    row.newIds.push(["name", name])
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
    rows.splice(rows.indexOf(other), 1)
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

  const absorb = (row: Row, title: Title, weight: number) => {
    identify(row, title.ids)
    call(row, title)
    if (weight >= row.namedBy) rename(row, title, weight)
    enrich(row, title.details, weight)
  }

  return {
    merges,
    absorb,
    place: (kind, title, weight) => {
      const found = entries(title.ids).flatMap(([scheme, value]) => byId.get(idKey(kind, scheme, value)) ?? [])[0] ?? named(kind, title)
      const row = found ?? newRow(kind, title, weight)
      if (found === undefined) rows.push(row)
      absorb(row, title, weight)
      return row
    }
  }
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

const isCompatible = (row: Row, ids: Identifiers): boolean =>
  (ids.tmdb === null || !row.ids.has("tmdbSeries")) && (ids.tmdbSeries === null || !row.ids.has("tmdb")) &&
  telling.every((scheme) => ids[scheme] === null || !row.ids.has(scheme) || row.ids.get(scheme)!.has(String(ids[scheme])))

const isAlike = (row: Row, other: Row): boolean =>
  telling.every((scheme) => {
    const [own, others] = [row.ids.get(scheme), other.ids.get(scheme)]
    return own === undefined || others === undefined || [...own].some((value) => others.has(value))
  })

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
