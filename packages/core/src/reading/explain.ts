import {
  type ExplainedCorrection,
  type Explanation,
  type RuleId,
  type SourceCounts,
  type Voice,
  explainDay,
  explainFields,
  hiddenByCorrections,
  noReasons,
  reportName
} from "../explain/index.js"
import { viewOf } from "../kit/record.js"
import { articleOrigin, articleProgress, articleTimes } from "./model.js"
import { type LedArticle, type StoredSave, mergeSame, mergeSaves, rankedSaves } from "./saves.js"
import type { ReadingSources } from "./sources.js"

const { source: _, ...labels } = articleOrigin
const shownParts = [viewOf(articleProgress), viewOf(labels), viewOf(articleTimes)] as const

const fieldRules: Readonly<Record<string, RuleId>> = {
  status: "reading.field.furthest-progress",
  status_inferred: "reading.field.furthest-progress",
  progress: "reading.field.furthest-progress",
  started_at: "reading.field.furthest-progress",
  finished_at: "reading.field.furthest-progress",
  saved_at: "reading.field.earliest-save",
  archived: "reading.field.latest-save"
}

const valuesOf = (article: LedArticle): Voice["values"] => ({
  title: article.title === "" ? null : article.title,
  url: article.url,
  description: article.description,
  archived: article.archived,
  ...shownParts[0].of(article),
  ...shownParts[1].of(article),
  ...shownParts[2].of(article)
})

const keyOf = ({ id, sourceId }: StoredSave) => sourceId ?? `save:${id}`

/** Why an article is as it is: its saves, and those of articles that corrections made a part of it. */
export const explainArticle = (
  sources: ReadingSources,
  saves: readonly [StoredSave, ...ReadonlyArray<StoredSave>],
  others: ReadonlyArray<StoredSave> = []
): Explanation => {
  const own = rankedSaves(sources, saves)
  const ranked = [...own, ...rankedSaves(sources, others)]
  const voices = ranked.map((save): Voice => ({ source: save.source, values: valuesOf(mergeSaves(sources, [save])) }))
  return {
    ...noReasons,
    sources: ranked.map((save) => ({
      source: save.source,
      key: keyOf(save),
      firstSeen: save.savedAt,
      lastSeen: save.progressAt ?? save.savedAt
    })),
    fields: explainFields(
      valuesOf(mergeSame(sources, saves, others)),
      voices,
      (field) => fieldRules[field] ?? "reading.field.most-detailed"
    ),
    merges: own
      .slice(1)
      .map((save) => ({ with: reportName(save.source, keyOf(save)), rule: "reading.merge.same-address", undo: null }))
  }
}

/** A stored highlight. */
export interface ExplainedHighlight {
  readonly source: string
  readonly sourceId: string
  readonly createdAt: number
  readonly text: string
  readonly note: string | null
  readonly hidden: boolean
}

/** Why a highlight is as it is, and why it is not listed if another service has it too. */
export const explainHighlight = (highlight: ExplainedHighlight): Explanation => {
  const { createdAt, hidden, note, source, sourceId, text } = highlight
  return {
    ...noReasons,
    sources: [{ source, key: sourceId, firstSeen: createdAt, lastSeen: createdAt }],
    fields: explainFields({ text, note }, [{ source, values: { text, note } }], () => "reading.highlight.service"),
    hiddenBy: hidden ? [{ rule: "reading.hidden.repeated-passage", what: reportName(source, sourceId) }] : []
  }
}

/** What became of the saves of a day. `hiding` hide articles. */
export const explainSavedDay = (
  counts: ReadonlyArray<SourceCounts>,
  hiding: ReadonlyArray<ExplainedCorrection>
): Explanation | null => explainDay(counts, hiddenByCorrections("reading.hidden.correction", hiding), hiding)
