import { SqlClient } from "@effect/sql"
import { type Correction, Corrections, type NewCorrection, conflictOf } from "@daybook/core/corrections"
import { ListeningFilters, ListeningRecords, type Play, listeningRules, publishChanges } from "@daybook/core/listening"
import { expect } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { wipe } from "../model/database.js"

export const start = 1_700_000_000_000

export const artists = ["Lieu", "LIEU", "Zoë", "Zoe", "Kerrim", "Kerrim feat. Zoë"]
const titles = ["Harbour", "harbour", "Harbor", "North"]

/** A page of a source, or the loss of the plays of a span. */
export type Step =
  | { readonly _tag: "Put"; readonly source: string; readonly plays: ReadonlyArray<Play> }
  | { readonly _tag: "Lose"; readonly source: string; readonly from: number; readonly to: number }
  | { readonly _tag: "Hide"; readonly artist: string }
  | { readonly _tag: "Correct"; readonly correction: NewCorrection }

export const named = (name: string, mbid: string | null = null) => ({ name, mbid, url: null })

const plays: fc.Arbitrary<Play> = fc
  .record({
    minute: fc.nat({ max: 40 }),
    artist: fc.constantFrom(...artists),
    mbid: fc.constantFrom(null, null, "a", "b"),
    track: fc.constantFrom(...titles),
    album: fc.constantFrom(null, ...titles)
  })
  .map(({ album, artist, mbid, minute, track }) => ({
    playedAt: start + minute * 45_000,
    precision: "second" as const,
    artist: named(artist, artist.toLowerCase() === "lieu" ? mbid : null),
    track: named(track),
    album: album === null ? null : named(album)
  }))

export const puts: fc.Arbitrary<Step> = fc.record({
  _tag: fc.constant("Put" as const),
  source: fc.constantFrom("lastfm", "listenbrainz"),
  plays: fc.array(plays, { minLength: 1, maxLength: 6 })
})

export const losses: fc.Arbitrary<Step> = fc
  .record({
    source: fc.constantFrom("lastfm", "listenbrainz"),
    from: fc.nat({ max: 40 }),
    minutes: fc.nat({ max: 20 })
  })
  .map(({ from, minutes, source }) => ({
    ...{ _tag: "Lose" as const, source, from: start + from * 45_000, to: start + (from + minutes) * 45_000 }
  }))

const artistKeys = fc.constantFrom({ artist: "Nobody yet" }, ...artists.map((artist) => ({ artist })))
const mbidKeys = fc.constantFrom({ artist: "Lieu", artist_mbid: "a" }, { artist: "Lieu", artist_mbid: "b" })
const keys = fc.oneof({ weight: 5, arbitrary: artistKeys }, { weight: 1, arbitrary: mbidKeys })

export const base = { domain: "listening", reason: null }
const ids = fc.constantFrom(
  "none",
  "mbid=00000000-0000-4000-8000-00000000000a",
  "mbid=00000000-0000-4000-8000-00000000000b"
)
const ofArtists: fc.Arbitrary<NewCorrection> = fc.oneof(
  fc
    .record({
      kind: fc.constantFrom("same" as const, "same" as const, "different" as const),
      subject: keys,
      object: keys
    })
    .map((one) => ({ ...base, ...one, type: "artist", value: null })),
  keys.map((subject) => ({ ...base, kind: "name" as const, type: "artist", subject, object: null, value: "Written" })),
  keys.map((subject) => ({ ...base, kind: "hide" as const, type: "artist", subject, object: null, value: null })),
  fc
    .tuple(keys, ids)
    .map(([subject, value]) => ({
      ...{ ...base, kind: "identify" as const, type: "artist", subject, object: null, value }
    }))
)
const ofTitles: fc.Arbitrary<NewCorrection> = fc
  .record({
    type: fc.constantFrom("album", "track"),
    kind: fc.constantFrom("same" as const, "same" as const, ...(["credit", "name", "identify", "hide"] as const)),
    artist: keys,
    other: keys,
    title: fc.constantFrom(...titles),
    otherTitle: fc.constantFrom("Unheard", ...titles),
    id: ids
  })
  .map(({ artist, id, kind, other, otherTitle, title, type }) => ({
    ...base,
    kind,
    type,
    subject: { ...artist, [type]: title },
    object: kind === "same" ? { ...other, [type]: otherTitle } : kind === "credit" ? other : null,
    value: kind === "name" ? "Written" : kind === "identify" ? id : null
  }))

/** Corrections that are valid and contradict none before. */
export const corrections: fc.Arbitrary<ReadonlyArray<NewCorrection>> = fc
  .array(fc.oneof(ofArtists, ofTitles), { maxLength: 5 })
  .map((all) => {
    const accepted: Array<Correction> = []
    for (const one of all) {
      if (isOfOneName(one)) continue
      if (conflictOf(listeningRules, accepted, one) === null)
        accepted.push({ ...one, id: accepted.length + 1, createdAt: 0 })
    }
    return accepted
  })

/** Keys of equal names are refused, unless both have different MBIDs. */
const isOfOneName = ({ object, subject, type }: NewCorrection) => {
  const names = (key: NewCorrection["subject"]) => `${key["artist"]}\n${key[type]}`.toLowerCase()
  return object !== null && names(subject) === names(object)
}

