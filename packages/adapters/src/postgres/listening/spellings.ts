import type { Named, Play } from "@daybook/core/listening"
import { Effect } from "effect"
import { withoutMarks } from "../entities.js"
import { sql } from "../kit/sql.js"
import { boolean, nullable, number, text } from "../kit/columns.js"
import { table } from "../kit/table.js"
import { matchesFilter } from "./rows.js"

const reportedColumns = { name: text, mbid: nullable(text), url: nullable(text) }
const spellingColumns = { id: number, artistId: number, ...reportedColumns }
const reportedSpellings = table("listening_spellings", reportedColumns)
const movedSpellings = table("listening_spellings", { id: number, artistId: number })
const newSpellings = table("listening_spellings", { artistId: number, fold: text, sortName: text, ...reportedColumns })
const newArtists = table("listening_artists", { sortName: text, heard: boolean, ...reportedColumns })

/** The key that spellings of one name share. Computed here and stored, because engines differ in lower-casing. */
export const foldOf = (name: string): string => name.normalize("NFC").toLowerCase()

/** One spelling of an artist's name, with its reported metadata. */
interface Spelling {
  readonly id: number | null
  readonly artistId: number | null
  readonly name: string
  readonly mbid: string | null
  readonly url: string | null
}

/** A spelling and its artist. */
export interface Spelled {
  readonly id: number
  readonly artistId: number
  /** Set if the artist is new with this spelling: whether a filter hides it. */
  readonly fresh: { readonly hidden: boolean } | null
}

/** A spelling that turns out to belong to another artist. */
export interface Move {
  readonly id: number
  readonly from: number
  readonly to: number
}

interface Spellings {
  readonly of: ReadonlyMap<string, Spelled>
  /** Indexes of the plays with new metadata for a spelling. */
  readonly completed: ReadonlySet<number>
  readonly moves: ReadonlyArray<Move>
  /** The artists among these with exactly one spelling. */
  readonly single: ReadonlySet<number>
}

/** Of two MBIDs for one spelling the smaller wins, in any order of arrival. */
const lesser = (a: string | null, b: string | null) => (a === null ? b : b === null || a < b ? a : b)

const artistsOf = (plays: ReadonlyArray<Play>): ReadonlyMap<string, Named> => {
  const all = new Map<string, Named>()
  for (const { artist } of plays) {
    const existing = all.get(artist.name)
    all.set(
      artist.name,
      existing === undefined
        ? artist
        : { ...existing, mbid: lesser(existing.mbid, artist.mbid), url: existing.url ?? artist.url }
    )
  }
  return all
}

/** Finds the spellings of a page and their artists, and inserts the missing ones. */
export const storeSpellings = Effect.fn("listening.storeSpellings")(function* (plays: ReadonlyArray<Play>) {
  const names = artistsOf(plays)
  if (names.size === 0) return { of: new Map(), completed: new Set(), moves: [], single: new Set() } satisfies Spellings
  const folds = new Set(Array.from(names.keys(), foldOf))
  const existing = yield* sql(spellingColumns)`
    SELECT id, artist_id, name, mbid, url FROM listening_spellings WHERE fold = ANY(${[...folds]}::text[])`
  const idsByName = new Map(existing.map((one) => [one.name, one]))
  const isRicher = ({ mbid, name, url }: Named) => {
    const before = idsByName.get(name)
    return before !== undefined && (lesser(before.mbid, mbid) !== before.mbid || (before.url === null && url !== null))
  }
  const missing = [...names.values()].filter(({ name }) => !idsByName.has(name))
  const richer = [...names.values()].filter(isRicher)
  const of = new Map(existing.map(({ artistId, id, name }): [string, Spelled] => [name, { id, artistId, fresh: null }]))
  if (missing.length + richer.length === 0)
    return { of, completed: new Set(), moves: [], single: singleOf(of) } satisfies Spellings
  const completed = new Set(plays.flatMap(({ artist }, place) => (isRicher(artist) ? [place] : [])))
  if (richer.length > 0) yield* complete(richer)
  const moves = yield* arrange(existing, missing, richer, of)
  return { of, completed, moves, single: singleOf(of) } satisfies Spellings
})

/** Artists with exactly one spelling, from all spellings of some names. */
const singleOf = (of: ReadonlyMap<string, Spelled>): ReadonlySet<number> => {
  const all = new Set<number>()
  const several = new Set<number>()
  for (const { artistId } of of.values()) (all.has(artistId) ? several : all).add(artistId)
  return new Set([...all].filter((artistId) => !several.has(artistId)))
}

const complete = (richer: ReadonlyArray<Named>) =>
  sql`
    UPDATE listening_spellings AS spelling
    SET mbid = least(spelling.mbid COLLATE "C", reported.mbid), url = coalesce(spelling.url, reported.url)
    FROM ${reportedSpellings.valuesOf(richer, "reported")}
    WHERE spelling.name = reported.name`

interface Group {
  readonly members: ReadonlyArray<Spelling>
  readonly artistId: number | null
}

