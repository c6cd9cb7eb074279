import type { ExplainedMention } from "../../src/attending/explain.js"
import type { EventFact } from "../../src/attending/facts.js"
import { type Draft, mergeMentions } from "../../src/attending/index.js"
import type { Explanation } from "../../src/explain/index.js"
import { unknownOf } from "../../src/kit/index.js"
import type { ExplainedPlay } from "../../src/listening/explain.js"
import { type Detail, type Run, measured, recordedId } from "../../src/running/index.js"
import type { RecordedReport, RunReports } from "../../src/running/index.js"
import { type MergedRun, mergeRun } from "../../src/running/index.js"
import type { ExplainedReport } from "../../src/watching/explain.js"
import { watchSources } from "../watching/sources.js"
import { Either } from "effect"
import { fromZoneName } from "../../src/shared/index.js"
import { mergeInput } from "../attending/mentionFactory.js"

export const noon = Date.parse("2026-03-14T12:00:00Z")
const calendar = Either.getOrThrow(fromZoneName("UTC"))

/** The rules of the fields, merges and reasons of an explanation. */
export const rulesIn = ({ fields, hiddenBy, merges }: Explanation): ReadonlyArray<string> =>
  [...Object.values(fields), ...merges, ...hiddenBy].map(({ rule }) => rule)

export const play = (
  id: number,
  source: string,
  playedAt: number,
  more: Partial<ExplainedPlay> = {}
): ExplainedPlay => ({
  ...{ id, source, playedAt, precise: true, endedAt: null, artist: "Band", track: "Song", album: null },
  ...{ tolerance: 120_000, receivedAt: noon, filters: [] },
  shown: { artist: "Band", track: `Song of ${source}`, album: null },
  ...more
})

export const run = (more: Partial<Run>): Run => ({
  ...unknownOf(measured),
  ...{ id: 7, name: "Run", startedAt: noon, localStart: null, sport: "Run", distance: 5_000, movingTime: 1_500 },
  ...{ elapsedTime: 1_500, elevation: 0, workoutType: null, country: null, polyline: null, gear: null },
  ...more
})
export const detail: Detail = { calories: null, description: null, splits: null, efforts: null }

export const recorded = (source: string, more: Partial<Run>, of: Partial<RecordedReport> = {}): RecordedReport => ({
  ...{ source, key: "1", detail, zoned: true, identities: [], asOf: null },
  run: run({ id: recordedId(source, "1"), ...more }),
  ...of
})

export const mergeRuns = (reports: RunReports): MergedRun | null => mergeRun(calendar, () => null, reports)

export const report = (id: number, of: Partial<Omit<ExplainedReport, "reporter">>): ExplainedReport => {
  const { at = noon, source = "plex" } = of
  return {
    ...{
      id,
      source,
      reporter: watchSources.of(source),
      at,
      date: new Date(at).toISOString().slice(0, 10),
      dated: false,
      rating: null
    },
    ...{ rewatch: null, review: null, reviewUrl: null, edited: false, reviewEdited: false, dismissed: false },
    ...{ key: `k${id}`, loggedAt: null },
    ...of
  }
}

/** The event of a draft, as the store answers it once it is over. */
const eventOf = (draft: Draft): EventFact =>
  ({
    ...{ id: 1, title: draft.title, date: draft.date, lastDate: draft.lastDate, startsAt: draft.startsAt },
    ...{ venue: draft.venue === null ? null : { name: draft.venue.name }, notes: draft.notes, attended: draft.going },
    ...{ game: draft.game, concerts: draft.concerts }
  }) as EventFact

/** The events of some reports, with the reports of each. */
export const eventsOf = (of: Parameters<typeof mergeInput>[0]) =>
  mergeMentions(mergeInput(of)).map((draft) => ({
    event: eventOf(draft),
    origins: draft.origins,
    mentions: (of.mentions ?? []).flatMap((one): ReadonlyArray<ExplainedMention> => {
      const key = `mention:${one.source}/${one.mention.key}`
      return draft.members.includes(key) ? [{ ...one, reason: draft.reasons[key] ?? null }] : []
    })
  }))
