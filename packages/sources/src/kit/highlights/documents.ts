import { type MarkedPassage, type ReadingRecord, type SavedArticle, addressKey, workUrl } from "@daybook/core/reading"
import { Effect } from "effect"
import { digestOf } from "../digest.js"
import { cleanTags, cleanText, cleanTitle } from "../saves/text.js"
import { passageOf } from "../saves/saveFile.js"
import { forEachInSlices, pause, sortInSlices } from "../slices.js"

/** Why a readable row is no highlight. Part of the summary of an import: `3 without a time`. */
export type LeftOutMark =
  | "without a text"
  | "without a time"
  | "without a title"
  | "without a clock"
  | "bookmarks"
  | "replaced notes"
  | "in the future"
  | "over the clipping limit"
  | "in an unknown language"
  | "replies"
  | "page notes"

/** What a service says about a highlight and its document. */
export interface MarkValues {
  readonly document: {
    /** The id at the source, if it has one that every origin reports. Else title and author are the id. */
    readonly id?: string | null
    readonly url?: string | null
    readonly title: string | null
    readonly author?: string | null
    readonly tags?: ReadonlyArray<string>
  }
  /** The id at the source, if it has one that every origin reports. Else document, text and place are the id. */
  readonly id?: string | null
  readonly text: string | null
  /** Whether this is a note without a highlight, whose text stays empty. */
  readonly isNote?: boolean
  /** Undefined if this origin may not know it. The stored note then stays. */
  readonly note?: string | null | undefined
  readonly position?: number | null
  /** Epoch milliseconds. */
  readonly createdAt: number | null
}

/** A highlight with its document. */
export interface Mark {
  readonly document: {
    readonly id: string
    readonly url: string
    readonly title: string
    readonly tags: ReadonlyArray<string>
  }
  readonly id: string | null
  readonly passage: Omit<MarkedPassage, "sourceId">
}

const isWeb = (url: string): boolean => /^https?:\/\/[^/?#\s]/i.test(url)

/** A highlight from what a row says, or the reason why it is none. */
export const markOf = (values: MarkValues): Mark | LeftOutMark => {
  const { createdAt, document, id = null, isNote = false, note, position } = values
  const text = isNote ? (note ?? null) : values.text
  const title = cleanTitle(document.title ?? "")
  const author = cleanTitle(document.author ?? "") || null
  const address = cleanText(document.url ?? "")
  if (title === "" && !isWeb(address)) return "without a title"
  if (cleanText(text ?? "") === "") return "without a text"
  const passage = passageOf({ id: "any", text, note: note ?? null, position: position ?? null, createdAt })
  if (passage === null || passage.createdAt <= 0) return "without a time"
  const { sourceId: _, ...marked } = passage
  const report = isNote ? { ...marked, text: "" } : marked
  return {
    document: {
      // Untitled pages of one author are not one document.
      id:
        cleanText(document.id ?? "", 500) ||
        (title === "" ? digestOf(addressKey(address)) : digestOf(title, author ?? "")),
      url: isWeb(address) ? address : workUrl({ title, author }),
      title: title === address ? "" : title,
      tags: cleanTags(document.tags ?? [])
    },
    id,
    passage: note === undefined ? { ...report, note: undefined } : report
  }
}

/** A document with its highlights. */
export interface MarkedDocument {
  readonly article: SavedArticle
  readonly passages: ReadonlyArray<MarkedPassage>
}

/** Documents that are made before the event loop has its turn. Each has some dozens of marks. */
const documentsOfSlice = 10

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

type Group<A> = readonly [key: string, same: ReadonlyArray<A>]

const byKey = ([a]: Group<unknown>, [b]: Group<unknown>): number => compare(a, b)

const makeGroups = <A>(keyOf: (one: A) => string) => {
  const groups = new Map<string, Array<A>>()
  const add = (one: A): void => {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return { groups, add }
}

/** The groups of a list by a key, in the order of the keys. */
const groupsOf = <A>(all: ReadonlyArray<A>, keyOf: (one: A) => string): ReadonlyArray<Group<A>> => {
  const { add, groups } = makeGroups(keyOf)
  all.forEach(add)
  return [...groups].sort(byKey)
}

const byTime = ({ passage: a }: Mark, { passage: b }: Mark): number =>
  a.createdAt - b.createdAt || (a.position ?? 0) - (b.position ?? 0) || compare(a.note ?? "", b.note ?? "")

/** The marks of one text. Without ids those at different places are different highlights. */
const placesOf = (documentId: string, text: string, marks: ReadonlyArray<Mark>) => {
  const first = digestOf(documentId, text)
  const places = marks.flatMap(({ passage }) => passage.position ?? [])
  const start = places.length === 0 ? null : Math.min(...places)
  return groupsOf(marks, ({ passage: { position } }) =>
    position === null || position === start ? first : digestOf(documentId, text, position)
  )
}

/** The passages of a document. Of those with one id the first stays, with the last note. */
const passagesOf = (documentId: string, marks: ReadonlyArray<Mark>): ReadonlyArray<MarkedPassage> =>
  [
    ...groupsOf(
      marks.filter(({ id }) => id !== null),
      ({ id }) => id!
    ),
    ...groupsOf(
      marks.filter(({ id }) => id === null),
      ({ passage }) => passage.text
    ).flatMap(([text, same]) => placesOf(documentId, text, same))
  ].map(([sourceId, same]) => {
    const ordered = same.toSorted(byTime)
    const note = ordered.findLast(({ passage }) => (passage.note ?? null) !== null)?.passage.note
    return { ...ordered[0]!.passage, sourceId, note: note ?? ordered[0]!.passage.note }
  })

const documentOf = (id: string, marks: ReadonlyArray<Mark>): MarkedDocument => {
  const ordered = marks.toSorted(byTime)
  const { title, url } = ordered.at(-1)!.document
  return {
    article: {
      sourceId: id,
      url,
      title,
      description: null,
      folder: null,
      archived: false,
      starred: false,
      progress: 0,
      progressAt: null,
      savedAt: ordered[0]!.passage.createdAt,
      tags: [...new Set(ordered.flatMap(({ document }) => document.tags))],
      isProgressUnknown: true,
      isStateUnknown: true,
      isTimeGuessed: true
    },
    passages: passagesOf(id, marks)
  }
}

/**
 * Highlights by document, the same for any order. A service that has several pages of one title and author has a
 * document for each of them. Documents are saved when their first passage was marked.
 */
export const documentsOf = (marks: ReadonlyArray<Mark>): Effect.Effect<ReadonlyArray<MarkedDocument>> =>
  Effect.gen(function* () {
    const { add, groups } = makeGroups(({ document }: Mark) => document.id)
    yield* forEachInSlices(marks, add)
    const documents: Array<MarkedDocument> = []
    for (const [id, same] of yield* sortInSlices([...groups], byKey)) {
      const pages = makeGroups(({ document }: Mark) => addressKey(document.url))
      yield* forEachInSlices(same, pages.add)
      for (const [index, [address, group]] of [...pages.groups].sort(byKey).entries()) {
        documents.push(documentOf(index === 0 ? id : digestOf(id, address), group))
        if (documents.length % documentsOfSlice === 0) yield* pause
      }
    }
    return documents
  })

/** The records of a document: first the article, then each highlight, so that a page of records stays small. */
export const recordsOf = ({ article, passages }: MarkedDocument): ReadonlyArray<ReadingRecord> => [
  { _tag: "Article", article },
  ...passages.map((passage): ReadingRecord => ({
    _tag: "Highlights",
    articleId: article.sourceId!,
    passages: [passage],
    whole: false
  }))
]
