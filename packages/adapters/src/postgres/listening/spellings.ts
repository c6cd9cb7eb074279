import type { Named, Play } from "@daybook/core/listening"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { matchesFilter } from "./filterSql.js"

/** What spellings of a name have in common. Told here and stored: engines differ in what they take for a small letter. */
export const foldOf = (name: string): string => name.normalize("NFC").toLowerCase()

/** The order that lists by name use: without marks and case, the same on every engine. */
export const sortName = (name: string): string => name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

/** How an artist's name was given, with all that was said of it. */
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
  /** Whether the artist is new with it, and if so whether a filter hides it. */
  readonly fresh: { readonly hidden: boolean } | null
}

/** A spelling that turns out to be another artist's. */
export interface Move {
  readonly id: number
  readonly from: number
  readonly to: number
}

interface Spellings {
  readonly of: ReadonlyMap<string, Spelled>
  /** Places of the plays that said something new about a spelling. */
  readonly completed: ReadonlySet<number>
  readonly moves: ReadonlyArray<Move>
}

/** Of two MBIDs of one spelling the lesser stands, whatever order they came in. */
const lesser = (a: string | null, b: string | null) => a === null ? b : b === null || a < b ? a : b

const given = (plays: ReadonlyArray<Play>): ReadonlyMap<string, Named> => {
  const all = new Map<string, Named>()
  for (const { artist } of plays) {
    const known = all.get(artist.name)
    all.set(artist.name, known === undefined ? artist : { ...known, mbid: lesser(known.mbid, artist.mbid), url: known.url ?? artist.url })
  }
  return all
}

/** Finds the spellings of a page and their artists, and stores what is new of both. */
export const storeSpellings = Effect.fn("listening.storeSpellings")(function*(sql: SqlClient.SqlClient, plays: ReadonlyArray<Play>) {
  const names = given(plays)
  if (names.size === 0) return { of: new Map(), completed: new Set(), moves: [] } satisfies Spellings
  const known = yield* sql<Spelling & Spelled>`
    SELECT id, artist_id, name, mbid, url FROM listening_spellings WHERE name = ANY(${[...names.keys()]}::text[])`
  const stored = new Map(known.map((one) => [one.name, one]))
  const isRicher = ({ mbid, name, url }: Named) => {
    const before = stored.get(name)
    return before !== undefined && (lesser(before.mbid, mbid) !== before.mbid || before.url === null && url !== null)
  }
  const missing = [...names.values()].filter(({ name }) => !stored.has(name))
  const richer = [...names.values()].filter(isRicher)
  const of = new Map(known.map(({ artistId, id, name }): [string, Spelled] => [name, { id, artistId, fresh: null }]))
  if (missing.length + richer.length === 0) return { of, completed: new Set(), moves: [] } satisfies Spellings
  const completed = new Set(plays.flatMap(({ artist }, place) => isRicher(artist) ? [place] : []))
  if (richer.length > 0) yield* complete(sql, richer)
  const moves = yield* arrange(sql, missing, richer, of)
  return { of, completed, moves } satisfies Spellings
})

const complete = (sql: SqlClient.SqlClient, richer: ReadonlyArray<Named>) =>
  sql`
    UPDATE listening_spellings AS spelling SET mbid = least(spelling.mbid COLLATE "C", given.mbid), url = coalesce(spelling.url, given.url)
    FROM unnest(${richer.map(({ name }) => name)}::text[], ${richer.map(({ mbid }) => mbid)}::text[], ${richer.map(({ url }) => url)}::text[]) AS given (name, mbid, url)
    WHERE spelling.name = given.name`

interface Group {
  readonly members: ReadonlyArray<Spelling>
  readonly artistId: number | null
}

/**
 * The artists of spellings of one name: one for each MBID. Where no MBID is known of a spelling, nothing speaks against
 * its being one of the others; of several it is the first.
 */
const groupsOf = (alike: ReadonlyArray<Spelling>): ReadonlyArray<Group> => {
  const first = alike.reduce<string | null>((least, { mbid }) => lesser(least, mbid), null)
  const groups = new Map<string | null, Array<Spelling>>()
  for (const one of [...alike].sort((a, b) => a.name < b.name ? -1 : 1)) groups.set(one.mbid ?? first, [...groups.get(one.mbid ?? first) ?? [], one])
  const taken = new Set<number>()
  const bySize = [...groups.values()].sort((a, b) => b.length - a.length)
  return bySize.map((members) => {
    const free = members.flatMap(({ artistId }) => artistId === null || taken.has(artistId) ? [] : [artistId])
    const artistId = free.length === 0 ? null : Math.min(...free)
    if (artistId !== null) taken.add(artistId)
    return { members, artistId }
  })
}

