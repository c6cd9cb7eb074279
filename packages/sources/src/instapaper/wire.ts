import type { MarkedPassage, SavedArticle } from "@daybook/core/reading"
import { Either } from "effect"
import type { Answer } from "../kit/provider/Answer.js"
import { cleanTags, cleanText, cleanTitle, instantOf } from "../kit/saves/text.js"

/**
 * Instapaper's Full API (https://www.instapaper.com/api). A list in version 1, whose items have a type:
 *
 *   [{"type":"meta"},{"type":"user","user_id":54321,"username":"someone","subscription_is_active":"1"},
 *    {"type":"bookmark","bookmark_id":170939225,"url":"https://example.com/tides","title":"Tides","description":"",
 *     "time":1763600000,"starred":"0","private_source":"","hash":"PGU0MMPw","progress":"0.5",
 *     "progress_timestamp":1763612345,"tags":[{"id":12,"name":"Sea"}]},
 *    {"type":"highlight","highlight_id":42,"bookmark_id":170939225,"text":"…","position":0,"time":1763600100},
 *    {"type":"meta","delete_ids":"123,456"}]
 *
 * In version 1.1: {"user":{…},"bookmarks":[…],"highlights":[…],"delete_ids":[123]}. Numbers may be strings, and times
 * have fractions. An error is [{"type":"error","error_code":1240,"message":"…"}] with any status.
 */
export interface Bookmark {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly description: string
  /** Epoch seconds, possibly with a fraction. */
  readonly time: number
  readonly starred: boolean
  readonly hash: string
  readonly progress: number
  /** Epoch seconds; 0 means never. */
  readonly progressTime: number
  readonly tags: ReadonlyArray<string>
}

export interface Highlight {
  readonly id: number
  readonly bookmarkId: number
  readonly text: string
  /** Undefined if the response does not mention a note. */
  readonly note: string | null | undefined
  readonly position: number | null
  readonly time: number
}

export interface List {
  readonly bookmarks: ReadonlyArray<Bookmark>
  readonly highlights: ReadonlyArray<Highlight>
  /** Announced bookmarks that are no longer in this list. */
  readonly deleted: ReadonlyArray<number>
}

export interface Folder {
  readonly id: string
  readonly title: string
}

type Thing = Readonly<Record<string, unknown>>

const isThing = (value: unknown): value is Thing => typeof value === "object" && value !== null && !Array.isArray(value)

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return typeof number === "number" && Number.isFinite(number) ? number : undefined
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : ""

const thingsOf = (value: unknown): ReadonlyArray<Thing> => (Array.isArray(value) ? value.filter(isThing) : [])

