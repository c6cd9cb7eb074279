import { type Appeared, type Kind, type Play, type Presence, kinds } from "@daybook/core/listening"
import type { EntityRef } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import type { Ids, Names } from "./names.js"

/** The names that a play hangs on. */
export type Named = Pick<Names, "artistId" | "albumId" | "trackId">

const idOf: Readonly<Record<Kind, (play: Pick<Ids, "artistId" | "albumId" | "trackId">) => number | null>> = {
  artist: (play) => play.artistId,
  album: (play) => play.albumId,
  track: (play) => play.trackId
}
const bits: Readonly<Record<Kind, number>> = { artist: 1, album: 2, track: 4 }
const allHeard = bits.artist + bits.album + bits.track

/** A play just stored, and what was known of its names before. */
export interface Stored extends Names {
  readonly play: Play
  readonly known: Ids
}

/** Whether names can come into the library with a play: most plays are of names known and heard before. */
export const mayAppear = (hidden: boolean, known: Ids, play: Play): boolean =>
  known.heard !== allHeard && kinds.some((kind) => play[kind] !== null && (idOf[kind](known) === null || !hidden && (known.heard & bits[kind]) === 0))

export const unchanged: Presence = { appeared: [], vanished: [] }

/**
 * What plays just stored brought into the library, out of those that `mayAppear`. Names new with them count as heard from
 * the start; what is to be looked at again are those whose plays a filter hides, and names known before that had no
 * visible play. `flipped` are plays removed, or shown or hidden by another service's report.
 */
export const presenceOf = Effect.fn("listening.presenceOf")(function*(sql: SqlClient.SqlClient, stored: ReadonlyArray<Stored>, flipped: ReadonlyArray<Named>) {
  const fresh = kinds.flatMap((kind) => Array.from(freshOf(kind, stored).values()))
  const turned = yield* recheck(sql, (kind) => doubtful(kind, stored, flipped))
  const silent = new Set(turned.vanished.map(keyOf))
  const isNew = new Set(kinds.flatMap((kind) => stored.flatMap((one) => idOf[kind](one.known) === null ? [`${kind} ${idOf[kind](one)}`] : [])))
  return {
    appeared: [...fresh.filter(({ id, kind }) => !silent.has(`${kind} ${id}`)), ...turned.appeared],
    vanished: turned.vanished.filter((ref) => !isNew.has(keyOf(ref)))
  } satisfies Presence
})

const keyOf = ({ id, type }: EntityRef) => `${type} ${id}`

/** Names of one kind that are new and have a visible play, each with the earliest of its plays. */
const freshOf = (kind: Kind, stored: ReadonlyArray<Stored>): ReadonlyMap<number, Appeared> => {
  const fresh = new Map<number, Appeared>()
  for (const one of stored) {
    if (one.hidden || idOf[kind](one.known) !== null) continue
    const [id, named] = [idOf[kind](one), one.play[kind]]
    if (id === null || named === null) continue
    const firstPlayedAt = Math.min(one.play.playedAt, fresh.get(id)?.firstPlayedAt ?? Infinity)
    fresh.set(id, { kind, id, name: named.name, artist: one.play.artist.name, mbid: named.mbid, url: named.url, firstPlayedAt })
  }
  return fresh
}

/** Names of one kind of which only the plays can tell whether they are heard. */
const doubtful = (kind: Kind, stored: ReadonlyArray<Stored>, flipped: ReadonlyArray<Named>): ReadonlySet<number> => {
  const ids = new Set<number | null>(flipped.map(idOf[kind]))
  for (const one of stored) {
    const isFresh = idOf[kind](one.known) === null
    if (one.hidden ? isFresh : !isFresh && (one.known.heard & bits[kind]) === 0) ids.add(idOf[kind](one))
  }
  ids.delete(null)
  return ids as ReadonlySet<number>
}

interface Turned extends Omit<Appeared, "kind" | "firstPlayedAt"> {
  readonly heard: boolean
  readonly firstPlayedAt: number | null
}

/** Looks at the plays of names again, and gives those that came into the library or left it. */
export const recheck = Effect.fn("listening.recheck")(function*(sql: SqlClient.SqlClient, of: (kind: Kind) => ReadonlySet<number> | "all") {
  const appeared: Array<Appeared> = []
  const vanished: Array<EntityRef> = []
  for (const kind of kinds) {
    const ids = of(kind)
    if (ids !== "all" && ids.size === 0) continue
    for (const { firstPlayedAt, heard, ...named } of yield* turn(sql, kind, ids)) {
      if (heard) appeared.push({ ...named, kind, firstPlayedAt: firstPlayedAt ?? 0 })
      else vanished.push({ type: kind, id: named.id })
    }
  }
  return { appeared, vanished } satisfies Presence
})

const turn = (sql: SqlClient.SqlClient, kind: Kind, ids: ReadonlySet<number> | "all") => {
  const plays = sql`FROM listening_plays AS play WHERE play.visible AND play.${sql.literal(kind)}_id = named.id`
  const artist = kind === "artist" ? sql`named.name` : sql`(SELECT name FROM listening_artists WHERE id = named.artist_id)`
  return sql<Turned>`
    UPDATE listening_${sql.literal(kind)}s AS named SET heard = NOT heard
    WHERE ${ids === "all" ? sql`true` : sql`id = ANY(${[...ids]}::int[])`} AND heard <> EXISTS (SELECT ${plays})
    RETURNING id, name, ${artist} AS artist, mbid, url, heard, (SELECT min(played_at) ${plays}) AS first_played_at`
}
