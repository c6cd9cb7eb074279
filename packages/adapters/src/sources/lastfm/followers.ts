import { Catalogue, type Wanted } from "@daybook/core/listening"
import { announced, type Follower, type SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Option, Schema, Stream } from "effect"
import { cleanName, follower, type LookUp, whole } from "../scrobbles/index.js"
import { bioText } from "./bio.js"
import { genreOf } from "./genres.js"
import type { LastFm } from "./LastFm.js"
import { ArtistInfo, itemsOf, SimilarArtist, SimilarArtists, Tag, TopTags, UserInfo } from "./wire.js"

const batch = 20
const mostTags = 20
const mostSimilar = 50

/** What Last.fm knows of the artists that were heard: tags and genre, biography, similar artists. */
export const followers = (lastFm: LastFm): ReadonlyArray<Follower<Catalogue>> => [
  ofArtists("lastfm-tags", (artist) => tags(lastFm, artist)),
  ofArtists("lastfm-bios", (artist) => bio(lastFm, artist)),
  ofArtists("lastfm-similar", (artist) => similar(lastFm, artist)),
  account(lastFm)
]

const monthMs = 30 * 86_400_000

/** When the account was opened, which does not change; that it was not told may. */
const account = (lastFm: LastFm): Follower<Catalogue> => {
  const due = Effect.flatMap(Catalogue, (catalogue) => Effect.map(catalogue.accountDue("lastfm"), (isDue) => isDue ? 1 : 0))
  const look = Effect.gen(function*() {
    const { user } = yield* lastFm.call("user.getInfo", UserInfo, { user: lastFm.username })
    const seconds = user.registered?.unixtime ?? null
    const catalogue = yield* Catalogue
    yield* catalogue.setAccount("lastfm", seconds === null || seconds <= 0 ? null : seconds * 1_000, (yield* Clock.currentTimeMillis) + monthMs)
    return { done: 1, left: 0 }
  })
  return { id: "lastfm-account", drain: announced(due, Stream.fromEffect(look)) }
}

const ofArtists = (id: string, lookUp: LookUp): Follower<Catalogue> =>
  follower({ id, kind: "artist", batch, pass: () => ({ arrange: (artists) => artists, lookUp }) })

/** Asks by name, and by the identifier only where the name is unknown: Last.fm holds stale identifiers. */
const aboutArtist = <A, I>(
  lastFm: LastFm,
  method: string,
  schema: Schema.Schema<A, I>,
  { mbid, name }: Wanted,
  more: Readonly<Record<string, string | number>> = {}
) => {
  const ask = (who: Readonly<Record<string, string>>) =>
    lastFm.call(method, schema, { ...who, autocorrect: 1, ...more }).pipe(
      Effect.asSome,
      Effect.catchIf(isUnknown, () => Effect.succeedNone)
    )
  return Effect.flatMap(ask({ artist: name }), (found) =>
    Option.isSome(found) || mbid === null ? Effect.succeed(found) : ask({ mbid }))
}

const isUnknown = (failure: SourceFailure) => failure.state === "not_found"

const tags = Effect.fn("lastfm.tags")(function*(lastFm: LastFm, artist: Wanted) {
  const answer = yield* aboutArtist(lastFm, "artist.getTopTags", TopTags, artist)
  const found = readable(Tag, Option.match(answer, { onNone: () => [], onSome: ({ toptags }) => itemsOf(toptags.tag) }))
    .flatMap(({ count, name }) => {
      const clean = cleanName(name)
      return clean === null || count <= 0 ? [] : [{ name: clean, count }]
    })
  const catalogue = yield* Catalogue
  if (found.length > 0) yield* catalogue.setTags(artist.id, found.slice(0, mostTags), genreOf(found.map(({ name }) => name)))
  return found.length > 0
})

const bio = Effect.fn("lastfm.bio")(function*(lastFm: LastFm, artist: Wanted) {
  const answer = yield* aboutArtist(lastFm, "artist.getInfo", ArtistInfo, artist, { username: lastFm.username })
  if (Option.isNone(answer)) return false
  const { bio, stats } = answer.value.artist
  const summary = bioText(bio?.summary)
  const content = bioText(bio?.content)
  const catalogue = yield* Catalogue
  const at = yield* Clock.currentTimeMillis
  yield* catalogue.setBio(artist.id, { summary, content, plays: whole(stats?.userplaycount), at })
  return summary !== null || content !== null
})

const similar = Effect.fn("lastfm.similar")(function*(lastFm: LastFm, artist: Wanted) {
  const answer = yield* aboutArtist(lastFm, "artist.getSimilar", SimilarArtists, artist, { limit: mostSimilar })
  const found = readable(SimilarArtist, Option.match(answer, { onNone: () => [], onSome: ({ similarartists }) => itemsOf(similarartists.artist) }))
    .flatMap(({ match, name }) => {
      const clean = cleanName(name)
      return clean === null || !(match > 0) ? [] : [{ name: clean, match: Math.min(1, match) }]
    })
  const distinct = [...new Map(found.map((one) => [one.name, one])).values()]
  const catalogue = yield* Catalogue
  if (distinct.length > 0) yield* catalogue.setSimilar(artist.id, distinct)
  return distinct.length > 0
})

/** The items that can be read; a broken one costs only itself. */
const readable = <A, I>(schema: Schema.Schema<A, I>, items: ReadonlyArray<unknown>): ReadonlyArray<A> => {
  const decode = Schema.decodeUnknownOption(schema)
  return items.flatMap((item) => Option.toArray(decode(item)))
}
