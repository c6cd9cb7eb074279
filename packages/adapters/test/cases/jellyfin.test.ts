import { SyncEngine, provide, syncDefaults } from "@daybook/core/sync"
import type { WatchingRecords } from "@daybook/core/watching"
import { HttpClient, HttpClientResponse } from "@effect/platform"
import { expect, layer } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { readFileSync } from "node:fs"
import { definitions } from "../../../sources/src/definitions.js"
import type { SourceDefinition } from "../../../sources/src/kit/SourceDefinition.js"
import {} from "../support/database.js"
import { memoryTokens } from "../../../sources/test/support/tokens.js"
import { daybook, instantText, linesOf, storedBy } from "./importing.js"

interface Reported {
  readonly items: ReadonlyArray<{ readonly Id: string; readonly Type: string }>
  /** Rows of the plugin's table, as the server writes them. */
  readonly playback: ReadonlyArray<ReadonlyArray<string>>
}

const reported = JSON.parse(readFileSync(new URL("watching/w09-jellyfin.json", import.meta.url), "utf8")) as Reported

const columns = "ROWID,DateCreated,UserId,ItemId,ItemType,ItemName,PlaybackMethod,ClientName,DeviceName,PlayDuration"

/** The server of the report: its user, its watched items, and its table of plays as one page. */
const answerTo = (path: string, query: URLSearchParams): unknown => {
  if (path === "/Users") return [{ Id: "aa11", Name: "viewer" }]
  if (path === "/user_usage_stats/submit_custom_query")
    return { colums: columns.split(","), results: reported.playback }
  const ids = query.get("Ids")?.split(",")
  const listed = reported.items.filter(({ Id, Type }) => ids?.includes(Id) ?? Type !== "Series")
  const start = Number(query.get("StartIndex") ?? 0)
  return { Items: listed.slice(start), TotalRecordCount: listed.length }
}

const server = HttpClient.make((request, url) =>
  Effect.succeed(HttpClientResponse.fromWeb(request, Response.json(answerTo(url.pathname, url.searchParams))))
)

const settings = ConfigProvider.fromMap(
  new Map([
    ["DAYBOOK_JELLYFIN_URL", "http://jellyfin.example"],
    ["DAYBOOK_JELLYFIN_API_KEY", "0123456789abcdef"],
    ["DAYBOOK_JELLYFIN_USER", "viewer"],
    ["DAYBOOK_JELLYFIN_ZONE", "UTC"]
  ])
)

const sync = Effect.gen(function* () {
  const engine = yield* SyncEngine
  const context = yield* Effect.context<WatchingRecords>()
  const definition = definitions.find(({ id }) => id === "jellyfin") as unknown as SourceDefinition<WatchingRecords>
  const source = yield* definition.make.pipe(
    Effect.withConfigProvider(settings),
    Effect.provideService(HttpClient.HttpClient, server),
    Effect.provide(memoryTokens)
  )
  return yield* engine.sync(provide(source, context), syncDefaults("command"))
})

const viewings = `
  SELECT concat_ws(' ', ${instantText("watch.at")}, title.title, title.year) AS line
  FROM watching_watches AS watch JOIN watching_titles AS title ON title.id = watch.title_id
  WHERE title.title = 'Salt' ORDER BY 1`

layer(daybook(), { excludeTestServices: true, timeout: "60 seconds" })("a reported Jellyfin server", (it) => {
  it.effect(
    "keeps a viewing 38 hours after a play that is said to have lasted for 69 hours",
    () =>
      Effect.gen(function* () {
        yield* storedBy("watching", viewings, { files: ["w09b-trakt-salt.json"], source: "trakt-history", stored: [] })
        yield* sync
        expect(yield* linesOf(viewings)).toStrictEqual([
          "2026-01-10 20:00:00 Salt 2019",
          "2026-01-12 10:00:00 Salt 2019"
        ])
      }),
    60_000
  )
})