const arrange = Effect.fn(function*(sql: SqlClient.SqlClient, missing: ReadonlyArray<Named>, richer: ReadonlyArray<Named>, of: Map<string, Spelled>) {
  const folds = new Set([...missing, ...richer].map(({ name }) => foldOf(name)))
  const kin = yield* sql<Spelling>`SELECT id, artist_id, name, mbid, url FROM listening_spellings WHERE fold = ANY(${[...folds]}::text[])`
  const alike = new Map<string, ReadonlyArray<Spelling>>()
  for (const one of [...kin, ...missing.map((named): Spelling => ({ ...named, id: null, artistId: null }))]) {
    alike.set(foldOf(one.name), [...alike.get(foldOf(one.name)) ?? [], one])
  }
  const groups = [...alike.values()].flatMap(groupsOf)
  const created = yield* storeArtists(sql, groups.filter(({ artistId }) => artistId === null))
  const placed = groups.flatMap(({ artistId, members }) => {
    const artist = artistId === null ? created.get(members[0]!.name)! : { id: artistId, hidden: false }
    const fresh = artistId === null && members.every(({ id }) => id === null) ? { hidden: artist.hidden } : null
    return members.map((member) => ({ member, to: artist.id, fresh }))
  })
  yield* store(sql, placed.filter(({ member }) => member.id === null), of)
  const moves = placed.flatMap(({ member: { artistId, id }, to }) => id === null || artistId === null || artistId === to ? [] : [{ id, from: artistId, to }])
  if (moves.length > 0) {
    yield* sql`
      UPDATE listening_spellings AS spelling SET artist_id = move.artist_id
      FROM unnest(${moves.map(({ id }) => id)}::int[], ${moves.map(({ to }) => to)}::int[]) AS move (id, artist_id) WHERE spelling.id = move.id`
    const moved = new Map(moves.map(({ id, to }) => [id, to]))
    for (const [name, one] of of) of.set(name, { ...one, artistId: moved.get(one.id) ?? one.artistId })
  }
  return moves
})

/** Artists by the first of their spellings. Those that others were before are heard once their plays are theirs. */
const storeArtists = Effect.fn(function*(sql: SqlClient.SqlClient, groups: ReadonlyArray<Group>) {
  if (groups.length === 0) return new Map<string, { id: number; hidden: boolean }>()
  const firsts = groups.map(({ members }) => members[0]!)
  const rows = yield* sql<{ id: number; name: string; hidden: boolean }>`
    INSERT INTO listening_artists (name, sort_name, mbid, url, hidden, heard)
    SELECT name, sort_name, mbid, url, ${matchesFilter(sql, "artist", { artist: "name" })}, heard
    FROM unnest(
      ${firsts.map((one) => one.name)}::text[], ${firsts.map((one) => sortName(one.name))}::text[],
      ${groups.map(({ members }) => members.reduce<string | null>((least, { mbid }) => lesser(least, mbid), null))}::text[],
      ${firsts.map((one) => one.url)}::text[], ${groups.map(({ members }) => members.every(({ id }) => id === null))}::boolean[]
    ) AS artist (name, sort_name, mbid, url, heard)
    RETURNING id, name, hidden`
  return new Map(rows.map((row) => [row.name, row]))
})

interface Placed {
  readonly member: Spelling
  readonly to: number
  readonly fresh: Spelled["fresh"]
}

const store = Effect.fn(function*(sql: SqlClient.SqlClient, placed: ReadonlyArray<Placed>, of: Map<string, Spelled>) {
  if (placed.length === 0) return
  const names = placed.map(({ member }) => member.name)
  const rows = yield* sql<{ id: number; name: string }>`
    INSERT INTO listening_spellings (artist_id, name, fold, sort_name, mbid, url)
    SELECT * FROM unnest(
      ${placed.map(({ to }) => to)}::int[], ${names}::text[], ${names.map(foldOf)}::text[], ${names.map(sortName)}::text[],
      ${placed.map(({ member }) => member.mbid)}::text[], ${placed.map(({ member }) => member.url)}::text[]
    ) RETURNING id, name`
  const stored = new Map(rows.map((row) => [row.name, row.id]))
  for (const { fresh, member, to } of placed) of.set(member.name, { id: stored.get(member.name)!, artistId: to, fresh })
})
