import type { SourceFailure } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { type Duration, Effect, Either, type Option } from "effect"
import { fieldsOf, listOf, numberOf, someFieldsOf, textOf } from "../jsonValues.js"
import type { Answer } from "../provider/Answer.js"
import * as Provider from "../provider/Provider.js"
import { type ActivityPage, type Item, itemId, readActivity, readItem } from "./wire.js"

/** What differs between Jellyfin and Emby, which have one origin. */
export interface ServerKind {
  readonly source: "jellyfin" | "emby"
  /** Display name of the server. */
  readonly name: string
  /** The beginning of all paths. */
  readonly prefix: string
  /** The query that leaves only watched items. */
  readonly onlyPlayed: Readonly<Record<string, string>>
  readonly headers: (apiKey: string) => Readonly<Record<string, string>>
  /** The second word of its settings: `EMBY` in `DAYBOOK_EMBY_URL`. */
  readonly settingWord: string
}

export interface ServerUser {
  readonly id: string
  readonly name: string
}

/** One page of watched items. `total` is the server's count, null if it has none. */
interface ItemPage {
  readonly items: ReadonlyArray<Item | null>
  readonly total: number | null
}

/** The API of a media server. */
export interface MediaServer {
  readonly users: Effect.Effect<ReadonlyArray<ServerUser>, SourceFailure>
  /** Watched films and episodes from a place of the list on, the newest play first. */
  readonly played: (user: string, start: number, limit: number) => Effect.Effect<ItemPage, SourceFailure>
  /** Items by their ids. What the library no longer has is missing. */
  readonly items: (user: string, ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Item>, SourceFailure>
  /** A part of the table of the plugin Playback Reporting. None without the plugin. */
  readonly activity: (query: ActivityQuery) => Effect.Effect<Option.Option<ActivityPage>, SourceFailure>
}

/** Which rows of the plugin's table: the newest one, or some after a row, of one item if it is given. */
export type ActivityQuery = "newest" | { readonly after: number; readonly limit: number; readonly item?: string }

/** SQLite's statement. The plugin has no parameters: an item's id has only letters and digits. */
const statementOf = (query: ActivityQuery): string => {
  if (query === "newest") return "SELECT ROWID, * FROM PlaybackActivity ORDER BY ROWID DESC LIMIT 1"
  const item = query.item === undefined ? null : itemId(query.item)
  const ofItem = item === null ? "" : ` AND ItemId = '${item}'`
  return `SELECT ROWID, * FROM PlaybackActivity WHERE ROWID > ${query.after}${ofItem} ORDER BY ROWID LIMIT ${query.limit}`
}

const json = <A>(answer: Answer, read: (value: unknown) => A | null): Either.Either<A, string> =>
  Either.flatMap(
    Either.mapLeft(answer.json, () => "answers with something that is not JSON"),
    (value) => Either.fromNullable(read(value), () => "answers in an unknown shape")
  )

const readUsers = (value: unknown): ReadonlyArray<ServerUser> | null =>
  Array.isArray(value)
    ? value.flatMap((row: unknown) => {
        const { Id, Name } = someFieldsOf(row)
        const id = itemId(Id)
        const name = textOf(Name)
        return id === null || name === null ? [] : [{ id, name }]
      })
    : null

const readItems = (value: unknown): ItemPage | null => {
  const body = fieldsOf(value)
  return body === null || !Array.isArray(body["Items"])
    ? null
    : { items: listOf(body["Items"]).map(readItem), total: numberOf(body["TotalRecordCount"]) }
}

interface ServerSettings {
  readonly url: string
  readonly apiKey: string
  readonly gap: Duration.Duration
}

export const makeServer = (
  { headers, name, onlyPlayed, prefix, settingWord, source }: ServerKind,
  { apiKey, gap, url }: ServerSettings
): Effect.Effect<MediaServer, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source,
      name,
      baseUrl: url,
      gap,
      headers: headers(apiKey),
      advice: {
        unauthorized: `check DAYBOOK_${settingWord}_API_KEY: the server's dashboard makes keys under API Keys`,
        not_found: `check DAYBOOK_${settingWord}_URL`,
        unavailable: `check that the media server runs at DAYBOOK_${settingWord}_URL and sync again`
      }
    }),
    (provider): MediaServer => {
      const items = (user: string, query: Readonly<Record<string, string | number>>) =>
        provider.read({ path: `${prefix}/Users/${user}/Items`, query: () => query }, (answer) =>
          json(answer, readItems)
        )
      return {
        users: provider.read({ path: `${prefix}/Users`, query: () => ({}) }, (answer) => json(answer, readUsers)),
        played: (user, start, limit) =>
          items(user, {
            Recursive: "true",
            IncludeItemTypes: "Movie,Episode",
            ...onlyPlayed,
            SortBy: "DatePlayed",
            SortOrder: "Descending",
            Fields: "ProviderIds",
            StartIndex: start,
            Limit: limit
          }),
        items: (user, ids) =>
          Effect.map(items(user, { Ids: ids.join(","), Fields: "ProviderIds" }), (page) =>
            page.items.filter((item) => item !== null)
          ),
        activity: (query) =>
          Provider.orNone(
            provider.read(
              {
                path: `${prefix}/user_usage_stats/submit_custom_query`,
                query: () => ({}),
                body: { CustomQueryString: statementOf(query), ReplaceUserId: false }
              },
              (answer) => json(answer, readActivity)
            )
          )
      }
    }
  )
