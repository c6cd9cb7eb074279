import { Effect, Option } from "effect"
import type { Room } from "../sync/Source.js"
import { ListeningRecords } from "./ListeningRecords.js"
import type { Play } from "./records.js"

/** How a play becomes rows. Listening sources never report single removals: a play is gone when its span lacks it. */
export const listeningRoom: Room<Play, ListeningRecords> = {
  domain: "listening",
  apply: (source, page) =>
    Effect.flatMap(ListeningRecords, (records) => records.put(source, page.records, Option.getOrNull(page.covers))),
  remove: (source, keys) => Effect.flatMap(ListeningRecords, (records) => records.remove(source, keys)),
  settle: Effect.flatMap(ListeningRecords, (records) => records.settle),
  count: (source) => Effect.flatMap(ListeningRecords, (records) => records.count(source))
}