export const perform = Effect.fn(function* (step: Step) {
  const records = yield* ListeningRecords
  if (step._tag === "Correct")
    return yield* Effect.flatMap(Corrections, ({ importAll }) => importAll([step.correction]))
  if (step._tag === "Hide")
    return yield* Effect.flatMap(
      Effect.flatMap(ListeningFilters, (filters) =>
        filters.add({ type: "custom", scope: "artist", pattern: step.artist, reason: null })
      ),
      ({ changes }) => publishChanges(changes)
    )
  if (step._tag === "Put") {
    const { changes } = yield* records.put(step.source, step.plays, null)
    return yield* publishChanges(changes)
  }
  const { missing } = yield* records.put(step.source, [], { from: step.from, to: step.to })
  const { changes } = yield* records.remove(step.source, missing)
  yield* publishChanges(changes)
})

export const performAll = (steps: ReadonlyArray<Step>) =>
  Effect.zipRight(wipe, Effect.forEach(steps, perform, { discard: true }))

export const complete = Effect.flatMap(ListeningRecords, (records) => records.completeCounts)

/** What answers are made of, without ids. */
export const library = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* complete
  const rows = yield* sql<{ line: string }>`
    SELECT concat_ws(' | ', 'play', played_at, source, spelling.name, artist.name, artist.mbid, track.name, album.name,
      album_artist.name, twin, visible) AS line
    FROM listening_plays AS play JOIN listening_artists AS artist ON artist.id = play.artist_id
    JOIN listening_spellings AS spelling ON spelling.id = play.spelling_id
    JOIN listening_tracks AS track ON track.id = track_id AND track.artist_id = artist.id
    LEFT JOIN listening_albums AS album ON album.id = album_id
    LEFT JOIN listening_artists AS album_artist ON album_artist.id = album.artist_id
    UNION ALL SELECT concat_ws(' | ', kind, grain, bucket, coalesce(artist.name, album.name, track.name),
      coalesce(of_album.name, of_track.name), plays)
    FROM listening_counts
    LEFT JOIN listening_artists AS artist ON kind = 'artist' AND artist.id = subject
    LEFT JOIN listening_albums AS album ON kind = 'album' AND album.id = subject
    LEFT JOIN listening_artists AS of_album ON of_album.id = album.artist_id
    LEFT JOIN listening_tracks AS track ON kind = 'track' AND track.id = subject
    LEFT JOIN listening_artists AS of_track ON of_track.id = track.artist_id
    UNION ALL SELECT concat_ws(' | ', 'total', grain, bucket, plays, artists, albums, tracks) FROM listening_totals
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, title, subtitle) FROM search_documents
    UNION ALL SELECT concat_ws(' | ', 'artist', name, mbid) FROM listening_artists WHERE heard
    UNION ALL SELECT concat_ws(' | ', 'album', album.name, artist.name, album.mbid) FROM listening_albums AS album
      JOIN listening_artists AS artist ON artist.id = artist_id WHERE album.heard
    UNION ALL SELECT concat_ws(' | ', 'track', track.name, artist.name, track.mbid) FROM listening_tracks AS track
      JOIN listening_artists AS artist ON artist.id = artist_id WHERE track.heard`
  return rows.map(({ line }) => line).sort()
})

/**
 * Every row that answers are made of, with its ids. Hints of pictures are left out: a record that is published again
 * has those of all its reports.
 */
export const rows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* complete
  const all = yield* sql<{ line: string }>`
    SELECT concat('play ', to_jsonb(play)) AS line FROM listening_plays AS play
    UNION ALL SELECT concat('artist ', to_jsonb(artist)) FROM listening_artists AS artist WHERE heard
    UNION ALL SELECT concat('album ', to_jsonb(album)) FROM listening_albums AS album WHERE heard
    UNION ALL SELECT concat('track ', to_jsonb(track)) FROM listening_tracks AS track WHERE heard
    UNION ALL SELECT concat('count ', to_jsonb(counted)) FROM listening_counts AS counted
    UNION ALL SELECT concat('total ', to_jsonb(total)) FROM listening_totals AS total
    UNION ALL SELECT concat('feed ', to_jsonb(item) - 'updated_at') FROM feed_items AS item
    UNION ALL SELECT concat('picture ', to_jsonb(image) - 'due_at' - 'hints') FROM images AS image
      WHERE NOT gone AND (entity_type, entity_id) IN (SELECT entity_type, entity_id FROM search_documents)
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, entity_id, title, subtitle) FROM search_documents`
  return all.map(({ line }) => line).sort()
})

/** Compares lists of lines, so that a failure shows only those that differ. */
export const expectSame = (actual: ReadonlyArray<string>, expected: ReadonlyArray<string>) => {
  const without = (lines: ReadonlyArray<string>, others: ReadonlyArray<string>) => {
    const left = [...others]
    return lines.filter((line) => {
      const place = left.indexOf(line)
      if (place >= 0) left.splice(place, 1)
      return place < 0
    })
  }
  const [added, missing] = [without(actual, expected), without(expected, actual)]
  expect(JSON.stringify({ added, missing }, null, 1)).toBe(JSON.stringify({ added: [], missing: [] }, null, 1))
}

export const finish = Effect.flatMap(Corrections, (service) => service.finish("listening", () => Effect.void))

export const correct = (correction: NewCorrection): Step => ({ _tag: "Correct", correction })
