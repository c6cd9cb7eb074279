import type { ArticleState, StoredArticle } from "./matching.js"
import { isSameArticle } from "./matching.js"
import type { ReadingSources } from "./sources.js"

/** An article as it is stored: with the source that leads it. */
export interface LedArticle extends ArticleState {
  readonly source: string
}

/** What one source says about an article: its save there. */
export interface StoredSave extends StoredArticle {
  readonly source: string
  /** The article that it is part of; null until that is stored. */
  readonly articleId: number | null
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const bySaving = (one: StoredSave, other: StoredSave): number =>
  one.savedAt - other.savedAt || compare(one.sourceId ?? "", other.sourceId ?? "") || one.id - other.id

/**
 * Saves as articles: those of one address are one article. A source that lists an address twice has two articles; the
 * nth save of each source belongs to the nth article.
 */
export const groupSaves = (saves: ReadonlyArray<StoredSave>): ReadonlyArray<ReadonlyArray<StoredSave>> => {
  const places = new Map<string, number>()
  const groups = new Map<string, Array<StoredSave>>()
  for (const save of saves.toSorted((one, other) => compare(one.address, other.address) || bySaving(one, other))) {
    const list = JSON.stringify([save.source, save.address])
    const place = places.get(list) ?? 0
    places.set(list, place + 1)
    const key = JSON.stringify([save.address, place])
    groups.set(key, [...(groups.get(key) ?? []), save])
  }
  return [...groups.values()]
}

/** Saves of one article, the most detailed source first. */
export const rankedSaves = (sources: ReadingSources, saves: ReadonlyArray<StoredSave>): ReadonlyArray<StoredSave> =>
  saves.toSorted((one, other) => sources.compare(one.source, other.source))

const hasFinishTime = (save: StoredSave): boolean => save.finishedAt !== null && save.finishedAt !== save.savedAt

const least = <A>(values: ReadonlyArray<A>, of: (value: A) => number): A | undefined =>
  values.reduce<A | undefined>((best, value) => (best === undefined || of(value) < of(best) ? value : best), undefined)

/**
 * One article of its saves, in any order: the earliest time of saving, the furthest progress, the archive of the latest
 * save, all tags, and texts of the most detailed source that has them. A finish without a time is that of saving.
 */
export const mergeSaves = (
  sources: ReadingSources,
  saves: readonly [StoredSave, ...ReadonlyArray<StoredSave>]
): LedArticle => {
  const ranked = rankedSaves(sources, saves)
  const lead = ranked[0]!
  const first = least(ranked, ({ savedAt }) => savedAt)!
  const reporting = ranked.filter(({ status }) => status !== "saved")
  const latest = least(reporting, ({ savedAt }) => -savedAt) ?? lead
  const progress = Math.max(...ranked.map((save) => save.progress))
  const furthest = ranked.filter((save) => save.progress === progress)
  const isReported = furthest.some(({ status, statusInferred }) => status === "finished" && !statusInferred)
  const inferred = ranked.some(({ statusInferred }) => statusInferred)
  const status =
    isReported || inferred ? "finished" : progress > 0 ? (latest.archived ? "abandoned" : "reading") : latest.status
  const timed = least(status === "finished" ? ranked.filter(hasFinishTime) : [], ({ finishedAt }) => finishedAt!)
  const starts = progress > 0 ? ranked.flatMap(({ startedAt }) => startedAt ?? []) : []
  const progressTimes = furthest.flatMap(({ progressAt }) => progressAt ?? [])
  return {
    source: lead.source,
    sourceId: lead.sourceId,
    url: lead.url,
    address: lead.address,
    domain: lead.domain,
    title: ranked.find(({ title }) => title !== "")?.title ?? "",
    description: ranked.find(({ description }) => description !== null)?.description ?? null,
    folder: ranked.find(({ folder }) => folder !== null)?.folder ?? null,
    archived: latest.archived,
    starred: ranked.some(({ starred }) => starred),
    progress,
    progressAt: progressTimes.length === 0 ? null : Math.max(...progressTimes),
    status,
    statusInferred: status === "finished" && !isReported,
    savedAt: first.savedAt,
    savedOn: first.savedOn,
    tags: [...new Set(ranked.flatMap(({ tags }) => tags))],
    startedAt: starts.length === 0 ? null : Math.min(...starts),
    finishedAt: status === "finished" ? (timed?.finishedAt ?? first.savedAt) : null,
    finishedOn: status === "finished" ? (timed?.finishedOn ?? first.savedOn) : null
  }
}

/** What all saves of an article and of those that are the same say. Its address and its service stay its own. */
export const mergeSame = (
  sources: ReadingSources,
  own: readonly [StoredSave, ...ReadonlyArray<StoredSave>],
  others: ReadonlyArray<StoredSave>
): LedArticle => {
  const { address, domain, source, sourceId, url } = mergeSaves(sources, own)
  return { ...mergeSaves(sources, [...own, ...others]), address, domain, source, sourceId, url }
}

/** An article that its saves make, with the id of the stored one that it continues. */
export interface ResolvedArticle {
  readonly saves: ReadonlyArray<StoredSave>
  readonly after: LedArticle
  readonly id: number | null
}

/** A stored article. */
export interface StandingArticle extends LedArticle {
  readonly id: number
}

/**
 * The articles that all saves of some addresses make. Each continues a stored one of its saves, that of its own address
 * first; the remaining stored ones are no more.
 */
export const resolveArticles = (
  sources: ReadingSources,
  saves: ReadonlyArray<StoredSave>,
  standing: ReadonlyArray<StandingArticle>
): ReadonlyArray<ResolvedArticle> => {
  const free = new Map(standing.map((article) => [article.id, article]))
  const groups = groupSaves(saves)
  const claims = new Map<ReadonlyArray<StoredSave>, number>()
  const claim = (isOwn: boolean) => {
    for (const group of groups) {
      if (claims.has(group)) continue
      const ids = group.flatMap(({ articleId }) => articleId ?? []).toSorted((one, other) => one - other)
      const id = ids.find((one) => free.has(one) && (!isOwn || free.get(one)!.address === group[0]!.address))
      if (id === undefined) continue
      claims.set(group, id)
      free.delete(id)
    }
  }
  claim(true)
  claim(false)
  return groups.map((group) => {
    const [first, ...rest] = group as [StoredSave, ...Array<StoredSave>]
    return { saves: group, after: mergeSaves(sources, [first, ...rest]), id: claims.get(group) ?? null }
  })
}

/** Whether nothing of an article changed. */
export const isSameLed = (before: LedArticle, after: LedArticle): boolean =>
  before.source === after.source && isSameArticle(before, after)
