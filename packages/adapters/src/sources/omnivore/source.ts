import { baseName } from "../kit/exportFile/members.js"
import { jsonSaves, namesIn } from "../kit/saves/rows.js"
import { type SaveFile, type SaveRow, saveOf, savesFromFile, writtenInstant } from "../kit/saves/saveFile.js"
import { type Fields, numberOf, textOf } from "../kit/jsonValues.js"

const isMember = (name: string): boolean => /^metadata_\d+_to_\d+\.json$/.test(name)

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
export const omnivoreFile: SaveFile = {
  id: "omnivore",
  about: { title: "Omnivore", brings: "Saved articles with their progress and labels from the last export." },
  title: "an Omnivore export",
  expected: "give the zip that Omnivore made, or its metadata_0_to_20.json",
  isMember,
  recognise: ({ entries, text }) =>
    (entries ?? []).some((name) => isMember(baseName(name))) ||
    (/^\ufeff?\s*\[/.test(text) && text.includes('"readingProgress"') && text.includes('"slug"')),
  rows: (member, tally) => jsonSaves(member, tally, readArticle)
}

export const omnivore = savesFromFile(omnivoreFile)
