import type { HttpClient } from "@effect/platform"
import { Effect, Redacted } from "effect"
import * as Provider from "../kit/provider/Provider.js"
import { linkedPart } from "../kit/saves/api.js"
import { articleRow, highlightRow, idOf } from "../kit/saves/apiRows.js"
import type { SaveList } from "../kit/saves/pull.js"
import { namesIn } from "../kit/saves/rows.js"
import { writtenInstant } from "../kit/saves/saveFile.js"
import { fieldsOf, listOf, numberOf, textOf } from "../kit/jsonValues.js"
import * as Setting from "../kit/settings.js"

export const settings = Setting.settings({
  baseUrl: Setting.destination(
    Setting.address("DAYBOOK_KARAKEEP_BASE_URL", "address of the Karakeep server", "https://karakeep.example")
  ),
  token: Setting.secret("DAYBOOK_KARAKEEP_TOKEN", "API key of the Karakeep account"),
  gap: Setting.minInterval("DAYBOOK_KARAKEEP_MIN_INTERVAL_MS", "250 millis", "Karakeep")
})

const perPage = 100

/** Tags that a model chose are not the owner's. */
const ownTags = (tags: unknown) =>
  namesIn(
    listOf(tags).filter((tag) => fieldsOf(tag)?.["attachedBy"] !== "ai"),
    "name"
  )

/**
 * The API of a Karakeep server (https://docs.karakeep.app/api). A bookmark:
 *
 *   {"id":"k1","createdAt":"2025-03-10T20:00:00.000Z","title":null,"archived":true,"favourited":false,
 *    "tags":[{"name":"sea","attachedBy":"human"}],
 *    "content":{"type":"link","url":"https://example.org/tides","title":"On tides","description":null}}
 */
export const lists = ({
  baseUrl,
  gap,
  token
}: Setting.ValuesOf<typeof settings>): Effect.Effect<ReadonlyArray<SaveList>, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: "karakeep",
      name: "Karakeep",
      baseUrl,
      gap,
      headers: { authorization: `Bearer ${Redacted.value(token)}` }
    }),
    (provider) => {
      const part = (member: string) =>
        linkedPart(
          provider,
          (cursor) => ({
            path: `/api/v1/${member}`,
            query: () => ({ limit: perPage, includeContent: "false", ...(cursor === null ? {} : { cursor }) })
          }),
          member,
          "nextCursor"
        )
      return [
        {
          name: "the list of bookmarks of Karakeep",
          part: part("bookmarks"),
          read: articleRow((fields) => {
            const content = fieldsOf(fields["content"])
            return {
              id: idOf(fields["id"]),
              url: content?.["type"] === "link" ? textOf(content["url"]) : null,
              title: textOf(fields["title"]) || textOf(content?.["title"]),
              description: textOf(content?.["description"]),
              archived: fields["archived"] === true,
              starred: fields["favourited"] === true,
              progress: null,
              savedAt: writtenInstant(textOf(fields["createdAt"])),
              tags: ownTags(fields["tags"])
            }
          })
        },
        {
          name: "the list of highlights of Karakeep",
          part: part("highlights"),
          read: highlightRow((fields) => ({
            id: idOf(fields["id"]),
            articleId: idOf(fields["bookmarkId"]),
            text: textOf(fields["text"]),
            note: textOf(fields["note"]),
            position: numberOf(fields["startOffset"]),
            createdAt: writtenInstant(textOf(fields["createdAt"]))
          }))
        }
      ]
    }
  )
