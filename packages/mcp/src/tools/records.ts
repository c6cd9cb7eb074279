import { Effect } from "effect"
import { ask } from "../Ask.js"
import { Home } from "../Home.js"
import { type RecordRef, idIfAny, idOf } from "../kit/ids.js"
import { untrusted } from "../kit/text.js"
import { event, player, venue } from "./attendingRecords.js"
import { type FetchedRecord, type Included, names, plain } from "./fetchedRecord.js"

const artist = (id: number, has: Included) =>
  Effect.map(Effect.zip(ask("listening.artist", { id }), Home), ([answer, { local }]): FetchedRecord => {
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

const album = (id: number, has: Included) =>
  Effect.map(
    Effect.zip(ask("listening.album", { id }), Home),
    ([{ first_scrobbled_at, tracks, ...rest }, { local }]): FetchedRecord => ({
      title: `${rest.name} by ${rest.artist.name}`,
      url: rest.url,
      facts: {
        ...plain(rest),
        first_played: local(first_scrobbled_at),
        tracks_played: tracks.length,
        tracks: names("listening/track", has("tracks") ? tracks : tracks.slice(0, 5))
      }
    })
  )

const track = (id: number) =>
  Effect.map(
    Effect.zip(ask("listening.track", { id }), Home),
    ([{ first_scrobbled_at, last_scrobbled_at, ...rest }, { local }]): FetchedRecord => ({
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
    })
  )

const run = (id: number, has: Included) =>
  Effect.gen(function* () {
    const answer = yield* ask("running.activity", { id })
    const splits = has("splits") ? (yield* ask("running.splits", { id })).data : []
    const facts = { ...plain(answer), date: answer.date.replace("Z", "") }
    return {
      title: answer.name,
      url: answer.strava_url,
      facts: { ...facts, ...(has("splits") ? { splits } : {}) }
    } satisfies FetchedRecord
  })

const movie = (id: number, has: Included) =>
  Effect.map(Effect.zip(ask("watching.movie", { id }), Home), ([answer, { local }]): FetchedRecord => {
    const { first_watched_at, last_watched_at, summary, tagline: _, watch_history, ...rest } = answer
    const viewings = watch_history.map(({ id, review, rewatch, user_rating, watched_at }) => ({
      viewing: idOf("watching", "viewing", id),
      watched_at: local(watched_at),
      user_rating,
      rewatch,
      review
    }))
    return {
      title: answer.year === null ? answer.title : `${answer.title} (${answer.year})`,
      url: null,
      facts: {
        ...plain(rest),
        first_watched: local(first_watched_at),
        last_watched: local(last_watched_at),
        times_watched: watch_history.length,
        viewings: has("viewings") ? viewings : viewings.slice(0, 3)
      },
      foreign: summary
    }
  })

const viewing = (id: number) =>
  Effect.map(
    Effect.zip(ask("watching.viewing", { id }), Home),
    ([{ title, watched_at, ...rest }, { local }]): FetchedRecord => ({
      title: title.year === null ? title.title : `${title.title} (${title.year})`,
      url: null,
      facts: { ...plain(rest), watched_at: local(watched_at), of: idOf("watching", title.kind, title.id) }
    })
  )

const show = (id: number, has: Included) =>
  Effect.map(Effect.zip(ask("watching.show", { id }), Home), ([answer, { local }]): FetchedRecord => {
    const { first_watched_at, seasons, summary, ...rest } = answer
    return {
      title: answer.year === null ? answer.title : `${answer.title} (${answer.year})`,
      url: null,
      facts: {
        ...plain(rest),
        first_watched: local(first_watched_at),
        seasons: seasons.map(({ episodes, episodes_watched, season_number }) => ({
          season: season_number,
          episodes_watched,
          ...(has("seasons")
            ? { episodes: episodes.map(({ episode, title }) => `${episode} ${title ?? ""}`.trim()) }
            : {})
        }))
      },
      foreign: summary
    }
  })

const copy = (id: number, has: Included) =>
  Effect.map(
    Effect.zip(ask("collecting.record", { id }), Home),
    ([{ date_added, tracklist, ...rest }, { local }]): FetchedRecord => ({
      title: `${rest.title} by ${rest.artists.join(", ")}`,
      url: rest.discogs_url,
      facts: { ...plain(rest), date_added: local(date_added), ...(has("tracks") ? { tracks: tracklist } : {}) }
    })
  )

const want = (id: number) =>
  Effect.map(
    Effect.zip(ask("collecting.want", { id }), Home),
    ([{ date_added, ...rest }, { local }]): FetchedRecord => ({
      title: `${rest.title} by ${rest.artists.join(", ")}`,
      url: rest.discogs_url,
      facts: { ...plain(rest), date_added: local(date_added), is_wanted: true }
    })
  )

/** Copies and wants have ids of one sequence: a release is one or the other. */
const release = (id: number, has: Included) =>
  Effect.catchIf(
    copy(id, has),
    ({ status }) => status === 404,
    () => want(id)
  )

const disc = (id: number) =>
  Effect.map(
    Effect.zip(ask("collecting.disc", { id }), Home),
    ([{ collected_at, watch_history, ...rest }, { local }]): FetchedRecord => {
      const { summary, tagline: _, ...facts } = plain(rest)
      return {
        title: rest.year === null ? rest.title : `${rest.title} (${rest.year})`,
        url: null,
        facts: {
          ...facts,
          collected_at: local(collected_at),
          viewings: watch_history.map(({ user_rating, watched_at }) => ({ watched_at: local(watched_at), user_rating }))
        },
        foreign: typeof summary === "string" ? summary : null
      }
    }
  )

const article = (id: number) =>
  Effect.map(Effect.zip(ask("reading.article", { id }), Home), ([answer, { local }]): FetchedRecord => {
    const { content, description: _, excerpt, finished_at, highlights, saved_at, started_at, ...rest } = answer
    const source = idOf("reading", "article", id)
    return {
      title: answer.title,
      url: answer.url,
      facts: {
        ...plain(rest),
        saved_at: local(saved_at),
        started_at: local(started_at),
        finished_at: local(finished_at),
        highlights: highlights.map(({ created_at, id, note, text }) => ({
          id: idOf("reading", "highlight", id),
          text: untrusted(source, text),
          note,
          at: local(created_at)
        }))
      },
      foreign: content ?? excerpt
    }
  })

const highlight = (id: number) =>
  Effect.map(Effect.zip(ask("reading.highlight", { id }), Home), ([answer, { local }]): FetchedRecord => ({
    title: answer.article.title,
    url: answer.article.url,
    facts: { article: idOf("reading", "article", answer.article.id), note: answer.note, at: local(answer.created_at) },
    foreign: answer.text
  }))

/** The record of an id; undefined for types that no operation answers. */
export const fetchRecord = ({ domain, id, type }: RecordRef, has: Included) => {
  switch (`${domain}/${type}`) {
    case "listening/artist":
      return artist(id, has)
    case "listening/album":
      return album(id, has)
    case "listening/track":
      return track(id)
    case "running/activity":
      return run(id, has)
    case "watching/movie":
      return movie(id, has)
    case "watching/viewing":
      return viewing(id)
    case "watching/show":
      return show(id, has)
    case "collecting/release":
      return release(id, has)
    case "collecting/want":
      return want(id)
    case "collecting/media":
    case "collecting/disc":
      return disc(id)
    case "reading/article":
      return article(id)
    case "reading/highlight":
      return highlight(id)
    case "attending/event":
      return event(id, has)
    case "attending/player":
      return player(id, has)
    case "attending/venue":
      return venue(id)
    default:
      return undefined
  }
}
