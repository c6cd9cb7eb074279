import { readingWriter } from "@daybook/core/reading"
import type { PullRequest } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Effect } from "effect"
import { fieldsOf, listOf, numberOf, textOf } from "../kit/jsonValues.js"
import * as Provider from "../kit/provider/Provider.js"
import { linkedPart } from "../kit/saves/api.js"
import { articleRow, idOf } from "../kit/saves/apiRows.js"
import { type SaveList, pullLists } from "../kit/saves/pull.js"
import * as Setting from "../kit/settings.js"
import { pulling } from "../kit/SourceDefinition.js"
import { clientLogin } from "./login.js"

const settings = Setting.settings({
  baseUrl: Setting.destination(
    Setting.address("DAYBOOK_FRESHRSS_BASE_URL", "address of the FreshRSS server", "https://freshrss.example")
  ),
  username: Setting.text("DAYBOOK_FRESHRSS_USERNAME", "user name at FreshRSS"),
  password: Setting.secret("DAYBOOK_FRESHRSS_PASSWORD", "API password of the FreshRSS profile"),
  gap: Setting.minInterval("DAYBOOK_FRESHRSS_MIN_INTERVAL_MS", "250 millis", "FreshRSS")
})
type Settings = Setting.ValuesOf<typeof settings>

const perPage = 200

const addressIn = (links: unknown): string | null => textOf(fieldsOf(listOf(links)[0])?.["href"])

const optionsOf = ({ baseUrl, gap }: Settings): Provider.ProviderOptions => ({
  source: "freshrss",
  name: "FreshRSS",
  baseUrl,
  gap,
  sharesGap: true
})

/**
 * The starred entries of a FreshRSS server. The time of a star is not reported: `crawlTimeMsec` is when the server
 * fetched the entry.
 *
 *   {"items":[{"id":"tag:google.com,2005:reader/item/00064f0000000001","crawlTimeMsec":"1741636800000",
 *     "title":"On tides","canonical":[{"href":"https://example.org/tides"}],
 *     "categories":["user/-/state/com.google/read"],"origin":{"title":"Example"}}],"continuation":"…"}
 */
const lists = (settings: Settings): Effect.Effect<ReadonlyArray<SaveList>, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const bearer = clientLogin(yield* Provider.make(optionsOf(settings)), settings)
    const provider = yield* Provider.make({ ...optionsOf(settings), bearer })
    return [
      {
        name: "the list of starred entries of FreshRSS",
        part: linkedPart(
          provider,
          (cursor) => ({
            path: "/api/greader.php/reader/api/0/stream/contents/user/-/state/com.google/starred",
            query: () => ({ output: "json", n: perPage, ...(cursor === null ? {} : { c: cursor }) })
          }),
          "items",
          ({ continuation }) => idOf(continuation)
        ),
        read: articleRow((fields) => ({
          id: idOf(fields["id"]),
          url: addressIn(fields["canonical"]) ?? addressIn(fields["alternate"]),
          title: textOf(fields["title"]),
          starred: true,
          progress: null,
          // Readers mark entries as read that nobody has opened.
          isStateUnknown: listOf(fields["categories"]).some((name) => textOf(name)?.endsWith("/state/com.google/read")),
          savedAt: numberOf(fields["crawlTimeMsec"])
        }))
      }
    ]
  })

/** Starred entries of a FreshRSS server. */
export const freshrss = pulling({
  id: "freshrss",
  about: { title: "FreshRSS", brings: "Starred entries of feeds." },
  writer: readingWriter,
  syncType: "bookmarks",
  schedule: { cron: "35 */6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(lists(values), (all) => ({ pull: (request: PullRequest) => pullLists(all, request) }))
})
