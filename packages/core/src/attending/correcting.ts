import { Context, Effect } from "effect"
import {
  type CorrectableType,
  type CorrectionRules,
  type RecordCorrections,
  type RecordKey,
  correctableRecords
} from "../corrections/index.js"
import { categories, eventTypes } from "./kinds.js"
import { decisionsOf, foldName, namesNode, withDecisions } from "./merge/corrected.js"
import { clustersOf } from "./merge/mergeMentions.js"
import type { MergeInput } from "./merge/model.js"
import { keysOf } from "./merge/nodes.js"
import type { AttendingChanges } from "./store.js"
import { publishCorrected } from "./writer.js"

const event: CorrectableType = {
  key: ["title", "date"],
  providerIds: ["report"],
  kinds: {
    same: { object: "event" },
    different: { object: "event" },
    name: "value",
    set: { fields: { attended: ["yes", "no"], category: categories, event_type: eventTypes } },
    hide: "nothing"
  }
}

/**
 * What the owner may correct in attending. An event is named by a title and a day that any of its reports has; where
 * two have both, by the key of a report, such as `mlb_stats_api:745804` or `mention:calendar/9f2@example`.
 */
export const attendingRules: CorrectionRules = {
  domain: "attending",
  normalize: foldName,
  credited: ({ subject }) => subject,
  types: {
    event,
    venue: {
      key: ["venue"],
      providerIds: ["city"],
      kinds: { same: { object: "venue" }, name: "value", hide: "nothing" }
    },
    report: { key: ["report"], providerIds: [], kinds: { different: { object: "report" }, hide: "nothing" } }
  }
}

/** The events that a key names, each as the keys of its reports. */
export const eventsNamed = (key: RecordKey, reported: MergeInput): ReadonlyArray<ReadonlyArray<string>> => {
  const input = withDecisions(reported)
  return clustersOf(input)
    .filter((cluster) => cluster.some((node) => namesNode(key, node, input)))
    .map((cluster) => cluster.flatMap(keysOf))
}

/** What the owner said of their attendance at the event with these reports; null if nothing. */
export const presenceIn = (reported: MergeInput, members: ReadonlyArray<string>): boolean | null => {
  const input = withDecisions(reported)
  const cluster = clustersOf(input).find((nodes) => nodes.flatMap(keysOf).some((key) => members.includes(key)))
  return cluster === undefined ? null : decisionsOf(cluster, input).presence
}

/** Applies corrections to events, venues and their reports. */
export class AttendingCorrections extends Context.Tag("@daybook/core/AttendingCorrections")<
  AttendingCorrections,
  RecordCorrections<AttendingChanges>
>() {}

/** Attending as a domain whose records the owner may correct. */
export const correctableAttending = Effect.flatMap(AttendingCorrections, (store) =>
  correctableRecords(attendingRules, store, publishCorrected)
)
