import { articleKey, type ReadingRecord } from "@daybook/core/reading"
import type { Memory, Seen } from "./Cursor.js"
import { type Place, toArticle } from "./toRecords.js"
import type { Bookmark, List } from "./wire.js"

/** As many of a folder as can be seen at all, the newest. */
export const folderLimit = 500
/** The list of what is liked: it overlaps all others, and says nothing about where an article lies. */
export const likedFolder = "starred"

/** One folder as it answered. `known` was told to it as known, and is left out of the list unless it changed. */
export interface Answered {
  readonly id: string
  readonly place: Place
  readonly known: ReadonlyArray<Seen>
  readonly list: List
}

/** What a round through all folders comes to. */
export interface Round {
  readonly records: ReadonlyArray<ReadingRecord>
  /** Surely deleted. */
  readonly gone: ReadonlyArray<number>
  /** Deleted, or moved to where they cannot be seen: only asking can tell. */
  readonly doubtful: ReadonlyArray<number>
  readonly folders: Memory["folders"]
  /** Bookmarks that were listed: new, changed, or all. */
  readonly listed: ReadonlyArray<Bookmark>
}

const seenOf = ({ hash, id, time }: Bookmark): Seen => [id, hash, time]

/** What a folder shows: what was known and is not said to be gone, and what it lists. Newest first. */
const visibleOf = ({ known, list }: Answered): ReadonlyArray<Seen> => {
  const gone = new Set(list.deleted)
  const listed = new Set(list.bookmarks.map(({ id }) => id))
  const kept = known.filter(([id]) => !gone.has(id) && !listed.has(id))
  return [...kept, ...list.bookmarks.map(seenOf)].sort(([a, , x], [b, , y]) => y - x || b - a).slice(0, folderLimit)
}

/**
 * Puts the answers of all folders together: only then a move can be told from a deletion. `before` is what was seen the
 * last time. What is in no folder any more is gone where its own folder still shows all that is as new; it is doubtful
 * where another folder shows only newer ones, for it may have been moved there.
 */
export const roundOf = (answers: ReadonlyArray<Answered>, before: Memory["folders"]): Round => {
  const shown = answers.map((answer) => ({ ...answer, visible: visibleOf(answer) }))
  const folders = shown.filter(({ id }) => id !== likedFolder)
  const liked = shown.find(({ id }) => id === likedFolder)
  const housed = new Set(folders.flatMap(({ visible }) => visible.map(([id]) => id)))
  const lost = Object.entries(before).flatMap(([folder, seen]) => folder === likedFolder ? [] : seen.filter(([id]) => !housed.has(id)).map(([id, , time]) => ({ id, time, folder })))
  const sees = (folder: string, time: number) => {
    const visible = shown.find(({ id }) => id === folder)?.visible ?? []
    return visible.length < folderLimit || time > visible.at(-1)![2]
  }
  const stillLiked = new Set(liked?.visible.map(([id]) => id))
  const missed = lost.filter(({ folder, id, time }) => sees(folder, time) && !stillLiked.has(id))
  const sure = missed.filter(({ time }) => folders.every(({ id }) => sees(id, time)))
  const stars = liked === undefined ? [] : starsOf(liked, before[likedFolder] ?? [], new Set(missed.map(({ id }) => id)))
  return {
    records: [...articlesOf(folders, likedAlone(liked, housed), ({ time }) => hidingPlace(folders.filter(({ id }) => !sees(id, time)))), ...stars],
    gone: sure.map(({ id }) => id),
    doubtful: missed.filter((one) => !sure.includes(one)).map(({ id }) => id),
    folders: Object.fromEntries(shown.map(({ id, visible }) => [id, visible])),
    listed: [...new Map(shown.flatMap(({ list }) => list.bookmarks).map((bookmark) => [bookmark.id, bookmark])).values()]
  }
}

export const goneKeys = (gone: Memory["gone"]): ReadonlyArray<string> => Object.keys(gone).map((id) => articleKey(Number(id)))

/** What is seen among the liked ones alone: it lies too deep in its own folder to be seen there. */
const likedAlone = (liked: Answered | undefined, housed: ReadonlySet<number>): ReadonlyArray<Bookmark> =>
  (liked?.list.bookmarks ?? []).filter(({ id }) => !housed.has(id)).map((bookmark) => ({ ...bookmark, starred: true }))

const archive: Place = { folder: null, archived: true }

/** Of the folders in which something may lie too deep to be seen the archive is the likeliest. */
const hidingPlace = (hiding: ReadonlyArray<Answered>): Place =>
  hiding.length === 0 || hiding.some(({ place }) => place.archived) ? archive : hiding[0]!.place

const articlesOf = (folders: ReadonlyArray<Answered>, alone: ReadonlyArray<Bookmark>, guess: (bookmark: Bookmark) => Place): ReadonlyArray<ReadingRecord> => [
  ...alone.map((bookmark): ReadingRecord => ({ _tag: "Article", article: { ...toArticle(bookmark, guess(bookmark)), isPlaceGuessed: true } })),
  ...folders.flatMap(({ list, place }) => list.bookmarks.map((bookmark): ReadingRecord => ({ _tag: "Article", article: toArticle(bookmark, place) })))
]

/**
 * Whoever is newly among the liked ones, and whoever is said to be so no more although as new a one would be seen. A list
 * that is read anew says nothing of those that it lacks: their own folders do. What is missed everywhere is no question of likes.
 */
const starsOf = ({ known, visible }: Answered & { readonly visible: ReadonlyArray<Seen> }, before: ReadonlyArray<Seen>, missed: ReadonlySet<number>): ReadonlyArray<ReadingRecord> => {
  const [now, then] = [new Set(visible.map(([id]) => id)), new Set(before.map(([id]) => id))]
  const oldest = visible.length < folderLimit ? Number.NEGATIVE_INFINITY : visible.at(-1)![2]
  return [
    ...visible.filter(([id]) => !then.has(id)).map(([id]): ReadingRecord => ({ _tag: "Star", articleId: id, starred: true })),
    ...known.filter(([id, , time]) => !now.has(id) && !missed.has(id) && time > oldest).map(([id]): ReadingRecord => ({ _tag: "Star", articleId: id, starred: false }))
  ]
}
