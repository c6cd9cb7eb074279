import type { Concert } from "@daybook/core/attending"
import type { LocalDate } from "@daybook/core/shared"
import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Effect, Option, Redacted, Schema } from "effect"
import type { Part } from "../kit/fullListing.js"
import * as Provider from "../kit/provider/Provider.js"
import * as Setting from "../kit/settings.js"
import * as Budget from "./Budget.js"
import { SetList, SetLists, eventDate, toConcert } from "./wire.js"

export const settings = Setting.settings({
  apiKey: Setting.secret("DAYBOOK_SETLISTFM_API_KEY", "setlist.fm API key"),
  username: Setting.optional(
    Setting.text("DAYBOOK_SETLISTFM_USERNAME", "setlist.fm member whose attended concerts are read")
  ),
  baseUrl: Setting.baseUrl("DAYBOOK_SETLISTFM_BASE_URL", "https://api.setlist.fm/rest/1.0", "setlist.fm's API"),
  gap: Setting.minInterval("DAYBOOK_SETLISTFM_MIN_INTERVAL_MS", "500 millis", "setlist.fm")
})
type Settings = Setting.ValuesOf<typeof settings>

type Call<A> = Effect.Effect<A, SourceFailure>

/** setlist.fm's API 1.0 (https://api.setlist.fm/docs/1.0/index.html), for non-commercial use. */
export interface SetListFm {
  /** Concerts of an artist, by MusicBrainz id or by name, on a date. */
  readonly played: (
    artist: { readonly name: string; readonly mbid: string | null },
    date: LocalDate
  ) => Call<ReadonlyArray<Concert>>
  readonly concert: (id: string) => Call<Option.Option<Concert>>
  /** A page of the concerts that a member marked as attended. */
  readonly attended: (username: string, page: number) => Call<Part>
}

export const make = ({ apiKey, baseUrl, gap }: Settings): Effect.Effect<SetListFm, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const budget = yield* Budget.makeBudget(Budget.dailyCalls)
    const provider = yield* Provider.make({
      source: "setlistfm",
      name: "setlist.fm",
      baseUrl,
      gap,
      advice,
      // Without `accept` the API answers in XML.
      headers: { "x-api-key": Redacted.value(apiKey), accept: "application/json" }
    })
    /** 404 means no result. */
    const ask = <A, I>(
      schema: Schema.Schema<A, I>,
      path: string,
      query: Readonly<Record<string, string | number>>
    ): Call<Option.Option<A>> =>
      Provider.orNone(Effect.zipRight(budget.spend, provider.json(schema, { path, query: () => query })))
    return {
      played: ({ mbid, name }, date) =>
        Effect.map(
          ask(SetLists, "/search/setlists", {
            ...(mbid === null ? { artistName: name } : { artistMbid: mbid }),
            date: eventDate(date),
            p: 1
          }),
          (answer) =>
            (Option.getOrUndefined(answer)?.setlist ?? [])
              .flatMap((row) => Option.getOrUndefined(readable(row)) ?? [])
              .flatMap((list) => toConcert(list) ?? [])
        ),
      concert: (id) =>
        Effect.map(ask(SetList, `/setlist/${encodeURIComponent(id)}`, {}), Option.flatMapNullable(toConcert)),
      attended: (username, page) =>
        Effect.map(
          ask(SetLists, `/user/${encodeURIComponent(username)}/attended`, { p: page }),
          Option.match({
            onNone: (): Part => ({ rows: [], total: 0, pages: 1 }),
            onSome: ({ itemsPerPage, setlist, total }): Part => ({
              rows: setlist ?? [],
              total: total ?? null,
              pages:
                total == null || itemsPerPage == null || itemsPerPage < 1
                  ? null
                  : Math.max(1, Math.ceil(total / itemsPerPage))
            })
          })
        )
    }
  })

/** One set list of a page; none when invalid. */
export const readable = Schema.decodeUnknownOption(SetList)

const advice = {
  unauthorized: "check DAYBOOK_SETLISTFM_API_KEY: a key is free at https://www.setlist.fm/settings/api",
  forbidden: "check DAYBOOK_SETLISTFM_API_KEY: a key is free at https://www.setlist.fm/settings/api",
  bad_answer: "sync again later; if it lasts, check DAYBOOK_SETLISTFM_BASE_URL"
}
