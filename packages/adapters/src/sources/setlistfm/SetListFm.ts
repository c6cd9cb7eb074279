import type { Concert } from "@daybook/core/attending"
import type { LocalDate } from "@daybook/core/shared"
import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Effect, Option, Redacted, Schema } from "effect"
import type { Part } from "../lists/wholeList.js"
import { Provider } from "../provider/index.js"
import * as Budget from "./Budget.js"
import type { Settings } from "./settings.js"
import { eventDate, toConcert } from "./toConcert.js"
import { SetList, SetLists } from "./wire.js"

type Asked<A> = Effect.Effect<A, SourceFailure>

/** setlist.fm's API 1.0 (https://api.setlist.fm/docs/1.0/index.html), for non-commercial use. */
export interface SetListFm {
  /** What an artist, by MusicBrainz's id or by name, played on a date. */
  readonly played: (artist: { readonly name: string; readonly mbid: string | null }, date: LocalDate) => Asked<ReadonlyArray<Concert>>
  readonly concert: (id: string) => Asked<Option.Option<Concert>>
  /** A page of the concerts that a member says they attended. */
  readonly attended: (username: string, page: number) => Asked<Part>
}

export const make = ({ apiKey, baseUrl, gap }: Settings): Effect.Effect<SetListFm, never, HttpClient.HttpClient> =>
  Effect.gen(function*() {
    const budget = yield* Budget.make(Budget.daily)
    const provider = yield* Provider.make({
      source: "setlistfm",
      name: "setlist.fm",
      baseUrl,
      gap,
      advice,
      // Without the second it answers in XML.
      headers: { "x-api-key": Redacted.value(apiKey), accept: "application/json" }
    })
    /** Nothing found is 404. */
    const ask = <A, I>(schema: Schema.Schema<A, I>, path: string, query: Readonly<Record<string, string | number>>): Asked<Option.Option<A>> =>
      Effect.zipRight(budget.spend, Effect.asSome(provider.json(schema, { path, query: () => query }))).pipe(
        Effect.catchIf((failure) => failure.state === "not_found", () => Effect.succeedNone)
      )
    return {
      played: ({ mbid, name }, date) =>
        Effect.map(ask(SetLists, "/search/setlists", { ...(mbid === null ? { artistName: name } : { artistMbid: mbid }), date: eventDate(date), p: 1 }), (found) =>
          (Option.getOrUndefined(found)?.setlist ?? []).flatMap((row) => Option.getOrUndefined(readable(row)) ?? []).flatMap((list) => toConcert(list) ?? [])),
      concert: (id) => Effect.map(ask(SetList, `/setlist/${encodeURIComponent(id)}`, {}), Option.flatMapNullable(toConcert)),
      attended: (username, page) =>
        Effect.map(ask(SetLists, `/user/${encodeURIComponent(username)}/attended`, { p: page }), Option.match({
          onNone: (): Part => ({ rows: [], total: 0, pages: 1 }),
          onSome: ({ itemsPerPage, setlist, total }): Part =>
            ({ rows: setlist ?? [], total: total ?? null, pages: total == null || itemsPerPage == null || itemsPerPage < 1 ? null : Math.max(1, Math.ceil(total / itemsPerPage)) })
        }))
    }
  })

/** One set list of a page; none where it cannot be read. */
export const readable = Schema.decodeUnknownOption(SetList)

const advice = {
  unauthorized: "check DAYBOOK_SETLISTFM_API_KEY: a key is free at https://www.setlist.fm/settings/api",
  forbidden: "check DAYBOOK_SETLISTFM_API_KEY: a key is free at https://www.setlist.fm/settings/api",
  bad_answer: "sync again later; if it lasts, check DAYBOOK_SETLISTFM_BASE_URL"
}
