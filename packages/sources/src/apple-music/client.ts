import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Duration, Effect, Either, Option, Schema } from "effect"
import type { Answer } from "../kit/provider/Answer.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Verdict from "../kit/provider/Verdict.js"
import * as Setting from "../kit/settings.js"
import { Result, Results } from "./wire.js"

const declared = Setting.settings({
  enabled: Setting.flag("DAYBOOK_APPLE_MUSIC_ENABLED", true, "`false` turns Apple Music off, its pictures too"),
  country: Setting.withDefault(
    Setting.setting({
      name: "DAYBOOK_APPLE_MUSIC_COUNTRY",
      type: "two letters",
      sentence: "country of the Apple Music storefront",
      parse: (value, name) =>
        /^[a-z]{2}$/i.test(value)
          ? Either.right(value.toLowerCase())
          : Either.left(Setting.refusal(name, value, "the two letters of a country, such as us"))
    }),
    "us",
    "us"
  ),
  baseUrl: Setting.baseUrl("DAYBOOK_APPLE_MUSIC_BASE_URL", "https://itunes.apple.com", "Apple's catalogue"),
  gap: Setting.minInterval("DAYBOOK_APPLE_MUSIC_MIN_INTERVAL_MS", "3 seconds", "Apple Music, its pictures included")
})

/** Enabled by default, since it needs no account. */
export const settings = { ...declared, missing: Setting.turnedOff(declared.fields.enabled) }
type Settings = Setting.ValuesOf<typeof declared>

export type Entity = "musicArtist" | "album" | "song"

/** The catalogue's `/search` and `/lookup`. */
export interface ITunes {
  readonly search: (term: string, entity: Entity) => Effect.Effect<ReadonlyArray<Result>, SourceFailure>
  /** A song, album or artist by its number. */
  readonly byId: (id: number) => Effect.Effect<ReadonlyArray<Result>, SourceFailure>
  /** An artist's albums or songs, as many as one response holds. */
  readonly ofArtist: (artistId: number, entity: "album" | "song") => Effect.Effect<ReadonlyArray<Result>, SourceFailure>
}

const searchLimit = 25
const maxResults = 200

/** `patience` is how long one call is retried, if shorter than the default. */
export const make = (
  { baseUrl, country, gap }: Omit<Settings, "enabled">,
  patience?: Duration.Duration
): Effect.Effect<ITunes, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: "apple-music",
      name: "Apple Music",
      baseUrl,
      gap,
      sharesGap: true,
      advice,
      judge,
      ...(patience === undefined ? {} : { patience })
    }),
    ({ json }) => {
      const results = (path: string, query: Readonly<Record<string, string | number>>) =>
        Effect.map(json(Results, { path, query: () => ({ ...query, country }) }), ({ results }) =>
          results.flatMap((result) => Option.toArray(decode(result)))
        )
      return {
        search: (term, entity) => results("/search", { term, media: "music", entity, limit: searchLimit }),
        byId: (id) => results("/lookup", { id }),
        ofArtist: (id, entity) => results("/lookup", { id, entity, limit: maxResults })
      }
    }
  )

const decode = Schema.decodeUnknownOption(Result)

const advice = {
  bad_answer: "sync again later; if it lasts, check DAYBOOK_APPLE_MUSIC_BASE_URL and DAYBOOK_APPLE_MUSIC_COUNTRY"
}

/** Refusals last one to two minutes after the burst that caused them. Calls in that time are useless. */
const refusalPeriod = Duration.seconds(120)

const judge = (answer: Answer): Verdict.Verdict =>
  answer.status === 403 || answer.status === 429
    ? Verdict.stop("rate_limited", `refuses calls for a while (HTTP ${answer.status})`, {
        next: "the rest is fetched after a later sync, in two minutes at the earliest",
        closedFor: refusalPeriod
      })
    : Verdict.ofStatus(answer)
