import { Chunk, Stream } from "effect"
import { jsonRows } from "../kit/exportFile/members.js"
import { type Fields, fieldsOf, listOf, textOf } from "../kit/jsonValues.js"
import { namesIn } from "../kit/saves/rows.js"
import {
  type PlacedSave,
  type SaveFile,
  type SaveRow,
  saveOf,
  savesFromFile,
  writtenInstant
} from "../kit/saves/saveFile.js"

/** Characters of a collection. Its links are inside it, so that it is parsed as a whole. */
const longestCollection = 64 * 1_048_576

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

const linksIn = (value: unknown, place: string): ReadonlyArray<PlacedSave> => {
  const collection = fieldsOf(value)
  if (collection === null) return [{ place, row: null }]
  return listOf(collection["links"]).map((link, index) => ({
    place: `${place}, link ${index + 1}`,
    row: readLink(link, collection)
  }))
}

/**
 * The JSON export of Linkwarden. It does not say what was read:
 *
 *   {"name":"Anna","collections":[{"id":1,"name":"Sea","parentId":null,"links":[{"name":"On tides","type":"url",
 *     "url":"https://example.org/tides","description":"","tags":[{"name":"sea"}],
 *     "createdAt":"2025-03-10T20:00:00.000Z","importDate":null}]}]}
 */
export const linkwardenFile: SaveFile = {
  id: "linkwarden",
  about: { title: "Linkwarden", brings: "Bookmarks with their collections and tags from the export." },
  title: "a Linkwarden export",
  expected: "give the JSON file of the settings, Account, Export data",
  isMember: (name) => name.endsWith(".json"),
  recognise: ({ text }) =>
    /^\ufeff?\s*\{/.test(text) &&
    ['"collections"', '"links"'].every((name) => text.includes(name)) &&
    ['"parentId"', '"collectionId"'].some((name) => text.includes(name)),
  rows: (member, tally) =>
    Stream.mapChunks(
      jsonRows(member, tally.cutShort, "collections", longestCollection),
      Chunk.flatMap(({ place, value }) => Chunk.unsafeFromArray([...linksIn(value, place)]))
    )
}

export const linkwarden = savesFromFile(linkwardenFile)
