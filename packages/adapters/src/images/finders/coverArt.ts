import type { PictureFinder } from "@daybook/core/images"
import { Duration, Effect, Option, Schema } from "effect"
import { Provider, Verdict } from "@daybook/sources/kit"
import * as Setting from "@daybook/sources/setting"
import { candidates, hintOf } from "./candidates.js"

export const coverArtSettings = Setting.settings({
  enabled: Setting.flag("DAYBOOK_MUSICBRAINZ_ENABLED", true, "`false` turns MusicBrainz off"),
  musicBrainzUrl: Setting.baseUrl("DAYBOOK_MUSICBRAINZ_BASE_URL", "https://musicbrainz.org", "MusicBrainz"),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_COVER_ART_BASE_URL", "https://coverartarchive.org", "the Cover Art Archive"),
  /** One call per second and client address (https://musicbrainz.org/doc/MusicBrainz_API/Rate_Limiting). */
  gap: Setting.minInterval("DAYBOOK_MUSICBRAINZ_MIN_INTERVAL_MS", "1 second", "MusicBrainz")
})
const patience = Duration.seconds(10)

/**
 * Entities that link to a web address (https://musicbrainz.org/doc/MusicBrainz_API#url_(by_text)):
 *
 *   {"id":"…","resource":"https://www.discogs.com/release/1234","relations":[{"type":"discogs","target-type":"release",
 *    "ended":false,"release":{"id":"3e6ae1f5-…","title":"Second Daylight"}}]}
 *
 * An unknown address is answered with 404.
 */
const Relation = Schema.Struct({
  ended: Schema.optional(Schema.Boolean),
  release: Schema.optional(Schema.NullOr(Schema.Struct({ id: Schema.String })))
})
const Url = Schema.Struct({ relations: Schema.optional(Schema.NullOr(Schema.Array(Relation))) })

/** MusicBrainz identifiers of a Discogs release. None if it is turned off. */
const musicBrainz = Effect.gen(function* () {
  const { enabled, gap, musicBrainzUrl } = yield* coverArtSettings.config
  if (!enabled) return undefined
  const provider = yield* Provider.make({
    source: "musicbrainz",
    name: "MusicBrainz",
    baseUrl: musicBrainzUrl,
    gap,
    sharesGap: true,
    patience,
    // MusicBrainz answers 503 when the rate limit is exceeded.
    judge: (answer) =>
      answer.status === 503
        ? Verdict.again("rate_limited", "got too many calls (HTTP 503)", Verdict.retryAfter(answer))
        : Verdict.ofStatus(answer)
  })
  return {
    ofDiscogs: Effect.fn("musicBrainz.ofDiscogs")(function* (release: string) {
      const resource = `https://www.discogs.com/release/${release}`
      const response = yield* Provider.orNone(
        provider.json(Url, { path: "/ws/2/url", query: () => ({ resource, inc: "release-rels", fmt: "json" }) })
      )
      const relations = Option.match(response, { onNone: () => [], onSome: ({ relations }) => relations ?? [] })
      return relations.flatMap(({ ended, release }) => (ended === true || release == null ? [] : [release.id]))
    })
  }
})

const isMbid = (text: string | undefined): text is string =>
  text !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** How many releases of one Discogs page are tried. */
const maxReleases = 2

/**
 * The Cover Art Archive (https://musicbrainz.org/doc/Cover_Art_Archive/API): the front of a release has a fixed address,
 * which redirects to the picture or answers 404. Only the MusicBrainz release of a record must be known: its own mbid,
 * or the one that MusicBrainz links to its Discogs page.
 */
export const coverArt = Effect.gen(function* () {
  const { baseUrl } = yield* coverArtSettings.config
  const releases = yield* musicBrainz
  const frontsOf = (mbid: string) => [
    `${baseUrl}/release/${mbid.toLowerCase()}/front-1200`,
    `${baseUrl}/release/${mbid.toLowerCase()}/front`
  ]
  const finder: PictureFinder = {
    source: "cover-art",
    find: (want) =>
      Effect.gen(function* () {
        const own = hintOf(want, "mbid", "release_mbid")
        const discogs = hintOf(want, "discogs_release")
        const group = hintOf(want, "release_group_mbid")
        const discogsReleases =
          isMbid(own) || discogs === undefined || releases === undefined ? [] : yield* releases.ofDiscogs(discogs)
        return candidates("cover-art", [
          ...[own, ...discogsReleases].filter(isMbid).slice(0, maxReleases).flatMap(frontsOf),
          ...(isMbid(group) ? [`${baseUrl}/release-group/${group.toLowerCase()}/front-1200`] : [])
        ])
      })
  }
  return finder
})
