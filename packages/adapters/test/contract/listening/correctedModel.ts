import { SqlClient } from "@effect/sql"
import type { NewCorrection } from "@daybook/core/corrections"
import { ListeningStore } from "@daybook/core/listening"
import { Effect, FastCheck as fc } from "effect"
import type { ModelPlay } from "../model/corrected.js"
import { start, base, complete } from "./correctionSteps.js"

const modelArtists = Array.from({ length: 90 }, (_, index) => `Artist ${index}`)
const modelTitles = Array.from({ length: 12 }, (_, index) => `Title ${index}`)

export const modelPlays: fc.Arbitrary<ReadonlyArray<ModelPlay>> = fc
  .array(
    fc.record({
      artist: fc.constantFrom(...modelArtists),
      track: fc.constantFrom(...modelTitles),
      album: fc.constantFrom(null, ...modelTitles)
    }),
    { minLength: 1500, maxLength: 1500 }
  )
  .map((all) => all.map((play, index) => ({ ...play, at: start + index * 3_600_000 })))

const modelKey = (type: string) =>
  fc
    .tuple(fc.constantFrom(...modelArtists), fc.constantFrom(...modelTitles))
    .map(([artist, title]) => (type === "artist" ? { artist } : { artist, [type]: title }))

export const modelCorrections: fc.Arbitrary<ReadonlyArray<NewCorrection>> = fc
  .array(
    fc
      .constantFrom("artist", "album", "track", "album", "track")
      .chain((type) =>
        fc
          .record({
            kind: fc.constantFrom(
              "same" as const,
              "credit" as const,
              "name" as const,
              "hide" as const,
              "different" as const
            ),
            subject: modelKey(type),
            other: modelKey(type)
          })
          .map(({ kind, other, subject }) => ({
            ...base,
            type,
            kind,
            subject,
            object:
              kind === "same" || kind === "different" ? other : kind === "credit" ? { artist: other["artist"]! } : null,
            value: kind === "name" ? "Written" : null
          }))
      ),
    { minLength: 700, maxLength: 700 }
  )
  .map((all) => all.map((one, index) => (one.value === null ? one : { ...one, value: `Written ${index}` })))

const linesOf = (rows: ReadonlyArray<{ readonly name: string; readonly plays: number }>) =>
  rows.map(({ name, plays }) => `${name}: ${plays}`).sort()

/** What the store answers, in the words of the model. */
export const answers = Effect.gen(function* () {
  yield* complete
  const store = yield* ListeningStore
  const sql = yield* SqlClient.SqlClient
  const all = { range: { from: null, to: null }, page: { page: 1, limit: 100_000 } }
  const artists = yield* store.topArtists(all)
  const tracks = yield* store.topTracks({ ...all, artistId: null })
  const albums = yield* store.topAlbums(all)
  const totals = yield* store.totals(all.range)
  const days = yield* store.playsPerDay("2023-01-01", "2024-12-31")
  const documents = yield* sql<{ line: string }>`
    SELECT CASE entity_type WHEN 'artist' THEN title ELSE subtitle || ' / ' || title END AS line
    FROM search_documents WHERE domain = 'listening'`
  return {
    plays: totals.plays,
    artists: linesOf(artists.rows.map(({ artist, plays }) => ({ name: artist.name, plays }))),
    tracks: linesOf(tracks.rows.map(({ artist, plays, track }) => ({ name: `${artist.name} / ${track.name}`, plays }))),
    albums: linesOf(albums.rows.map(({ album, artist, plays }) => ({ name: `${artist.name} / ${album.name}`, plays }))),
    days: linesOf(days.map(({ date, plays }) => ({ name: date, plays }))),
    documents: documents.map(({ line }) => line).sort()
  }
})
