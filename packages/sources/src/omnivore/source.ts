import { readingRank } from "@daybook/core/reading"
import { type Fields, numberOf, textOf } from "../kit/jsonValues.js"
import { jsonRows } from "../kit/exportFile/formats.js"
import { namesIn } from "../kit/saves/rows.js"
import { type SaveRow, saveOf, saves, writtenInstant } from "../kit/saves/saveFile.js"
import { fileSource } from "../kit/SourceDefinition.js"

/**
 * An article. The progress is a percentage; when it was read is not in the file:
 *
 *   {"id":"…","slug":"on-tides-18e","title":"On tides","url":"https://example.org/tides","state":"Archived",
 *    "readingProgress":93,"labels":["sea"],"savedAt":"2024-03-10T20:00:00.000Z"}
 */
const readArticle = (fields: Fields): SaveRow => {
  const state = textOf(fields["state"])?.toLowerCase() ?? ""
  if (state === "deleted") return "not saved"
  return saveOf({
    id: textOf(fields["id"]),
    url: textOf(fields["url"]),
    title: textOf(fields["title"]),
    description: textOf(fields["description"]),
    archived: state === "archived",
    progress: (numberOf(fields["readingProgress"]) ?? 0) / 100,
    savedAt: writtenInstant(textOf(fields["savedAt"])),
    tags: namesIn(fields["labels"], "name")
  })
}

/** The export of Omnivore, which closed in November 2024. Its highlights have no times and stay out. */
export const omnivore = fileSource({
  id: "omnivore",
  about: { title: "Omnivore", brings: "Saved articles with their progress and labels from the last export." },
  // It says how far an article was read, but it closed: services in use know more.
  rank: readingRank({ rank: 60 }),
  ...saves,
  format: jsonRows({ member: /^metadata_\d+_to_\d+\.json$/, has: ["readingProgress", "slug"] }),
  read: readArticle,
  fileTitle: "an Omnivore export",
  expected: "give the zip that Omnivore made, or its metadata_0_to_20.json"
})
