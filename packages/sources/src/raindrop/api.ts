import type { HttpClient } from "@effect/platform"
import { Effect, Redacted } from "effect"
import * as Provider from "../kit/provider/Provider.js"
import { countedPart, readObject } from "../kit/saves/api.js"
import { articleRow, idOf, passagesOf } from "../kit/saves/apiRows.js"
import type { SaveList } from "../kit/saves/pull.js"
import { namesIn } from "../kit/saves/rows.js"
import { writtenInstant } from "../kit/saves/saveFile.js"
import { fieldsOf, listOf, textOf } from "../kit/jsonValues.js"
import * as Setting from "../kit/settings.js"

export const settings = Setting.settings({
  token: Setting.secret("DAYBOOK_RAINDROP_TOKEN", "test token of an app of the Raindrop.io account"),
  baseUrl: Setting.plainBaseUrl("DAYBOOK_RAINDROP_BASE_URL", "https://api.raindrop.io", "Raindrop.io's API"),
  gap: Setting.minInterval("DAYBOOK_RAINDROP_MIN_INTERVAL_MS", "600 millis", "Raindrop.io")
})

const perPage = 50

interface Collection {
  readonly title: string
  readonly parent: string | null
}

/** The path of a collection, as the CSV backup writes it: `Sea / Slow`. */
const pathOf = (id: string | null, collections: ReadonlyMap<string, Collection>): string | null => {
  const titles: Array<string> = []
  const seen = new Set<string>()
  for (let at = id; at !== null && collections.has(at) && !seen.has(at);) {
    seen.add(at)
    const { parent, title } = collections.get(at)!
    titles.unshift(title)
    at = parent
  }
  return titles.length === 0 ? (id === "-1" ? "Unsorted" : null) : titles.join(" / ")
}

const readCollections = (items: unknown): ReadonlyArray<readonly [string, Collection]> =>
  listOf(items).flatMap((one) => {
    const fields = fieldsOf(one)
    const id = idOf(fields?.["_id"])
    const title = textOf(fields?.["title"])
    return id === null || title === null
      ? []
      : [[id, { title, parent: idOf(fieldsOf(fields?.["parent"])?.["$id"]) }] as const]
  })

/**
 * The API of Raindrop.io (https://developer.raindrop.io), at most 120 calls a minute. It does not say what was read:
 *
 *   {"result":true,"count":1,"items":[{"_id":900001,"link":"https://example.org/tides","title":"On tides",
 *     "excerpt":"","tags":["sea"],"important":true,"created":"2025-03-10T20:00:00.000Z","collection":{"$id":55},
 *     "highlights":[{"_id":"65f0","text":"Slow water keeps.","note":"","created":"2025-03-10T21:00:00.000Z"}]}]}
 */
export const lists = ({
  baseUrl,
  gap,
  token
}: Setting.ValuesOf<typeof settings>): Effect.Effect<ReadonlyArray<SaveList>, never, HttpClient.HttpClient> =>
  Effect.map(
    Provider.make({
      source: "raindrop",
      name: "Raindrop.io",
      baseUrl,
      gap,
      headers: { authorization: `Bearer ${Redacted.value(token)}` }
    }),
    (provider) => {
      let collections: ReadonlyMap<string, Collection> = new Map()
      const readTree = Effect.map(
        Effect.forEach(["", "/childrens"], (level) =>
          provider.read({ path: `/rest/v1/collections${level}`, query: () => ({}) }, readObject)
        ),
        (answers) => void (collections = new Map(answers.flatMap(({ items }) => readCollections(items))))
      )
      const part = countedPart(
        provider,
        (page) => ({
          path: "/rest/v1/raindrops/0",
          query: () => ({ page: page - 1, perpage: perPage, sort: "-created" })
        }),
        "items"
      )
      return [
        {
          name: "the list of bookmarks of Raindrop.io",
          part: (page) => (page === 1 ? Effect.zipRight(readTree, part(1)) : part(page)),
          read: articleRow((fields) => ({
            id: idOf(fields["_id"]),
            url: textOf(fields["link"]),
            title: textOf(fields["title"]),
            description: textOf(fields["excerpt"]),
            folder: pathOf(idOf(fieldsOf(fields["collection"])?.["$id"]), collections),
            starred: fields["important"] === true,
            tags: namesIn(fields["tags"], "name"),
            savedAt: writtenInstant(textOf(fields["created"])),
            progress: null,
            isStateUnknown: true,
            isWhole: true,
            passages: passagesOf(fields["highlights"], (highlight) => ({
              id: idOf(highlight["_id"]),
              text: textOf(highlight["text"]),
              note: textOf(highlight["note"]),
              createdAt: writtenInstant(textOf(highlight["created"]))
            }))
          }))
        }
      ]
    }
  )
