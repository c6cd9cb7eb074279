import type { HttpClient } from "@effect/platform"
import { Effect, Redacted } from "effect"
import * as Provider from "../kit/provider/Provider.js"
import { countedPart } from "../kit/saves/api.js"
import { articleRow, idOf } from "../kit/saves/apiRows.js"
import type { SaveList } from "../kit/saves/pull.js"
import { namesIn } from "../kit/saves/rows.js"
import { writtenInstant } from "../kit/saves/saveFile.js"
import { textOf } from "../kit/jsonValues.js"
import * as Setting from "../kit/settings.js"

export const settings = Setting.settings({
  baseUrl: Setting.destination(
    Setting.address("DAYBOOK_LINKDING_BASE_URL", "address of the Linkding server", "https://linkding.example")
  ),
  token: Setting.secret("DAYBOOK_LINKDING_TOKEN", "REST API token of the Linkding account"),
  gap: Setting.minInterval("DAYBOOK_LINKDING_MIN_INTERVAL_MS", "250 millis", "Linkding")
})

const perPage = 100

/**
 * The API of a Linkding server (https://linkding.link/api). Archived bookmarks are in a list of their own:
 *
 *   {"count":1,"next":null,"previous":null,"results":[{"id":7,"url":"https://example.org/tides","title":"On tides",
 *     "description":"","is_archived":false,"unread":true,"tag_names":["sea"],
 *     "date_added":"2025-03-10T20:00:00.123456Z"}]}
 */
export const lists = ({
  baseUrl,
  gap,
  token
}: Setting.ValuesOf<typeof settings>): Effect.Effect<ReadonlyArray<SaveList>, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: "linkding",
      name: "Linkding",
      baseUrl,
      gap,
      headers: { authorization: `Token ${Redacted.value(token)}` }
    }),
    (provider) =>
      (["/api/bookmarks/", "/api/bookmarks/archived/"] as const).map((path): SaveList => ({
        name: path === "/api/bookmarks/" ? "the list of bookmarks of Linkding" : "the archive of Linkding",
        part: countedPart(
          provider,
          (page) => ({ path, query: () => ({ limit: perPage, offset: (page - 1) * perPage }) }),
          "results"
        ),
        read: articleRow((fields) => {
          const isArchived = fields["is_archived"] === true
          return {
            id: idOf(fields["id"]),
            url: textOf(fields["url"]),
            title: textOf(fields["title"]) || textOf(fields["website_title"]),
            description: textOf(fields["description"]) || textOf(fields["website_description"]),
            archived: isArchived,
            progress: null,
            isStateUnknown: !isArchived && fields["unread"] !== true,
            savedAt: writtenInstant(textOf(fields["date_added"])),
            tags: namesIn(fields["tag_names"], "name")
          }
        })
      }))
  )
