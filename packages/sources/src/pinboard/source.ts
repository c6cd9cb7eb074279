import { jsonRows } from "../kit/exportFile/formats.js"
import { textOf } from "../kit/jsonValues.js"
import { isYes } from "../kit/saves/rows.js"
import { saveOf, saves, writtenInstant } from "../kit/saves/saveFile.js"
import { fileSource } from "../kit/SourceDefinition.js"

/**
 * The JSON backup of Pinboard. Only `toread` says whether something was read:
 *
 *   [{"href":"https://example.org/tides","description":"On tides","extended":"","time":"2025-03-10T20:00:00Z",
 *     "shared":"no","toread":"yes","tags":"sea slow"}]
 */
export const pinboard = fileSource({
  id: "pinboard",
  about: { title: "Pinboard", brings: "Bookmarks with their tags from the JSON backup." },
  ...saves,
  format: jsonRows({ candidate: /^pinboard.*\.json$/, has: ["href", "toread", "extended"] }),
  read: (fields) =>
    saveOf({
      url: textOf(fields["href"]),
      title: textOf(fields["description"]),
      description: textOf(fields["extended"]),
      tags: (textOf(fields["tags"]) ?? "").split(/\s+/),
      savedAt: writtenInstant(textOf(fields["time"])),
      progress: null,
      isStateUnknown: !isYes(fields["toread"])
    }),
  fileTitle: "a Pinboard backup",
  expected: "give the JSON file of pinboard.in/settings/backup"
})
