import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Duration, Effect, Option, Schema } from "effect"
import { type Answer, Provider, Verdict } from "../provider/index.js"
import type { Settings } from "./settings.js"
import { Result, Results } from "./wire.js"

export type Entity = "musicArtist" | "album" | "song"

/** The catalogue's search and look-up. */
export interface ITunes {
  readonly search: (term: string, entity: Entity) => Effect.Effect<ReadonlyArray<Result>, SourceFailure>
  /** What has a number: a song, album or artist. */
  readonly byId: (id: number) => Effect.Effect<ReadonlyArray<Result>, SourceFailure>
  /** An artist's albums or songs, as many as one answer holds. */
  readonly ofArtist: (artistId: number, entity: "album" | "song") => Effect.Effect<ReadonlyArray<Result>, SourceFailure>
}

const found = 25
const most = 200

/** `patience` is how long one call is tried again, where it is to be less than usual. */
export const make = ({ baseUrl, country, gap }: Settings, patience?: Duration.Duration): Effect.Effect<ITunes, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({ source: "apple-music", name: "Apple Music", baseUrl, gap, sharesGap: true, advice, judge, ...(patience === undefined ? {} : { patience }) }),
    ({ json }) => {
      const results = (path: string, query: Readonly<Record<string, string | number>>) =>
        Effect.map(json(Results, { path, query: () => ({ ...query, country }) }), ({ results }) =>
          results.flatMap((result) => Option.toArray(decode(result))))
      return {
        search: (term, entity) => results("/search", { term, media: "music", entity, limit: found }),
        byId: (id) => results("/lookup", { id }),
        ofArtist: (id, entity) => results("/lookup", { id, entity, limit: most })
      }
    }
  )

const decode = Schema.decodeUnknownOption(Result)

const advice = { bad_answer: "sync again later; if it lasts, check DAYBOOK_APPLE_MUSIC_BASE_URL and DAYBOOK_APPLE_MUSIC_COUNTRY" }

/** Refusals last one to two minutes from the burst that caused them; more calls meanwhile get nowhere. */
const phase = Duration.seconds(120)

const judge = (answer: Answer): Verdict.Verdict =>
  answer.status === 403 || answer.status === 429
    ? Verdict.stop("rate_limited", `refuses calls for a while (HTTP ${answer.status})`, {
      next: "the rest is looked up after a later sync, not before two minutes are over",
      closedFor: phase
    })
    : Verdict.ofStatus(answer)
