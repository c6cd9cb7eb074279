import { identity } from "effect"
import { type Placed, flatRows } from "../kit/exportFile/Format.js"
import { jsonRows } from "../kit/exportFile/formats.js"
import { type Fields, fieldsOf, listOf, textOf } from "../kit/jsonValues.js"
import { namesIn } from "../kit/saves/rows.js"
import { type SaveRow, saveOf, saves, writtenInstant } from "../kit/saves/saveFile.js"
import { fileSource } from "../kit/SourceDefinition.js"

/** Characters of a collection. Its links are inside it, so that it is parsed as a whole. */
const maxCollectionLength = 64 * 1_048_576

const readLink = (value: unknown, collection: Fields): SaveRow => {
  const link = fieldsOf(value)
  if (link === null) return null
  return saveOf({
    url: textOf(link["url"]),
    title: textOf(link["name"]),
    description: textOf(link["description"]),
    folder: textOf(collection["name"]),
    tags: namesIn(link["tags"], "name"),
    // Of a link that came from another service, `createdAt` is the day of that import.
    savedAt: writtenInstant(textOf(link["importDate"])) ?? writtenInstant(textOf(link["createdAt"])),
    progress: null,
    isStateUnknown: true
  })
}

/** Read one by one: a collection may have all links. */
function* linksIn(collection: Fields, place: string): Generator<Placed<SaveRow>> {
  for (const [index, link] of listOf(collection["links"]).entries())
    yield { place: `${place}, link ${index + 1}`, row: readLink(link, collection) }
}

/**
 * The JSON export of Linkwarden. It does not say what was read:
 *
 *   {"name":"Anna","collections":[{"id":1,"name":"Sea","parentId":null,"links":[{"name":"On tides","type":"url",
 *     "url":"https://example.org/tides","description":"","tags":[{"name":"sea"}],
 *     "createdAt":"2025-03-10T20:00:00.000Z","importDate":null}]}]}
 */
export const linkwarden = fileSource({
  id: "linkwarden",
  about: { title: "Linkwarden", brings: "Bookmarks with their collections and tags from the export." },
  ...saves,
  format: flatRows(
    jsonRows({
      candidate: /\.json$/,
      has: [
        ["collections", "links", "parentId"],
        ["collections", "links", "collectionId"]
      ],
      list: "collections",
      maxLength: maxCollectionLength
    }),
    linksIn
  ),
  read: identity,
  fileTitle: "a Linkwarden export",
  expected: "give the JSON file of the settings, Account, Export data"
})
