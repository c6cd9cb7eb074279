import {
  type Named,
  type Play,
  type Spelling,
  type SpellingGroup,
  completesName,
  dividedNames,
  foldOf,
  groupSpellings,
  mbidOf,
  nameFields,
  spellingsOf,
  withOneSpelling
} from "@daybook/core/listening"
import { withoutMarks } from "@daybook/core/shared"
import { Effect } from "effect"
import { boolean, number, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { bestAddress, matchesFilter } from "./rows.js"

const reportedColumns = columnsOf(nameFields)
const spellingColumns = { id: number, artistId: number, ...reportedColumns }
const reportedSpellings = table("listening_spellings", reportedColumns)
const movedSpellings = table("listening_plays", { spellingId: number, artistId: number })
const newSpellings = table("listening_spellings", { artistId: number, fold: text, sortName: text, ...reportedColumns })
const newArtists = table("listening_artists", { sortName: text, heard: boolean, ...reportedColumns })

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
  /** The names among these, folded, that MBIDs divide into several artists. */
  readonly divided: ReadonlySet<string>
}

const summarize = (of: ReadonlyMap<string, Spelled>): Pick<Spellings, "of" | "single" | "divided"> => ({
  of,
  single: withOneSpelling(of.values()),
  divided: dividedNames(Array.from(of, ([name, { artistId }]) => ({ name, artistId })))
})

/** Finds the spellings of a page and their artists, and inserts the missing ones. */
export const storeSpellings = Effect.fn("listening.storeSpellings")(function* (plays: ReadonlyArray<Play>) {
  const reports = spellingsOf(plays)
  if (reports.length === 0) return { ...summarize(new Map()), completed: new Set(), moves: [] } satisfies Spellings
  const folds = new Set(reports.map(({ name }) => foldOf(name)))
  const existing = yield* sql(spellingColumns)`
    SELECT id, artist_id, name, mbid, url FROM listening_spellings WHERE fold = ANY(${[...folds]}::text[])`
  const byName = new Map(existing.map((one) => [one.name, one]))
  const isRicher = (report: Named) => {
    const spelling = byName.get(report.name)
    return spelling !== undefined && completesName(report, spelling)
  }
  const missing = reports.filter(({ name }) => !byName.has(name))
  const richer = reports.filter(isRicher)
  const of = new Map(existing.map(({ artistId, id, name }): [string, Spelled] => [name, { id, artistId, fresh: null }]))
  if (missing.length + richer.length === 0)
    return { ...summarize(of), completed: new Set(), moves: [] } satisfies Spellings
  const completed = new Set(plays.flatMap(({ artist }, place) => (isRicher(artist) ? [place] : [])))
  if (richer.length > 0) yield* complete(richer)
  const moves = yield* arrange(groupSpellings(existing, missing, richer), of)
  return { ...summarize(of), completed, moves } satisfies Spellings
})

const complete = (richer: ReadonlyArray<Named>) =>
  sql`
    UPDATE listening_spellings AS spelling
    SET mbid = least(spelling.mbid COLLATE "C", reported.mbid),
      url = ${bestAddress(sql`spelling.url`, sql`reported.url`)}
    FROM ${reportedSpellings.valuesOf(richer, "reported")}
    WHERE spelling.name = reported.name`

/** The rows of moves, as `move`. */
export const movesOf = (moves: ReadonlyArray<Move>) =>
  movedSpellings.valuesOf(
    moves.map(({ id, to }) => ({ spellingId: id, artistId: to })),
    "move"
  )

/** Stores new artists and spellings, and assigns spellings to their artists. */
const arrange = Effect.fn(function* (groups: ReadonlyArray<SpellingGroup>, of: Map<string, Spelled>) {
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
      FROM ${movesOf(moves)} WHERE spelling.id = move.spelling_id`
    const moved = new Map(moves.map(({ id, to }) => [id, to]))
    for (const [name, one] of of) of.set(name, { ...one, artistId: moved.get(one.id) ?? one.artistId })
  }
  return moves
})

/**
 * Inserts artists, named by their first spelling. Artists split off from others become visible when their plays are
 * moved.
 */
const storeArtists = Effect.fn(function* (groups: ReadonlyArray<SpellingGroup>) {
  if (groups.length === 0) return new Map<string, { id: number; hidden: boolean }>()
  const artists = groups.map(({ members }) => ({
    name: members[0]!.name,
    sortName: withoutMarks(members[0]!.name),
    mbid: mbidOf(members),
    url: members[0]!.url,
    heard: members.every(({ id }) => id === null)
  }))
  const rows = yield* sql({ id: number, name: text, hidden: boolean })`
    INSERT INTO listening_artists (name, sort_name, reported_mbid, url, heard, hidden)
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
