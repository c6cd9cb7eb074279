import type { Calendar } from "@daybook/core/shared"
import type { Context } from "effect"
import { sitesOf, type Site, webArticle, type WebArticle } from "./article.js"
import { type Dice, dice, memo } from "./dice.js"
import type { Extent } from "./size.js"

/** What the person saves and reads: an endless row of articles, in the order of saving. */
export interface ReadingLife {
  readonly sites: ReadonlyArray<Site>
  readonly article: (index: number) => WebArticle
  /** Articles saved before an instant (unix seconds), as they stand then, oldest first. */
  readonly savedBefore: (seconds: number) => ReadonlyArray<SavedBookmark>
}

/** An article as it lies in the read-later service. Times in unix seconds. */
export interface SavedBookmark {
  readonly article: WebArticle
  /** The service's number. */
  readonly id: number
  readonly savedAt: number
  /** `unread`, `archive`, or the title of a folder. */
  readonly folder: string
  readonly starred: boolean
  readonly progress: number
  /** 0 for never. */
  readonly progressAt: number
  readonly tags: ReadonlyArray<string>
  readonly passages: ReadonlyArray<Passage>
}

export interface Passage {
  readonly id: number
  readonly text: string
  readonly note: string | null
  readonly position: number
  readonly at: number
}

export const folders = ["Long reads", "Recipes"] as const

const day = 86_400
const firstId = 1_200_000_000

export const makeReadingLife = (options: {
  readonly seed: number
  readonly extent: Extent
  readonly calendar: Context.Tag.Service<Calendar>
}): ReadingLife => {
  const { calendar, extent, seed } = options
  const sites = sitesOf(seed)
  const startsAt = Math.floor(calendar.startOf(extent.startsOn) / 1000)
  const spacing = (extent.years * 365.2425 * day) / extent.articles
  const article = memo((index) => webArticle(seed, sites, index))
  const savedAt = memo((index) => startsAt + Math.floor((index + dice(seed, "saved", index).roll()) * spacing))
  return {
    sites,
    article,
    savedBefore: (seconds) => {
      const saved: Array<SavedBookmark> = []
      for (let index = 0; savedAt(index) < seconds; index++)
        saved.push(lifeOf(article(index), savedAt(index), seconds, dice(seed, "read", index)))
      return saved
    }
  }
}

/** What becomes of an article: read to its end, begun, put away unread, or still waiting. */
const lifeOf = (article: WebArticle, savedAt: number, now: number, chance: Dice): SavedBookmark => {
  const fate = chance.roll()
  const begunAt = savedAt + 1_800 + Math.floor(-Math.log(1 - chance.roll()) * 6 * day)
  const endedAt = begunAt + 600 + chance.below(2 * day)
  const share = 0.08 + Math.round(chance.roll() * 60) / 100
  const [starred, ownFolder, marks] = [chance.chance(0.15), chance.chance(0.12), chance.chance(0.3)]
  const state = stateAt({ fate, begunAt, endedAt, share, savedAt }, now)
  const finished = state.progress >= 0.75 && state.progressAt !== savedAt
  return {
    article,
    id: firstId + article.index * 41 + (article.index % 7),
    savedAt,
    ...state,
    folder: finished && ownFolder ? (article.topic.name === "Baking" ? "Recipes" : "Long reads") : state.folder,
    starred: starred && state.progress > 0,
    tags: chance.chance(0.7) ? article.topic.tags.slice(0, 1 + chance.below(2)) : [],
    passages: finished && marks ? passagesOf(article, state.progressAt, chance) : []
  }
}

const stateAt = (
  of: {
    readonly fate: number
    readonly begunAt: number
    readonly endedAt: number
    readonly share: number
    readonly savedAt: number
  },
  now: number
) => {
  const { begunAt, endedAt, fate, savedAt, share } = of
  const waiting = { folder: "unread", progress: 0, progressAt: 0 }
  if (fate < 0.03) return { folder: "archive", progress: 1, progressAt: savedAt }
  if (fate < 0.6) {
    if (endedAt < now) return { folder: "archive", progress: 1, progressAt: endedAt }
    return begunAt < now ? { folder: "unread", progress: share, progressAt: begunAt } : waiting
  }
  if (fate < 0.72) {
    if (begunAt >= now) return waiting
    return { folder: begunAt + 60 * day < now ? "archive" : "unread", progress: share, progressAt: begunAt }
  }
  return { ...waiting, folder: fate < 0.85 && savedAt + 90 * day < now ? "archive" : "unread" }
}

const notes = ["Look this up again.", "Quote in the talk?", "So that is why.", "Tell the others."]

const passagesOf = (article: WebArticle, at: number, chance: Dice): ReadonlyArray<Passage> =>
  Array.from({ length: 1 + chance.below(3) }, (_, index) => {
    const paragraph = article.paragraphs[(index * 3 + chance.below(3)) % article.paragraphs.length]!
    return {
      id: 90_000_000 + article.index * 11 + index,
      text: /^[^.?]+[.?]/.exec(paragraph)?.[0] ?? paragraph,
      note: chance.chance(0.35) ? chance.pick(notes) : null,
      position: index,
      at: at - 300 + index * 60
    }
  })
