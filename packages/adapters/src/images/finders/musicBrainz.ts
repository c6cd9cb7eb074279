import { Duration, Effect, Option, Schema } from "effect"
import { Provider, Settings, Verdict } from "../../sources/provider/index.js"

/** One call a second for each address, whoever makes it (https://musicbrainz.org/doc/MusicBrainz_API/Rate_Limiting). */
const gap = Settings.minInterval("MUSICBRAINZ", "1 second")
const patience = Duration.seconds(10)

/**
 * What refers to a web address (https://musicbrainz.org/doc/MusicBrainz_API#url_(by_text)):
 *
 *   {"id":"…","resource":"https://www.discogs.com/release/1234","relations":[{"type":"discogs","target-type":"release",
 *    "ended":false,"release":{"id":"3e6ae1f5-…","title":"Second Daylight"}}]}
 *
 * An address that nothing refers to is answered with 404.
 */
const Relation = Schema.Struct({
  ended: Schema.optional(Schema.Boolean),
  release: Schema.optional(Schema.NullOr(Schema.Struct({ id: Schema.String })))
})
const Url = Schema.Struct({ relations: Schema.optional(Schema.NullOr(Schema.Array(Relation))) })

/** MusicBrainz' identifiers of a Discogs release. None where it is turned off. */
export const musicBrainz = Effect.gen(function*() {
  if ((yield* Settings.turnedOff("MUSICBRAINZ_ENABLED")).length > 0) return undefined
  const provider = yield* Provider.make({
    source: "musicbrainz",
    name: "MusicBrainz",
    baseUrl: yield* Settings.baseUrl("MUSICBRAINZ_BASE_URL", "https://musicbrainz.org"),
    gap: yield* gap,
    sharesGap: true,
    patience,
    // Too many calls are answered with 503.
    judge: (answer) => answer.status === 503
      ? Verdict.again("rate_limited", "got too many calls (HTTP 503)", Verdict.retryAfter(answer))
      : Verdict.ofStatus(answer)
  })
  return {
    ofDiscogs: Effect.fn("musicBrainz.ofDiscogs")(function*(release: string) {
      const resource = `https://www.discogs.com/release/${release}`
      const found = yield* provider.json(Url, { path: "/ws/2/url", query: () => ({ resource, inc: "release-rels", fmt: "json" }) }).pipe(
        Effect.asSome,
        Effect.catchIf(({ state }) => state === "not_found", () => Effect.succeedNone)
      )
      const relations = Option.match(found, { onNone: () => [], onSome: ({ relations }) => relations ?? [] })
      return relations.flatMap(({ ended, release }) => ended === true || release == null ? [] : [release.id])
    })
  }
})
