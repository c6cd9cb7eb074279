import { isYes, jsonSaves } from "../kit/saves/rows.js"
import { type SaveFile, saveOf, savesFromFile, writtenInstant } from "../kit/saves/saveFile.js"
import { textOf } from "../kit/jsonValues.js"

/**
 * The JSON backup of Pinboard. Only `toread` says whether something was read:
 *
 *   [{"href":"https://example.org/tides","description":"On tides","extended":"","time":"2025-03-10T20:00:00Z",
 *     "shared":"no","toread":"yes","tags":"sea slow"}]
 */
export const pinboardFile: SaveFile = {
  id: "pinboard",
  about: { title: "Pinboard", brings: "Bookmarks with their tags from the JSON backup." },
  title: "a Pinboard backup",
  expected: "give the JSON file of pinboard.in/settings/backup",
  isMember: (name) => name.startsWith("pinboard") && name.endsWith(".json"),
  recognise: ({ text }) =>
    /^\ufeff?\s*\[\s*\{/.test(text) && ['"href"', '"toread"', '"extended"'].every((name) => text.includes(name)),
  rows: (member, tally) =>
    jsonSaves(member, tally, (fields) =>
      saveOf({
        url: textOf(fields["href"]),
        title: textOf(fields["description"]),
        description: textOf(fields["extended"]),
        tags: (textOf(fields["tags"]) ?? "").split(/\s+/),
        savedAt: writtenInstant(textOf(fields["time"])),
        progress: null,
        isStateUnknown: !isYes(fields["toread"])
      })
    )
}

export const pinboard = savesFromFile(pinboardFile)
