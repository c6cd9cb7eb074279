import { Stream, identity } from "effect"
import { eachFile } from "../kit/exportFile/Format.js"
import { decodeText } from "../kit/exportFile/text.js"
import { bookmarksIn } from "../kit/saves/bookmarkHtml.js"
import { isYes } from "../kit/saves/rows.js"
import { type SaveRow, saveOf, saves, secondsOf } from "../kit/saves/saveFile.js"
import { numberOf } from "../kit/jsonValues.js"
import { fileSource } from "../kit/SourceDefinition.js"

/** The tag that stands for Linkding's archive. */
const archiveTag = "linkding:bookmarks.archived"

/**
 * A file of bookmarks as browsers, Linkding and many services write it. Times are seconds:
 *
 *   <DT><A HREF="https://example.org/tides" ADD_DATE="1741636800" TOREAD="1" TAGS="sea">On tides</A>
 *   <DD>About the sea
 */
export const bookmarks = fileSource({
  id: "bookmarks",
  about: {
    title: "Bookmark file",
    brings: "Bookmarks with folders and tags from the HTML file of a browser, Linkding or another service."
  },
  ...saves,
  format: eachFile<SaveRow>({
    candidate: /bookmarks.*\.html?$/,
    begins: ({ text }) => /<!doctype\s+netscape-bookmark-file-1>/i.test(text),
    rows: (member, { tally }) =>
      bookmarksIn(decodeText(member.bytes), () => tally.cutShort(`${member.name} has no end`)).pipe(
        Stream.zipWithIndex,
        Stream.map(([{ attributes, description, folder, title }, index]) => {
          const tags = (attributes["tags"] ?? "").split(",")
          const isArchived = tags.includes(archiveTag)
          return {
            place: `${member.name}, link ${index + 1}`,
            row: saveOf({
              url: attributes["href"] ?? "",
              title,
              description,
              folder,
              tags: tags.filter((tag) => tag !== archiveTag),
              savedAt: secondsOf(numberOf(attributes["add_date"])),
              archived: isArchived,
              progress: null,
              isStateUnknown: !isArchived && !isYes(attributes["toread"])
            })
          }
        })
      )
  }),
  read: identity,
  fileTitle: "an HTML file of bookmarks",
  expected: "give the file that the browser or service exports as HTML"
})
