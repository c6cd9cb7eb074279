import type { ReadingRecord } from "@daybook/core/reading"
import type { HttpClient } from "@effect/platform"
import { Effect, Redacted } from "effect"
import type { ListRow } from "../kit/fullListing.js"
import * as Provider from "../kit/provider/Provider.js"
import { linkedPart } from "../kit/saves/api.js"
import { articleRow, highlightRow, idOf } from "../kit/saves/apiRows.js"
import type { SaveList } from "../kit/saves/pull.js"
import { writtenInstant } from "../kit/saves/saveFile.js"
import { type Fields, fieldsOf, numberOf, textOf } from "../kit/jsonValues.js"
import * as Setting from "../kit/settings.js"

export const settings = Setting.settings({
  token: Setting.secret("DAYBOOK_READER_TOKEN", "access token of the Readwise account"),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_READER_BASE_URL", "https://readwise.io", "Readwise's API"),
  gap: Setting.minInterval("DAYBOOK_READER_MIN_INTERVAL_MS", "3100 millis", "Readwise Reader")
})

/** The folder of a location. New articles and the archive are in none. */
export const folderOf = (location: string): string | null =>
  ["", "archive", "new", "feed"].includes(location) ? null : location

const tagsOf = (tags: unknown): ReadonlyArray<string> =>
  Object.entries(fieldsOf(tags) ?? {}).map(([key, tag]) => textOf(fieldsOf(tag)?.["name"]) ?? key)

const locationOf = (fields: Fields) => textOf(fields["location"])?.toLowerCase() ?? ""

/** Feeds bring articles by themselves. Only those that the owner opened count. */
const isSaved = (fields: Fields): boolean => locationOf(fields) !== "feed" || fields["first_opened_at"] != null

const readDocument = articleRow((fields) => ({
  id: idOf(fields["id"]),
  // Documents with a parent are highlights and notes.
  url: fields["parent_id"] == null && isSaved(fields) ? (textOf(fields["source_url"]) ?? textOf(fields["url"])) : null,
  title: textOf(fields["title"]),
  description: textOf(fields["summary"]),
  folder: folderOf(locationOf(fields)),
  archived: locationOf(fields) === "archive",
  progress: numberOf(fields["reading_progress"]) ?? 0,
  progressAt: (numberOf(fields["reading_progress"]) ?? 0) > 0 ? writtenInstant(textOf(fields["last_opened_at"])) : null,
  savedAt: writtenInstant(textOf(fields["saved_at"]) ?? textOf(fields["created_at"])),
  tags: tagsOf(fields["tags"])
}))

const readHighlight: (row: unknown) => ListRow<ReadingRecord> | null = highlightRow((fields) => ({
  id: idOf(fields["id"]),
  articleId: idOf(fields["parent_id"]),
  text: textOf(fields["content"]),
  note: textOf(fields["notes"]),
  createdAt: writtenInstant(textOf(fields["saved_at"]) ?? textOf(fields["created_at"]))
}))

/**
 * The API of Readwise Reader (https://readwise.io/reader_api), at most 20 calls a minute. Highlights are documents with
 * a parent:
 *
 *   {"count":1,"nextPageCursor":null,"results":[{"id":"01hz","source_url":"https://example.org/tides",
 *     "title":"On tides","category":"article","location":"archive","tags":{"sea":{"name":"sea"}},"parent_id":null,
 *     "reading_progress":0.93,"saved_at":"2025-03-10T20:00:00.000000+00:00",
 *     "last_opened_at":"2025-03-10T21:10:00.000000+00:00"}]}
 */
export const lists = ({
  baseUrl,
  gap,
  token
}: Setting.ValuesOf<typeof settings>): Effect.Effect<ReadonlyArray<SaveList>, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: "reader",
      name: "Readwise Reader",
      baseUrl,
      gap,
      headers: { authorization: `Token ${Redacted.value(token)}` }
    }),
    (provider) => {
      const part = (filter: Readonly<Record<string, string>>) =>
        linkedPart(
          provider,
          (cursor) => ({
            path: "/api/v3/list/",
            query: () => ({ ...filter, ...(cursor === null ? {} : { pageCursor: cursor }) })
          }),
          "results",
          "nextPageCursor"
        )
      return [
        { name: "the list of documents of Readwise Reader", part: part({}), read: readDocument },
        {
          name: "the list of highlights of Readwise Reader",
          part: part({ category: "highlight" }),
          read: readHighlight
        }
      ]
    }
  )
