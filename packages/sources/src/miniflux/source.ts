import { readingWriter } from "@daybook/core/reading"
import type { PullRequest } from "@daybook/core/sync"
import type { HttpClient } from "@effect/platform"
import { Effect, Redacted } from "effect"
import { fieldsOf, textOf } from "../kit/jsonValues.js"
import * as Provider from "../kit/provider/Provider.js"
import { linkedPart } from "../kit/saves/api.js"
import { articleRow, idOf } from "../kit/saves/apiRows.js"
import { type SaveList, pullLists } from "../kit/saves/pull.js"
import { writtenInstant } from "../kit/saves/saveFile.js"
import * as Setting from "../kit/settings.js"
import { pulling } from "../kit/SourceDefinition.js"

const settings = Setting.settings({
  baseUrl: Setting.destination(
    Setting.address("DAYBOOK_MINIFLUX_BASE_URL", "address of the Miniflux server", "https://miniflux.example")
  ),
  token: Setting.secret("DAYBOOK_MINIFLUX_TOKEN", "API key of the Miniflux account"),
  gap: Setting.minInterval("DAYBOOK_MINIFLUX_MIN_INTERVAL_MS", "250 millis", "Miniflux")
})

const perPage = 100

/**
 * The starred entries of a Miniflux server (https://miniflux.app/docs/api.html). The time of a star is not reported.
 * `changed_at` is a later one:
 *
 *   {"total":1,"entries":[{"id":888,"status":"read","title":"On tides","url":"https://example.org/tides",
 *     "changed_at":"2025-03-10T20:00:00Z","starred":true,"feed":{"title":"Example","category":{"title":"Sea"}}}]}
 */
const lists = ({
  baseUrl,
  gap,
  token
}: Setting.ValuesOf<typeof settings>): Effect.Effect<ReadonlyArray<SaveList>, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: "miniflux",
      name: "Miniflux",
      baseUrl,
      gap,
      headers: { "x-auth-token": Redacted.value(token) }
    }),
    (provider) => [
      {
        name: "the list of starred entries of Miniflux",
        part: linkedPart(
          provider,
          (after) => ({
            path: "/v1/entries",
            query: () => ({
              starred: "true",
              order: "id",
              direction: "asc",
              limit: perPage,
              ...(after === null ? {} : { after_entry_id: after })
            })
          }),
          "entries",
          (_, rows) => (rows.length < perPage ? null : idOf(fieldsOf(rows.at(-1))?.["id"]))
        ),
        read: articleRow((fields) => ({
          id: idOf(fields["id"]),
          url: textOf(fields["url"]),
          title: textOf(fields["title"]),
          folder: textOf(fieldsOf(fieldsOf(fields["feed"])?.["category"])?.["title"]),
          starred: true,
          progress: null,
          // Readers mark entries as read that nobody has opened.
          isStateUnknown: textOf(fields["status"]) !== "unread",
          savedAt: writtenInstant(textOf(fields["changed_at"])) ?? writtenInstant(textOf(fields["created_at"])),
          isTimeGuessed: true
        }))
      }
    ]
  )

/** Starred entries of a Miniflux server. */
export const miniflux = pulling({
  id: "miniflux",
  about: { title: "Miniflux", brings: "Starred entries of feeds." },
  writer: readingWriter,
  syncType: "bookmarks",
  schedule: { cron: "25 */6 * * *", zone: "UTC" },
  settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) => Effect.map(lists(values), (all) => ({ pull: (request: PullRequest) => pullLists(all, request) }))
})
