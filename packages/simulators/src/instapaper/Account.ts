import { Effect } from "effect"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import { hash } from "../sampleOwner/dice.js"
import type { SavedBookmark } from "../sampleOwner/reading.js"
import type { SimulatedClock } from "../shared/Simulator.js"

/** A bookmark as the service holds it. Times in unix seconds. */
export interface SimulatedBookmark {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly description: string
  readonly time: number
  /** `unread`, `archive` or the id of a folder. */
  readonly folder: string
  readonly starred: boolean
  readonly progress: number
  readonly progressTime: number
  readonly tags: ReadonlyArray<string>
  readonly highlights: ReadonlyArray<SimulatedHighlight>
  /** Paragraphs that the service would make of the page; null where it can make nothing of it. */
  readonly text: ReadonlyArray<string> | null
}

export interface SimulatedHighlight {
  readonly id: number
  readonly text: string
  readonly note: string | null
  readonly position: number
  readonly time: number
}

export interface SimulatedFolder {
  readonly id: string
  readonly title: string
}

/** What a test does in the account, as a person would. */
export interface AccountControl {
  /** Everything there is at this moment, newest first. */
  readonly bookmarks: Effect.Effect<ReadonlyArray<SimulatedBookmark>>
  readonly save: (bookmark: Partial<SimulatedBookmark> & Pick<SimulatedBookmark, "id" | "url">) => Effect.Effect<void>
  readonly change: (id: number, changes: Partial<Omit<SimulatedBookmark, "id">>) => Effect.Effect<void>
  readonly remove: (...ids: ReadonlyArray<number>) => Effect.Effect<void>
  readonly folders: ReadonlyArray<SimulatedFolder>
}

/** Newest first, equal times by id. */
export type Bookmarks = ReadonlyArray<SimulatedBookmark>

/** The hash covers address, title, description and progress, and nothing else. */
export const hashOf = (of: SimulatedBookmark): string =>
  hash(of.url, of.title, of.description, of.progress, of.progressTime).toString(36).padStart(8, "0")

export const makeAccount = (options: {
  readonly sampleOwner: SampleOwner
  readonly clock: SimulatedClock
  readonly addressOf: (saved: SavedBookmark) => string
  readonly folders: ReadonlyArray<SimulatedFolder>
}) => {
  const { addressOf, clock, folders, sampleOwner } = options
  const changes = new Map<number, Partial<SimulatedBookmark>>()
  const added = new Map<number, SimulatedBookmark>()
  const removed = new Set<number>()
  const toBookmark = (saved: SavedBookmark): SimulatedBookmark => ({
    id: saved.id,
    url: addressOf(saved),
    title: saved.article.title,
    description: saved.id % 3 === 0 ? saved.article.description : "",
    time: saved.savedAt,
    folder: folders.find(({ title }) => title === saved.folder)?.id ?? saved.folder,
    starred: saved.starred,
    progress: saved.progress,
    progressTime: saved.progressAt,
    tags: saved.tags,
    highlights: saved.passages.map(({ at, id, note, position, text }) => ({ id, text, note, position, time: at })),
    text: saved.article.state === "open" && saved.id % 6 !== 0 ? saved.article.paragraphs : null
  })
  /** As the account stood in a second: telling it takes a while, and calls come many at a time. */
  let snapshot: { readonly at: number; readonly bookmarks: Bookmarks } | undefined
  const forget = <A>(change: () => A) =>
    Effect.sync(() => {
      snapshot = undefined
      change()
    })
  const bookmarks: Effect.Effect<Bookmarks> = Effect.map(clock.now, (now) => {
    const at = Math.floor(now / 1000)
    if (snapshot?.at !== at) {
      const all = [...sampleOwner.reading.savedBefore(at).map(toBookmark), ...added.values()]
        .filter(({ id }) => !removed.has(id))
        .map((bookmark) => ({ ...bookmark, ...changes.get(bookmark.id) }))
      snapshot = { at, bookmarks: all.sort((a, b) => b.time - a.time || b.id - a.id) }
    }
    return snapshot.bookmarks
  })
  const control: AccountControl = {
    bookmarks,
    folders,
    save: (bookmark) =>
      Effect.flatMap(clock.now, (now) =>
        forget(() =>
          added.set(bookmark.id, {
            title: "",
            description: "",
            time: Math.floor(now / 1000),
            folder: "unread",
            starred: false,
            progress: 0,
            progressTime: 0,
            tags: [],
            highlights: [],
            text: ["A text that somebody saved."],
            ...bookmark
          })
        )
      ),
    change: (id, some) => forget(() => changes.set(id, { ...changes.get(id), ...some })),
    remove: (...ids) => forget(() => ids.forEach((id) => removed.add(id)))
  }
  return { bookmarks, control }
}
