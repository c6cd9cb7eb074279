import { ListeningEnrichmentStore, type EnrichmentTarget } from "@daybook/core/listening"
import { announceWork, type Enrichment, type SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Option, Schema, Stream } from "effect"
import { type Enrich, catalogueEnrichment } from "../kit/enrichment/catalogue.js"
import { cleanName, plainText, wholeNumber } from "../kit/values.js"
import type { LastFm } from "./client.js"
import { genreOf } from "./genres.js"
import { ArtistInfo, itemsOf, SimilarArtist, SimilarArtists, Tag, TopTags, UserInfo } from "./wire.js"

const batch = 20
const maxTags = 20
const maxSimilar = 50

/** Tags and genre, biography and similar artists from Last.fm. */
export const enrichments = (lastFm: LastFm): ReadonlyArray<Enrichment<ListeningEnrichmentStore>> => [
  ofArtists("lastfm-tags", (artist) => tags(lastFm, artist)),
  ofArtists("lastfm-bios", (artist) => bio(lastFm, artist)),
  ofArtists("lastfm-similar", (artist) => similar(lastFm, artist)),
  account(lastFm)
]

const monthMs = 30 * 86_400_000

/** When the account was created. This is read again monthly, since it may have been missing. */
const account = (lastFm: LastFm): Enrichment<ListeningEnrichmentStore> => {
  const due = Effect.flatMap(ListeningEnrichmentStore, (catalogue) =>
    Effect.map(catalogue.accountDue("lastfm"), (isDue) => (isDue ? 1 : 0))
  )
  const readAccount = Effect.gen(function* () {
    const { user } = yield* lastFm.call("user.getInfo", UserInfo, { user: lastFm.username })
    const seconds = user.registered?.unixtime ?? null
    const catalogue = yield* ListeningEnrichmentStore
    yield* catalogue.setAccount(
      "lastfm",
      seconds === null || seconds <= 0 ? null : seconds * 1_000,
      (yield* Clock.currentTimeMillis) + monthMs
    )
    return { done: 1, left: 0 }
  })
  return { id: "lastfm-account", drain: announceWork(due, Stream.fromEffect(readAccount)) }
}

const ofArtists = (id: string, enrich: Enrich): Enrichment<ListeningEnrichmentStore> =>
  catalogueEnrichment({ id, kind: "artist", batch, pass: () => ({ arrange: (artists) => artists, enrich: enrich }) })

/**
 * Requests by name, and by identifier only if the name is unknown: Last.fm has stale identifiers. An artist that the
 * owner identified is asked for by that alone.
 */
const aboutArtist = <A, I>(
  lastFm: LastFm,
  method: string,
  schema: Schema.Schema<A, I>,
  { isIdentified, mbid, name }: EnrichmentTarget,
  more: Readonly<Record<string, string | number>> = {}
) => {
  const ask = (who: Readonly<Record<string, string>>) =>
    lastFm.call(method, schema, { ...who, autocorrect: 1, ...more }).pipe(
      Effect.asSome,
      Effect.catchIf(isUnknown, () => Effect.succeedNone)
    )
  if (isIdentified && mbid !== null) return ask({ mbid })
  return Effect.flatMap(ask({ artist: name }), (answer) =>
    Option.isSome(answer) || mbid === null ? Effect.succeed(answer) : ask({ mbid })
  )
}

const isUnknown = (failure: SourceFailure) => failure.state === "not_found"

const tags = Effect.fn("lastfm.tags")(function* (lastFm: LastFm, artist: EnrichmentTarget) {
  const answer = yield* aboutArtist(lastFm, "artist.getTopTags", TopTags, artist)
  const artistTags = readable(
    Tag,
    Option.match(answer, { onNone: () => [], onSome: ({ toptags }) => itemsOf(toptags.tag) })
  ).flatMap(({ count, name }) => {
    const clean = cleanName(name)
    return clean === null || count <= 0 ? [] : [{ name: clean, count }]
  })
  const catalogue = yield* ListeningEnrichmentStore
  if (artistTags.length > 0)
    yield* catalogue.setTags(artist.id, artistTags.slice(0, maxTags), genreOf(artistTags.map(({ name }) => name)))
  return artistTags.length > 0
})

const bio = Effect.fn("lastfm.bio")(function* (lastFm: LastFm, artist: EnrichmentTarget) {
  const answer = yield* aboutArtist(lastFm, "artist.getInfo", ArtistInfo, artist, { username: lastFm.username })
  if (Option.isNone(answer)) return false
  const { bio, stats } = answer.value.artist
  const summary = bioText(bio?.summary)
  const content = bioText(bio?.content)
  const catalogue = yield* ListeningEnrichmentStore
  const at = yield* Clock.currentTimeMillis
  yield* catalogue.setBio(artist.id, { summary, content, plays: wholeNumber(stats?.userplaycount), at })
  return summary !== null || content !== null
})

const similar = Effect.fn("lastfm.similar")(function* (lastFm: LastFm, artist: EnrichmentTarget) {
  const answer = yield* aboutArtist(lastFm, "artist.getSimilar", SimilarArtists, artist, { limit: maxSimilar })
  const similarArtists = readable(
    SimilarArtist,
    Option.match(answer, { onNone: () => [], onSome: ({ similarartists }) => itemsOf(similarartists.artist) })
  ).flatMap(({ match, name }) => {
    const clean = cleanName(name)
    return clean === null || !(match > 0) ? [] : [{ name: clean, match: Math.min(1, match) }]
  })
  const distinct = [...new Map(similarArtists.map((one) => [one.name, one])).values()]
  const catalogue = yield* ListeningEnrichmentStore
  if (distinct.length > 0) yield* catalogue.setSimilar(artist.id, distinct)
  return distinct.length > 0
})

/** The items that decode; a broken item costs only itself. */
const readable = <A, I>(schema: Schema.Schema<A, I>, items: ReadonlyArray<unknown>): ReadonlyArray<A> => {
  const decode = Schema.decodeUnknownOption(schema)
  return items.flatMap((item) => Option.toArray(decode(item)))
}

/** The end of every biography: a link to its page, and the licence. */
const readMore = /<a\s[^<>]*>\s*Read more (?:about .{0,200} )?on Last\.fm\s*<\/a>\.?/gi

const licence =
  /User-contributed text is available under the Creative Commons By-SA License;? ?additional terms may apply\.?/gi

/**
 * A biography as plain text with empty lines between paragraphs, without the link and the licence; null if nothing is
 * left.
 */
export const bioText = (html: string | null | undefined): string | null =>
  plainText((html ?? "").replace(readMore, "").replace(licence, ""))
