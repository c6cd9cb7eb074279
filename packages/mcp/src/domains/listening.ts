import { Effect } from "effect"
import { ask, askIfAny } from "../Ask.js"
import { idIfAny, idOf } from "../kit/ids.js"
import type { WhenRange } from "../kit/when.js"
import { datesOf } from "../Tool.js"
import type { Answer, RecordRequest, Share } from "./Domain.js"
import { type FetchedRecord, names, plain } from "./FetchedRecord.js"
import { builtIn, byCount, maxFavourites, ranged, totalsFrom, yearNumbers } from "./kit.js"

const artist = (id: number, { has, local }: RecordRequest) =>
  Effect.map(ask("listening.artist", { id }), (answer): FetchedRecord => {
    const {
      bio_content,
      bio_summary,
      concerts,
      first_scrobbled_at,
      last_played_at,
      similar_artists,
      tags,
      top_albums,
      top_tracks,
      ...rest
    } = answer
    return {
      title: answer.name,
      url: answer.url,
      facts: {
        ...plain(rest),
        first_played: local(first_scrobbled_at),
        last_played: local(last_played_at),
        tags: tags?.map(({ name }) => name).slice(0, 5) ?? [],
        concerts: concerts.map(({ event_id, ...concert }) => ({
          ...concert,
          id: idOf("attending", "event", event_id)
        })),
        top_albums: names("listening/album", top_albums.slice(0, has("albums") ? 10 : 3)),
        top_tracks: names("listening/track", top_tracks.slice(0, has("tracks") ? 10 : 5)),
        ...(has("similar") ? { similar: names("listening/artist", similar_artists) } : {})
      },
      foreign: bio_content ?? bio_summary
    }
  })

const album = (id: number, { has, local }: RecordRequest) =>
  Effect.map(ask("listening.album", { id }), ({ first_scrobbled_at, tracks, ...rest }): FetchedRecord => ({
    title: `${rest.name} by ${rest.artist.name}`,
    url: rest.url,
    facts: {
      ...plain(rest),
      first_played: local(first_scrobbled_at),
      tracks_played: tracks.length,
      tracks: names("listening/track", has("tracks") ? tracks : tracks.slice(0, 5))
    }
  }))

const track = (id: number, { local }: RecordRequest) =>
  Effect.map(ask("listening.track", { id }), ({ first_scrobbled_at, last_scrobbled_at, ...rest }): FetchedRecord => ({
    title: `${rest.name} by ${rest.artist.name}`,
    url: null,
    facts: {
      ...plain(rest),
      artist: rest.artist.name,
      artist_id: idOf("listening", "artist", rest.artist.id),
      album: rest.album.name,
      album_id: idIfAny("listening", "album", rest.album.id),
      first_played: local(first_scrobbled_at),
      last_played: local(last_scrobbled_at)
    }
  }))

/** Plays by genre, summed over the years of a range. */
const genres = (range: WhenRange): Answer<ReadonlyArray<Share>> =>
  Effect.map(ask("listening.genres", { ...datesOf(range), group_by: "year", limit: 50 }), ({ data }) => {
    const sums = new Map<string, number>()
    for (const { genres } of data)
      for (const [name, count] of Object.entries(genres)) sums.set(name, (sums.get(name) ?? 0) + count)
    return byCount(Array.from(sums, ([name, count]) => ({ name, count })))
  })

export const listening = builtIn("listening", {
  noun: "plays",
  totals: (range) =>
    Effect.map(ask("listening.stats", datesOf(range)), (totals) =>
      totalsFrom(totals, ["total_scrobbles", "unique_artists", "unique_albums", "unique_tracks"], ["total_scrobbles"])
    ),
  span: ({ dayOf }) =>
    Effect.gen(function* () {
      // The last page of a long history is slow; the calendar of its first year is not.
      const [newest, { data }] = yield* Effect.all([ask("listening.recent", { limit: 1 }), ask("listening.years")])
      const year = data.at(-1)?.year
      const days = year === undefined ? [] : (yield* ask("listening.calendar", { year })).days
      const last = newest.data[0]?.scrobbled_at ?? null
      return { first: days[0]?.date ?? null, last: last === null ? null : dayOf(last) }
    }),
  calendar: (year) => Effect.map(ask("listening.calendar", { year }), ({ days }) => days),
  streaks: askIfAny("listening.streaks"),
  year: (year) => askIfAny("listening.year", { year }),
  years: Effect.map(askIfAny("listening.years"), (years) => yearNumbers(years?.data)),
  properties: { genre: ranged("plays", genres) },
  favourites: (range) =>
    Effect.map(
      ask("listening.topArtists", {
        ...datesOf(range),
        ...(range.from === null ? { period: "overall" } : {}),
        limit: maxFavourites
      }),
      ({ data }) =>
        data.map(({ id, name, playcount }) => ({ name, plays: playcount, id: idOf("listening", "artist", id) }))
    ),
  genres,
  records: { artist, album, track }
})
