import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Effect } from "effect"
import type { WebArticle } from "../sampleOwner/article.js"
import { cover, pngResponse } from "../shared/cover.js"
import {
  type AccountControl,
  type SimulatedBookmark,
  type SimulatedFolder,
  type SimulatedHighlight,
  hashOf
} from "./Account.js"

/** Ways in which real answers differ from each other. */
export interface InstapaperQuirks {
  /** An object with lists in it, as version 1.1 answers, instead of one list. */
  readonly objects: boolean
  /** Numbers as texts. */
  readonly textNumbers: boolean
  /** `delete_ids` as a text with commas. */
  readonly textDeletes: boolean
  /** Whether lists have the highlights of what they list. */
  readonly inlineHighlights: boolean
}

export const defaultQuirks: InstapaperQuirks = {
  objects: false,
  textNumbers: true,
  textDeletes: false,
  inlineHighlights: true
}

const number = (value: number, quirks: InstapaperQuirks) => (quirks.textNumbers ? String(value) : value)

const bookmarkRow = (of: SimulatedBookmark, quirks: InstapaperQuirks) => ({
  type: "bookmark",
  bookmark_id: of.id,
  url: of.url,
  title: of.title,
  description: of.description,
  time: quirks.textNumbers ? of.time : of.time + 0.25,
  starred: of.starred ? "1" : "0",
  private_source: of.url.startsWith("instapaper://") ? "mail" : "",
  hash: hashOf(of),
  progress: number(of.progress, quirks),
  progress_timestamp: number(of.progressTime, quirks),
  ...(of.tags.length === 0 ? {} : { tags: of.tags.map((name, index) => ({ id: index + 1, name })) })
})

/** As lists have them: without their notes. */
export const inlineHighlight = (of: SimulatedHighlight, bookmark: number) => ({
  type: "highlight",
  highlight_id: of.id,
  bookmark_id: bookmark,
  text: of.text,
  position: of.position,
  time: of.time
})

export const highlightRow = (of: SimulatedHighlight, bookmark: number) => ({
  ...inlineHighlight(of, bookmark),
  note: of.note
})

export const json = (body: unknown, status = 200) => HttpServerResponse.unsafeJson(body, { status })

const user = { type: "user", user_id: 54321, username: "daybook_demo", subscription_is_active: "1" }

export const listAnswer = (
  of: {
    readonly bookmarks: ReadonlyArray<SimulatedBookmark>
    readonly highlights: ReadonlyArray<object>
    readonly deleted: ReadonlyArray<number>
  },
  quirks: InstapaperQuirks
) => {
  const bookmarks = of.bookmarks.map((bookmark) => bookmarkRow(bookmark, quirks))
  const deletes = quirks.textDeletes ? of.deleted.join(",") : of.deleted
  if (quirks.objects) return json({ user, bookmarks, highlights: of.highlights, delete_ids: deletes })
  return json([
    { type: "meta", ...(of.deleted.length === 0 ? {} : { delete_ids: deletes }) },
    user,
    ...bookmarks,
    ...of.highlights
  ])
}

export const folderRows = (folders: ReadonlyArray<SimulatedFolder>) =>
  json(
    folders.map(({ id, title }, index) => ({
      type: "folder",
      folder_id: Number(id),
      title,
      display_title: title,
      slug: title.toLowerCase().replaceAll(" ", "-"),
      sync_to_mobile: "1",
      position: 1_440_901_825.16 + index
    }))
  )

export const userRow = json([user])

/** Errors come as a list, whatever else would have come. */
export const failure = (code: number, message = "Error", status = 400) => json(errorBody(code, message), status)

export const errorBody = (code: number, message = "Error") => [{ type: "error", error_code: code, message }]

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;")

/** The page that the service makes of an article. */
export const textPage = (title: string, paragraphs: ReadonlyArray<string>) =>
  HttpServerResponse.html(
    [
      `<html><head><title>${escaped(title)}</title><meta name="robots" content="noindex"/>`,
      `<!-- IP:TITLE\n${escaped(title)}\n/IP:TITLE --><!-- IP:IMAGES\n/IP:IMAGES --><style>body { font-family: Georgia; }</style></head>`,
      `<body><div id="titlebar"><h1>${escaped(title)}</h1></div><div id="story">${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join("")}</div></body></html>`
    ].join("")
  )

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The account as instapaper.com/user exports it; `tags` adds the column that came in 2024. */
export const instapaperCsv = (
  control: Pick<AccountControl, "bookmarks" | "folders">,
  tags = true
): Effect.Effect<string> =>
  Effect.map(control.bookmarks, (bookmarks) => {
    const nameOf = (folder: string) =>
      ({ unread: "Unread", archive: "Archive" })[folder] ??
      control.folders.find(({ id }) => id === folder)?.title ??
      folder
    const rows = bookmarks.map((one) =>
      [
        one.url,
        one.title,
        one.description,
        nameOf(one.folder),
        String(one.time),
        ...(tags ? [one.tags.length === 0 ? "[]" : JSON.stringify(one.tags)] : [])
      ]
        .map(quoted)
        .join(",")
    )
    return [["URL,Title,Selection,Folder,Timestamp", ...(tags ? ["Tags"] : [])].join(","), ...rows, ""].join("\n")
  })

const side = 480

/** A magazine's page, with all that is around an article; or what stands where there is none any more. */
export const webPage = (article: WebArticle, address: string): HttpServerResponse.HttpServerResponse => {
  if (article.state === "gone")
    return HttpServerResponse.html(
      "<!DOCTYPE html><html><head><title>Not found</title></head><body><h1>Not found</h1></body></html>"
    ).pipe(HttpServerResponse.setStatus(404))
  const paragraphs = article.state === "paywall" ? ["To go on reading, subscribe."] : article.paragraphs
  const origin = new URL(address).origin
  return HttpServerResponse.html(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${escaped(article.title)} | ${article.site.name}</title>
<meta property="og:type" content="article"><meta property="og:title" content="${escaped(article.title)}"><meta property="og:site_name" content="${article.site.name}">
<meta property="og:description" content="${escaped(article.description)}"><meta property="og:url" content="${address}">
${article.hasPicture ? `<meta property="og:image" content="${origin}/pictures/${article.index}.png">` : ""}
<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", "@type": "Article", headline: article.title, author: { "@type": "Person", name: article.author } })}</script>
</head><body><header><a href="/">${article.site.name}</a><nav><ul><li><a href="/about">About</a></li><li><a href="/archive">Archive</a></li></ul></nav></header>
<main><article><h1>${escaped(article.title)}</h1><p class="byline">By ${article.author}</p>${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join("\n")}</article></main>
<aside><h2>More</h2><ul><li><a href="/a">Another one</a></li></ul></aside><footer>© ${article.site.name}</footer></body></html>`)
}

export const webPicture = (index: number): HttpServerResponse.HttpServerResponse =>
  pngResponse(cover(`article ${index}`, side))