/** Groups the spellings of one name by MBID. A spelling without an MBID joins the first group. */
const groupsOf = (alike: ReadonlyArray<Spelling>): ReadonlyArray<Group> => {
  const first = alike.reduce<string | null>((least, { mbid }) => lesser(least, mbid), null)
  const groups = new Map<string | null, Array<Spelling>>()
  for (const one of [...alike].sort((a, b) => (a.name < b.name ? -1 : 1)))
    groups.set(one.mbid ?? first, [...(groups.get(one.mbid ?? first) ?? []), one])
  const usedIds = new Set<number>()
  const bySize = [...groups.values()].sort((a, b) => b.length - a.length)
  return bySize.map((members) => {
    const free = members.flatMap(({ artistId }) => (artistId === null || usedIds.has(artistId) ? [] : [artistId]))
    const artistId = free.length === 0 ? null : Math.min(...free)
    if (artistId !== null) usedIds.add(artistId)
    return { members, artistId }
  })
}

/** Assigns artists to new spellings. `existing` holds all spellings of the names before the page. */
const arrange = Effect.fn(function* (
  existing: ReadonlyArray<Spelling>,
  missing: ReadonlyArray<Named>,
  richer: ReadonlyArray<Named>,
  of: Map<string, Spelled>
) {
  const folds = new Set([...missing, ...richer].map(({ name }) => foldOf(name)))
  const reports = new Map(richer.map((one) => [one.name, one]))
  const kin = existing.flatMap((one): ReadonlyArray<Spelling> => {
    if (!folds.has(foldOf(one.name))) return []
    const report = reports.get(one.name)
    return [report === undefined ? one : { ...one, mbid: lesser(one.mbid, report.mbid), url: one.url ?? report.url }]
  })
  const alike = new Map<string, ReadonlyArray<Spelling>>()
  for (const one of [...kin, ...missing.map((named): Spelling => ({ ...named, id: null, artistId: null }))]) {
    alike.set(foldOf(one.name), [...(alike.get(foldOf(one.name)) ?? []), one])
  }
  const groups = [...alike.values()].flatMap(groupsOf)
  const created = yield* storeArtists(groups.filter(({ artistId }) => artistId === null))
  const placed = groups.flatMap(({ artistId, members }) => {
    const artist = artistId === null ? created.get(members[0]!.name)! : { id: artistId, hidden: false }
    const fresh = artistId === null && members.every(({ id }) => id === null) ? { hidden: artist.hidden } : null
    return members.map((member) => ({ member, to: artist.id, fresh }))
  })
  yield* store(
    placed.filter(({ member }) => member.id === null),
    of
  )
  const moves = placed.flatMap(({ member: { artistId, id }, to }) =>
    id === null || artistId === null || artistId === to ? [] : [{ id, from: artistId, to }]
  )
  if (moves.length > 0) {
    yield* sql`
      UPDATE listening_spellings AS spelling SET artist_id = move.artist_id
      FROM ${movedSpellings.valuesOf(
        moves.map(({ id, to }) => ({ id, artistId: to })),
        "move"
      )} WHERE spelling.id = move.id`
    const moved = new Map(moves.map(({ id, to }) => [id, to]))
    for (const [name, one] of of) of.set(name, { ...one, artistId: moved.get(one.id) ?? one.artistId })
  }
  return moves
})

/**
 * Inserts artists, named by their first spelling. Artists split off from others become visible when their plays are
 * moved.
 */
const storeArtists = Effect.fn(function* (groups: ReadonlyArray<Group>) {
  if (groups.length === 0) return new Map<string, { id: number; hidden: boolean }>()
  const artists = groups.map(({ members }) => ({
    name: members[0]!.name,
    sortName: withoutMarks(members[0]!.name),
    mbid: members.reduce<string | null>((least, { mbid }) => lesser(least, mbid), null),
    url: members[0]!.url,
    heard: members.every(({ id }) => id === null)
  }))
  const rows = yield* sql({ id: number, name: text, hidden: boolean })`
    INSERT INTO listening_artists (name, sort_name, mbid, url, heard, hidden)
    SELECT name, sort_name, mbid, url, heard, ${matchesFilter("artist", { artist: "incoming.name" })}
    FROM ${newArtists.valuesOf(artists)}
    RETURNING id, name, hidden`
  return new Map(rows.map((row) => [row.name, row]))
})

interface Placed {
  readonly member: Spelling
  readonly to: number
  readonly fresh: Spelled["fresh"]
}

const store = Effect.fn(function* (placed: ReadonlyArray<Placed>, of: Map<string, Spelled>) {
  if (placed.length === 0) return
  const spellings = placed.map(({ member: { mbid, name, url }, to }) => ({
    artistId: to,
    name,
    fold: foldOf(name),
    sortName: withoutMarks(name),
    mbid,
    url
  }))
  const rows = yield* sql({ id: number, name: text })`
    INSERT INTO listening_spellings (artist_id, name, fold, sort_name, mbid, url)
    SELECT artist_id, name, fold, sort_name, mbid, url FROM ${newSpellings.valuesOf(spellings)} RETURNING id, name`
  const idsByName = new Map(rows.map((row) => [row.name, row.id]))
  for (const { fresh, member, to } of placed)
    of.set(member.name, { id: idsByName.get(member.name)!, artistId: to, fresh })
})
