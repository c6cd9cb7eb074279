import { Stream } from "effect"
import { escapeMarkup } from "../shared/markup.js"
import { exportFormat } from "./ExportFormat.js"
import type { ExportableArticle } from "./ExportableRecords.js"

/** Tags are separated by commas, so a comma within one becomes a blank. */
const tagsOf = (tags: ReadonlyArray<string>): string => tags.map((tag) => tag.replace(/\s*,\s*/g, " ").trim()).join(",")

/** A link. `TAGS` and `TOREAD` are what Delicious, Pinboard and Linkding write; browsers ignore them. */
const linkOf = ({ description, isUnread, savedAt, tags, title, url }: ExportableArticle): string => {
  const attributes = [
    `HREF="${escapeMarkup(url)}"`,
    `ADD_DATE="${Math.floor(savedAt / 1000)}"`,
    ...(isUnread ? [`TOREAD="1"`] : []),
    ...(tags.length === 0 ? [] : [`TAGS="${escapeMarkup(tagsOf(tags))}"`])
  ]
  const link = `<DT><A ${attributes.join(" ")}>${escapeMarkup(title)}</A>\n`
  return description === null ? link : `${link}<DD>${escapeMarkup(description)}\n`
}

const head = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
`

const end = "</DL><p>\n"

const folderStart = (folder: string): string => `<DT><H3>${escapeMarkup(folder)}</H3>\n<DL><p>\n`

/** The links with the headings of their folders. Articles of one folder follow each other. */
const listOf = <E, R>(articles: Stream.Stream<ExportableArticle, E, R>): Stream.Stream<string, E, R> => {
  const started = Stream.mapAccum(articles, null as string | null, (open, article) => {
    const { folder } = article
    const change = folder === open ? "" : `${open === null ? "" : end}${folder === null ? "" : folderStart(folder)}`
    return [folder, { text: `${change}${linkOf(article)}`, folder }]
  })
  return Stream.mapAccum(
    Stream.concat(
      Stream.map(started, (part): Part => part),
      Stream.make(last)
    ),
    null as string | null,
    (open, part) => (part === last ? [null, open === null ? "" : end] : [part.folder, part.text])
  )
}

interface Part {
  readonly text: string
  readonly folder: string | null
}

/** Stands for the end of all links, where the last folder is closed. */
const last: Part = { text: "", folder: null }

/** Bookmarks as browsers and most services import them. The format has no standard; Netscape began it. */
export const netscapeBookmarks = exportFormat({
  name: "netscape-bookmarks",
  domain: "reading",
  about: "Saved articles, as the HTML file of bookmarks that browsers and most services import",
  extension: "html",
  contentType: "text/html; charset=utf-8",
  recordsOf: ({ articles }) => articles,
  bytesOf: (articles) =>
    Stream.encodeText(Stream.concat(Stream.concat(Stream.make(head), listOf(articles)), Stream.make(end)))
})