/** The code of an error, in a list or by itself; null if the response has none. */
export const errorCodeOf = ({ json, text }: Answer): number | null => {
  if (!/"error/.test(text)) return null
  const body = Either.getOrNull(json)
  const error = [...thingsOf(body), ...(isThing(body) ? [body] : [])].find(
    (thing) => thing["type"] === "error" || "error_code" in thing
  )
  return error === undefined ? null : (numberOf(error["error_code"]) ?? null)
}

const failed = (answer: Answer): Either.Either<unknown, string> => {
  const code = errorCodeOf(answer)
  if (code !== null) return Either.left(`answers with error ${code}`)
  return Either.mapLeft(answer.json, () => "answers with something that is not JSON")
}

/** A list in either API version. */
export const readList = (answer: Answer): Either.Either<List, string> =>
  Either.flatMap(failed(answer), (json) => {
    const things = Array.isArray(json)
      ? thingsOf(json)
      : isThing(json) && Array.isArray(json["bookmarks"])
        ? [
            ...typed("bookmark", json["bookmarks"]),
            ...typed("highlight", json["highlights"]),
            { type: "meta", delete_ids: json["delete_ids"] }
          ]
        : undefined
    if (things === undefined) return Either.left("answers with a list in an unknown shape")
    return Either.right({
      bookmarks: things.filter(({ type }) => type === "bookmark").flatMap(bookmarkOf),
      highlights: things.filter(({ type }) => type === "highlight").flatMap(highlightOf),
      deleted: things
        .filter(({ type }) => type === "meta" || type === "delete")
        .flatMap((thing) => idsOf(thing["delete_ids"]))
    })
  })

const typed = (type: string, value: unknown): ReadonlyArray<Thing> =>
  thingsOf(value).map((thing) => ({ ...thing, type }))

/** `deleted` if the bookmark does not exist; `refused` if the service refuses only this one. */
type HighlightsAnswer = ReadonlyArray<Highlight> | "deleted" | "refused"

/** The highlights of one bookmark. */
export const readHighlights = (answer: Answer): Either.Either<HighlightsAnswer, string> => {
  const code = errorCodeOf(answer)
  if (code !== null) return Either.right(code === 1241 ? "deleted" : "refused")
  return Either.flatMap(failed(answer), (json) => {
    const list = isThing(json) ? json["highlights"] : json
    return Array.isArray(list)
      ? Either.right(
          thingsOf(list)
            .filter(({ type }) => type === undefined || type === "highlight")
            .flatMap(highlightOf)
        )
      : Either.left("answers with highlights in an unknown shape")
  })
}

export const readFolders = (answer: Answer): Either.Either<ReadonlyArray<Folder>, string> =>
  Either.flatMap(failed(answer), (json) => {
    const list = isThing(json) ? json["folders"] : json
    if (!Array.isArray(list)) return Either.left("answers with folders in an unknown shape")
    return Either.right(
      thingsOf(list).flatMap((folder): ReadonlyArray<Folder> => {
        const id = textOf(folder["folder_id"])
        return id === "" ? [] : [{ id, title: textOf(folder["title"]) || textOf(folder["display_title"]) || id }]
      })
    )
  })

const idsOf = (value: unknown): ReadonlyArray<number> =>
  (Array.isArray(value) ? value : textOf(value).split(",")).flatMap((one) => numberOf(one) ?? [])

const bookmarkOf = (thing: Thing): ReadonlyArray<Bookmark> => {
  const id = numberOf(thing["bookmark_id"])
  const time = numberOf(thing["time"])
  const url = textOf(thing["url"])
  if (id === undefined || !Number.isSafeInteger(id) || time === undefined || url === "") return []
  return [
    {
      id,
      url,
      title: textOf(thing["title"]),
      description: textOf(thing["description"]),
      time,
      starred: textOf(thing["starred"]) === "1" || thing["starred"] === true,
      hash: textOf(thing["hash"]),
      progress: numberOf(thing["progress"]) ?? 0,
      progressTime: numberOf(thing["progress_timestamp"]) ?? 0,
      tags: (Array.isArray(thing["tags"]) ? thing["tags"] : []).flatMap(
        (tag: unknown) => textOf(isThing(tag) ? tag["name"] : tag).trim() || []
      )
    }
  ]
}

const highlightOf = (thing: Thing): ReadonlyArray<Highlight> => {
  const id = numberOf(thing["highlight_id"])
  const bookmarkId = numberOf(thing["bookmark_id"])
  const text = textOf(thing["text"])
  if (
    id === undefined ||
    !Number.isSafeInteger(id) ||
    bookmarkId === undefined ||
    !Number.isSafeInteger(bookmarkId) ||
    text === ""
  )
    return []
  return [
    {
      id,
      bookmarkId,
      text,
      note: "note" in thing ? textOf(thing["note"]).trim() || null : undefined,
      position: numberOf(thing["position"]) ?? null,
      time: numberOf(thing["time"]) ?? 0
    }
  ]
}

/** Where a bookmark is filed: `unread`, `archive`, or a folder of the user's own. */
export interface Place {
  readonly folder: string | null
  readonly archived: boolean
}

export const toArticle = (bookmark: Bookmark, { archived, folder }: Place): SavedArticle => ({
  sourceId: String(bookmark.id),
  url: cleanText(bookmark.url),
  title: cleanTitle(bookmark.title),
  description: cleanText(bookmark.description) || null,
  folder,
  archived,
  starred: bookmark.starred,
  progress: Math.max(0, Math.min(1, bookmark.progress)),
  progressAt: bookmark.progressTime > 0 ? instantOf(bookmark.progressTime) : null,
  savedAt: instantOf(bookmark.time),
  tags: cleanTags(bookmark.tags)
})

export const toPassage = ({ id, note, position, text, time }: Highlight): MarkedPassage => ({
  sourceId: String(id),
  text: cleanText(text),
  note: note == null ? note : cleanText(note) || null,
  position,
  createdAt: instantOf(time)
})
