import {
  type ExplainedCorrection,
  type Explanation,
  type SourceCounts,
  type Voice,
  explainDay,
  explainFields,
  hiddenByCorrections,
  noReasons,
  person
} from "../explain/index.js"
import { isoOrNull } from "../shared/fields.js"

/** A record of the collection, which one service lists. */
export interface ExplainedItem {
  readonly source: string
  readonly key: string | null
  readonly addedAt: number | null
  /** As the service writes it, and as a correction does. */
  readonly title: string
  readonly givenTitle: string | null
  readonly year: number | null
}

/** Why a record of the collection is as it is. */
export const explainItem = ({ addedAt, givenTitle, key, source, title, year }: ExplainedItem): Explanation => {
  const values = { title, year, added_at: isoOrNull(addedAt) }
  const owner: ReadonlyArray<Voice> = givenTitle === null ? [] : [{ source: person, values: { title: givenTitle } }]
  return {
    ...noReasons,
    sources: [{ source, key, firstSeen: addedAt, lastSeen: addedAt }],
    fields: explainFields({ ...values, title: givenTitle ?? title }, [...owner, { source, values }], (_, place) =>
      place < owner.length ? "collecting.field.correction" : "collecting.field.service"
    )
  }
}

/** What became of the copies and discs that were added on a day. `hiding` hide some of them. */
export const explainAddedDay = (
  counts: ReadonlyArray<SourceCounts>,
  hiding: ReadonlyArray<ExplainedCorrection>
): Explanation | null => explainDay(counts, hiddenByCorrections("collecting.hidden.correction", hiding), hiding)
