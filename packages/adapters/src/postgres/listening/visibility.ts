import { type Discovery, type Kind, type Play, type ListeningChanges, kinds } from "@daybook/core/listening"
import type { EntityRef } from "@daybook/core/shared"
import { Effect } from "effect"
import type { Ids, Names } from "./names.js"
import { sql } from "../kit/sql.js"
import { boolean, instant, nullable, number, text } from "../kit/columns.js"

/** The names that a play refers to. */
export type Named = Pick<Names, "artistId" | "albumId" | "trackId">

const idOf: Readonly<Record<Kind, (play: Pick<Ids, "artistId" | "albumId" | "trackId">) => number | null>> = {
  artist: (play) => play.artistId,
  album: (play) => play.albumId,
  track: (play) => play.trackId
}
const nameOf: Readonly<Record<Kind, (play: StoredPlay) => string | null>> = {
  artist: ({ play }) => play.artist.name,
  album: ({ albumName }) => albumName,
  track: ({ trackName }) => trackName
}
const bits: Readonly<Record<Kind, number>> = { artist: 1, album: 2, track: 4 }
const allKinds = bits.artist + bits.album + bits.track

/** A new play, and the state of its names before. */
export interface StoredPlay extends Names {
  readonly play: Play
  readonly before: Ids
}

/** Whether a play may make names appear in the library. Most plays have names with visible plays. */
export const mayAppear = (hidden: boolean, ids: Ids, play: Play): boolean =>
  ids.heard !== allKinds &&
  kinds.some((kind) => play[kind] !== null && (idOf[kind](ids) === null || (!hidden && (ids.heard & bits[kind]) === 0)))

export const unchanged: ListeningChanges = { upserted: [], deleted: [] }

/**
 * What new plays made appear in the library, out of those that `mayAppear`. New names start as visible. Names with a
 * hidden play, and stored names without visible plays, are checked again. `flipped` are plays that were deleted, or
 * shown or hidden by another service's report.
 */
export const visibilityChanges = Effect.fn("listening.visibilityChanges")(function* (
  plays: ReadonlyArray<StoredPlay>,
  flipped: ReadonlyArray<Named>
) {
  const fresh = kinds.flatMap((kind) => Array.from(freshOf(kind, plays).values()))
  const changes = yield* recheck((kind) => uncertain(kind, plays, flipped))
  const silent = new Set(changes.deleted.map(keyOf))
  const isNew = new Set(
    kinds.flatMap((kind) =>
      plays.flatMap((one) => (idOf[kind](one.before) === null ? [`${kind} ${idOf[kind](one)}`] : []))
    )
  )
  return {
    upserted: [...fresh.filter(({ id, kind }) => !silent.has(`${kind} ${id}`)), ...changes.upserted],
    deleted: changes.deleted.filter((ref) => !isNew.has(keyOf(ref)))
  } satisfies ListeningChanges
})

const keyOf = ({ id, type }: EntityRef) => `${type} ${id}`

/** New names of one kind with a visible play, each with the earliest of its plays. */
const freshOf = (kind: Kind, plays: ReadonlyArray<StoredPlay>): ReadonlyMap<number, Discovery> => {
  const fresh = new Map<number, Discovery>()
  for (const one of plays) {
    if (one.hidden || idOf[kind](one.before) !== null) continue
    const [id, named] = [idOf[kind](one), one.play[kind]]
    if (id === null || named === null) continue
    const firstPlayedAt = Math.min(one.play.playedAt, fresh.get(id)?.firstPlayedAt ?? Infinity)
    fresh.set(id, {
      kind,
      id,
      name: nameOf[kind](one) ?? named.name,
      artist: one.play.artist.name,
      mbid: named.mbid,
      givenMbid: null,
      url: named.url,
      firstPlayedAt
    })
  }
  return fresh
}

/** Names of one kind whose visibility must be checked in their plays. */
const uncertain = (
  kind: Kind,
  plays: ReadonlyArray<StoredPlay>,
  flipped: ReadonlyArray<Named>
): ReadonlySet<number> => {
  const ids = new Set<number | null>(flipped.map(idOf[kind]))
  for (const one of plays) {
    const isFresh = idOf[kind](one.before) === null
    if (one.hidden ? isFresh : !isFresh && (one.before.heard & bits[kind]) === 0) ids.add(idOf[kind](one))
  }
  ids.delete(null)
  return ids as ReadonlySet<number>
}
const visibilityColumns = {
  heard: boolean,
  firstPlayedAt: nullable(instant),
  id: number,
  name: text,
  artist: text,
  mbid: nullable(text),
  givenMbid: nullable(text),
  url: nullable(text)
}

/** Checks the plays of names again, and returns the names that appeared or disappeared. */
export const recheck = Effect.fn("listening.recheck")(function* (of: (kind: Kind) => ReadonlySet<number> | "all") {
  const upserted: Array<Discovery> = []
  const deleted: Array<EntityRef> = []
  for (const kind of kinds) {
    const ids = of(kind)
    if (ids !== "all" && ids.size === 0) continue
    for (const { firstPlayedAt, heard, ...named } of yield* turn(kind, ids)) {
      if (heard) upserted.push({ ...named, kind, firstPlayedAt: firstPlayedAt ?? 0 })
      else deleted.push({ type: kind, id: named.id })
    }
  }
  return { upserted, deleted } satisfies ListeningChanges
})

const turn = (kind: Kind, ids: ReadonlySet<number> | "all") => {
  const plays = sql`FROM listening_plays AS play WHERE play.visible AND play.${sql.literal(kind)}_id = named.id`
  const artist =
    kind === "artist" ? sql`named.name` : sql`(SELECT name FROM listening_artists WHERE id = named.artist_id)`
  return sql(visibilityColumns)`
    UPDATE listening_${sql.literal(kind)}s AS named SET heard = NOT heard
    WHERE ${ids === "all" ? sql`true` : sql`id = ANY(${[...ids]}::int[])`} AND heard <> EXISTS (SELECT ${plays})
    RETURNING id, name, ${artist} AS artist, mbid, given_mbid, url, heard, (SELECT min(played_at) ${plays}) AS first_played_at`
}
