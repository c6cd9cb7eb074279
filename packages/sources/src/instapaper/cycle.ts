import { articleKey, type ReadingRecord } from "@daybook/core/reading"
import { Either, Option, Schema } from "effect"
import { type Place, toArticle, type Bookmark, type List } from "./wire.js"

/** A bookmark as last seen: its number, the hash of its content, and when it was saved (epoch seconds). */
const SeenBookmark = Schema.Tuple(Schema.Number, Schema.String, Schema.Number)
export type SeenBookmark = typeof SeenBookmark.Type

/**
 * The last listing of each folder by folder id, and the known highlights. Instapaper lists the newest 500 bookmarks of
 * a folder, and reports changes relative to a listing that the client sends. This is that listing.
 */
export const Memory = Schema.Struct({
  folders: Schema.Record({ key: Schema.String, value: Schema.Array(SeenBookmark) }),
  /** Keyed by the bookmark's number. */
  highlights: Schema.Record({ key: Schema.String, value: Schema.Array(Schema.Number) }),
  /**
   * Deleted bookmarks with the time of detection, epoch milliseconds. They are reported repeatedly, since a mass
   * removal needs the operator's confirmation.
   */
  gone: Schema.Record({ key: Schema.String, value: Schema.Number }),
  /** The last full sync, epoch milliseconds. */
  fullAt: Schema.Number
})
export type Memory = typeof Memory.Type

const json = Schema.parseJson(Memory)

export const toCursor: (memory: Memory) => string = Schema.encodeSync(json)

/** None for a missing or unreadable cursor: the sync then starts from the beginning. */
export const fromCursor = (cursor: Option.Option<string>): Option.Option<Memory> =>
  Option.flatMap(cursor, (text) => Either.getRight(Schema.decodeUnknownEither(json)(text)))

/** Instapaper lists only the newest 500 bookmarks of a folder. */
export const folderLimit = 500
/** The folder of liked bookmarks. It overlaps all others and does not say where an article is filed. */
export const likedFolder = "starred"

/**
 * The response for one folder. `announced` is the listing that the request contained: the response omits its unchanged
 * bookmarks.
 */
export interface FolderAnswer {
  readonly id: string
  readonly place: Place
  readonly announced: ReadonlyArray<SeenBookmark>
  readonly list: List
}

/** The result of a round through all folders. */
export interface Round {
  readonly records: ReadonlyArray<ReadingRecord>
  /** Certainly deleted. */
  readonly deleted: ReadonlyArray<number>
  /** Deleted, or moved out of sight. A further request decides which. */
  readonly doubtful: ReadonlyArray<number>
  readonly folders: Memory["folders"]
  /** Bookmarks that were listed: new, changed, or all. */
  readonly listed: ReadonlyArray<Bookmark>
}

const seenOf = ({ hash, id, time }: Bookmark): SeenBookmark => [id, hash, time]

/**
 * The visible bookmarks of a folder: the announced ones without the deleted ones, and the listed ones. Newest first.
 */
const visibleOf = ({ announced, list }: FolderAnswer): ReadonlyArray<SeenBookmark> => {
  const deleted = new Set(list.deleted)
  const listed = new Set(list.bookmarks.map(({ id }) => id))
  const unchanged = announced.filter(([id]) => !deleted.has(id) && !listed.has(id))
  return [...unchanged, ...list.bookmarks.map(seenOf)]
    .sort(([a, , x], [b, , y]) => y - x || b - a)
    .slice(0, folderLimit)
}

/**
 * Combines the responses of all folders, which distinguishes a move from a deletion. `before` is the previous listing.
 * A bookmark in no folder is deleted if every folder lists all bookmarks of its age. It is doubtful if some folder
 * lists only newer ones, since it may have been moved there.
 */
