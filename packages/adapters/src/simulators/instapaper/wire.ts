import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { hashOf, type SimulatedBookmark, type SimulatedFolder, type SimulatedHighlight } from "./Account.js"

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

export const defaultQuirks: InstapaperQuirks = { objects: false, textNumbers: true, textDeletes: false, inlineHighlights: true }

const number = (value: number, quirks: InstapaperQuirks) => quirks.textNumbers ? String(value) : value

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
export const inlineHighlight = (of: SimulatedHighlight, bookmark: number) =>
  ({ type: "highlight", highlight_id: of.id, bookmark_id: bookmark, text: of.text, position: of.position, time: of.time })

export const highlightRow = (of: SimulatedHighlight, bookmark: number) => ({ ...inlineHighlight(of, bookmark), note: of.note })

export const json = (body: unknown, status = 200) => HttpServerResponse.unsafeJson(body, { status })

const user = { type: "user", user_id: 54321, username: "daybook_demo", subscription_is_active: "1" }

export const listAnswer = (of: {
  readonly bookmarks: ReadonlyArray<SimulatedBookmark>
  readonly highlights: ReadonlyArray<object>
  readonly deleted: ReadonlyArray<number>
}, quirks: InstapaperQuirks) => {
  const bookmarks = of.bookmarks.map((bookmark) => bookmarkRow(bookmark, quirks))
  const deletes = quirks.textDeletes ? of.deleted.join(",") : of.deleted
  if (quirks.objects) return json({ user, bookmarks, highlights: of.highlights, delete_ids: deletes })
  return json([{ type: "meta", ...(of.deleted.length === 0 ? {} : { delete_ids: deletes }) }, user, ...bookmarks, ...of.highlights])
}

export const folderRows = (folders: ReadonlyArray<SimulatedFolder>) =>
  json(folders.map(({ id, title }, index) => ({
    type: "folder", folder_id: Number(id), title, display_title: title, slug: title.toLowerCase().replaceAll(" ", "-"), sync_to_mobile: "1", position: 1_440_901_825.16 + index
  })))

export const userRow = json([user])

/** Errors come as a list, whatever else would have come. */
export const failure = (code: number, message = "Error", status = 400) => json(errorBody(code, message), status)

export const errorBody = (code: number, message = "Error") => [{ type: "error", error_code: code, message }]

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;")

/** The page that the service makes of an article. */
export const textPage = (title: string, paragraphs: ReadonlyArray<string>) =>
  HttpServerResponse.html([
    `<html><head><title>${escaped(title)}</title><meta name="robots" content="noindex"/>`,
    `<!-- IP:TITLE\n${escaped(title)}\n/IP:TITLE --><!-- IP:IMAGES\n/IP:IMAGES --><style>body { font-family: Georgia; }</style></head>`,
    `<body><div id="titlebar"><h1>${escaped(title)}</h1></div><div id="story">${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join("")}</div></body></html>`
  ].join(""))
