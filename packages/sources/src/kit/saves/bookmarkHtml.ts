import { Chunk, Stream } from "effect"
import { Parser } from "htmlparser2"

/** A link of an HTML file of bookmarks. */
export interface Bookmark {
  /** By name in lower case. */
  readonly attributes: Readonly<Record<string, string>>
  readonly title: string
  /** The text after the link, in `<DD>`. */
  readonly description: string
  /** The heading before the list: `Unread`. Empty without one. */
  readonly heading: string
  /** The folder that contains the link; empty at the top. */
  readonly folder: string
}

/** Characters of a title or description. */
const maxTextLength = 20_000

/**
 * The links in a file of bookmarks, in constant memory: folders are `<H3>` with a `<DL>` after it. `cutShort` is called
 * if the file ends within its list.
 */
export const bookmarksIn = <E, R>(
  text: Stream.Stream<string, E, R>,
  cutShort: () => void
): Stream.Stream<Bookmark, E, R> =>
  Stream.suspend(() => {
    const reader = makeReader(cutShort)
    return Stream.mapConcatChunk(text, (part) => Chunk.unsafeFromArray(reader.feed(part))).pipe(
      Stream.concat(Stream.suspend(() => Stream.fromIterable(reader.end())))
    )
  })

const makeReader = (cutShort: () => void) => {
  let ready: Array<Bookmark> = []
  let link: { -readonly [K in keyof Bookmark]: Bookmark[K] } | null = null
  let into: "title" | "description" | "heading" | "folder" | null = null
  let heading = ""
  let folder = ""
  let hasEnded = false
  const folders: Array<string> = []
  const finish = () => {
    if (link !== null) ready.push({ ...link, title: link.title.trim(), description: link.description.trim() })
    link = null
    if (into === "title" || into === "description") into = null
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (name === "a") {
          finish()
          link = { attributes, title: "", description: "", heading: heading.trim(), folder: folders.at(-1) ?? "" }
          into = "title"
        } else if (name === "dd") into = link === null ? null : "description"
        else if (name === "dt") finish()
        else if (name === "h1") {
          finish()
          heading = ""
          into = "heading"
        } else if (name === "h3") {
          finish()
          folder = ""
          into = "folder"
        } else if (name === "dl") {
          finish()
          folders.push(folder.trim())
          folder = ""
        }
      },
      ontext: (text) => {
        if (into === "heading") heading = `${heading}${text}`.slice(0, maxTextLength)
        else if (into === "folder") folder = `${folder}${text}`.slice(0, maxTextLength)
        else if (into !== null && link !== null) link[into] = `${link[into]}${text}`.slice(0, maxTextLength)
      },
      onclosetag: (name) => {
        if (hasEnded && (name === "dl" || name === "ul" || name === "a")) cutShort()
        if (name === "dl") {
          finish()
          folders.pop()
        } else if (name === "a" || name === "h1" || name === "h3") into = null
      }
    },
    { decodeEntities: true, lowerCaseAttributeNames: true, lowerCaseTags: true }
  )
  const finished = () => {
    const done = ready
    ready = []
    return done
  }
  return {
    feed: (part: string): Array<Bookmark> => {
      parser.write(part)
      return finished()
    },
    end: (): Array<Bookmark> => {
      hasEnded = true
      parser.end()
      finish()
      return finished()
    }
  }
}
