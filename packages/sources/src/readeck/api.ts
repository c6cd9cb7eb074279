import type { HttpClient } from "@effect/platform"
import { Effect, Redacted } from "effect"
import * as Provider from "../kit/provider/Provider.js"
import { headedPart } from "../kit/saves/api.js"
import { articleRow, highlightRow, idOf } from "../kit/saves/apiRows.js"
import type { SaveList } from "../kit/saves/pull.js"
import { namesIn } from "../kit/saves/rows.js"
import { writtenInstant } from "../kit/saves/saveFile.js"
import { numberOf, textOf } from "../kit/jsonValues.js"
import * as Setting from "../kit/settings.js"

export const settings = Setting.settings({
  baseUrl: Setting.destination(
    Setting.address("DAYBOOK_READECK_BASE_URL", "address of the Readeck server", "https://readeck.example")
  ),
  token: Setting.secret("DAYBOOK_READECK_TOKEN", "API token of the Readeck account"),
  gap: Setting.minInterval("DAYBOOK_READECK_MIN_INTERVAL_MS", "250 millis", "Readeck")
})

const perPage = 100

/**
 * The API of a Readeck server. The number of all rows is in the header `Total-Count`, the progress a percentage:
 *
 *   [{"id":"JQ7","created":"2025-03-10T20:00:00Z","url":"https://example.org/tides","title":"On tides",
 *     "description":"","is_marked":false,"is_archived":true,"is_deleted":false,"read_progress":93,"labels":["sea"]}]
 */
export const lists = ({
  baseUrl,
  gap,
  token
}: Setting.ValuesOf<typeof settings>): Effect.Effect<ReadonlyArray<SaveList>, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: "readeck",
      name: "Readeck",
      baseUrl,
      gap,
      headers: { authorization: `Bearer ${Redacted.value(token)}` }
    }),
    (provider) => {
      const part = (path: string, query: Readonly<Record<string, string>>) =>
        headedPart(
          provider,
          (page) => ({ path, query: () => ({ limit: perPage, offset: (page - 1) * perPage, ...query }) }),
          "total-count"
        )
      return [
        {
          name: "the list of bookmarks of Readeck",
          part: part("/api/bookmarks", { sort: "created" }),
          read: articleRow((fields) => ({
            id: idOf(fields["id"]),
            // A bookmark that is being deleted is still listed.
            url: fields["is_deleted"] === true ? null : textOf(fields["url"]),
            title: textOf(fields["title"]),
            description: textOf(fields["description"]),
            archived: fields["is_archived"] === true,
            starred: fields["is_marked"] === true,
            progress: (numberOf(fields["read_progress"]) ?? 0) / 100,
            savedAt: writtenInstant(textOf(fields["created"])),
            tags: namesIn(fields["labels"], "name")
          }))
        },
        {
          name: "the list of highlights of Readeck",
          part: part("/api/bookmarks/annotations", {}),
          read: highlightRow((fields) => ({
            id: idOf(fields["id"]),
            articleId: idOf(fields["bookmark_id"]),
            text: textOf(fields["text"]),
            note: textOf(fields["note"]),
            createdAt: writtenInstant(textOf(fields["created"]))
          }))
        }
      ]
    }
  )