export const roundOf = (answers: ReadonlyArray<FolderAnswer>, before: Memory["folders"]): Round => {
  const views = answers.map((answer) => ({ ...answer, visible: visibleOf(answer) }))
  const folders = views.filter(({ id }) => id !== likedFolder)
  const liked = views.find(({ id }) => id === likedFolder)
  const filedIds = new Set(folders.flatMap(({ visible }) => visible.map(([id]) => id)))
  const lost = Object.entries(before).flatMap(([folder, seen]) =>
    folder === likedFolder ? [] : seen.filter(([id]) => !filedIds.has(id)).map(([id, , time]) => ({ id, time, folder }))
  )
  const isVisibleAge = (folder: string, time: number) => {
    const visible = views.find(({ id }) => id === folder)?.visible ?? []
    return visible.length < folderLimit || time > visible.at(-1)![2]
  }
  const stillLiked = new Set(liked?.visible.map(([id]) => id))
  const missed = lost.filter(({ folder, id, time }) => isVisibleAge(folder, time) && !stillLiked.has(id))
  const sure = missed.filter(({ time }) => folders.every(({ id }) => isVisibleAge(id, time)))
  const stars =
    liked === undefined ? [] : starsOf(liked, before[likedFolder] ?? [], new Set(missed.map(({ id }) => id)))
  return {
    records: [
      ...articlesOf(folders, likedAlone(liked, filedIds), ({ time }) =>
        hidingPlace(folders.filter(({ id }) => !isVisibleAge(id, time)))
      ),
      ...stars
    ],
    deleted: sure.map(({ id }) => id),
    doubtful: missed.filter((one) => !sure.includes(one)).map(({ id }) => id),
    folders: Object.fromEntries(views.map(({ id, visible }) => [id, visible])),
    listed: [
      ...new Map(views.flatMap(({ list }) => list.bookmarks).map((bookmark) => [bookmark.id, bookmark])).values()
    ]
  }
}

export const deletedKeys = (deleted: Memory["gone"]): ReadonlyArray<string> =>
  Object.keys(deleted).map((id) => articleKey(id))

/** Bookmarks that only the liked folder shows: they are too old for the listing of their own folder. */
const likedAlone = (liked: FolderAnswer | undefined, filedIds: ReadonlySet<number>): ReadonlyArray<Bookmark> =>
  (liked?.list.bookmarks ?? [])
    .filter(({ id }) => !filedIds.has(id))
    .map((bookmark) => ({ ...bookmark, starred: true }))

const archive: Place = { folder: null, archived: true }

/** The likely folder of a bookmark that no listing shows. The archive is the most likely. */
const hidingPlace = (hiding: ReadonlyArray<FolderAnswer>): Place =>
  hiding.length === 0 || hiding.some(({ place }) => place.archived) ? archive : hiding[0]!.place

const articlesOf = (
  folders: ReadonlyArray<FolderAnswer>,
  alone: ReadonlyArray<Bookmark>,
  guess: (bookmark: Bookmark) => Place
): ReadonlyArray<ReadingRecord> => [
  ...alone.map((bookmark): ReadingRecord => ({
    _tag: "Article",
    article: { ...toArticle(bookmark, guess(bookmark)), isPlaceGuessed: true }
  })),
  ...folders.flatMap(({ list, place }) =>
    list.bookmarks.map((bookmark): ReadingRecord => ({ _tag: "Article", article: toArticle(bookmark, place) }))
  )
]

/**
 * Bookmarks that were newly liked, and those no longer liked although one of their age would be listed. A full listing
 * says nothing about bookmarks it lacks: their own folders do. A bookmark missing everywhere is deleted, not unliked.
 */
const starsOf = (
  { announced, visible }: FolderAnswer & { readonly visible: ReadonlyArray<SeenBookmark> },
  before: ReadonlyArray<SeenBookmark>,
  missed: ReadonlySet<number>
): ReadonlyArray<ReadingRecord> => {
  const [now, then] = [new Set(visible.map(([id]) => id)), new Set(before.map(([id]) => id))]
  const oldest = visible.length < folderLimit ? Number.NEGATIVE_INFINITY : visible.at(-1)![2]
  return [
    ...visible
      .filter(([id]) => !then.has(id))
      .map(([id]): ReadingRecord => ({ _tag: "Star", articleId: String(id), starred: true })),
    ...announced
      .filter(([id, , time]) => !now.has(id) && !missed.has(id) && time > oldest)
      .map(([id]): ReadingRecord => ({ _tag: "Star", articleId: String(id), starred: false }))
  ]
}
