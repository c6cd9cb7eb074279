import { declaredWriter } from "@daybook/core/domain"
import { places } from "@daybook/core/places"
import { eachFile } from "../kit/exportFile/Format.js"
import { isJsonWith, jsonRows } from "../kit/exportFile/formats.js"
import { recordPages } from "../kit/exportFile/recordFile.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { readSegment, readTimelineObject } from "./segments.js"

const visits = { writer: declaredWriter(places), syncType: "visits", toPages: recordPages("visit") }

/** Visits from the timeline on a phone: `Timeline.json` from Android and `location-history.json` from an iPhone. */
export const googleTimeline = fileSource({
  id: "google-timeline",
  about: { title: "Google Timeline", brings: "Visits, from the timeline on a phone." },
  ...visits,
  format: eachFile({
    ...jsonRows({ member: /^(?:timeline|location-history)\.json$/, has: [], list: "semanticSegments" }).each,
    begins: ({ text }) =>
      isJsonWith(text, "semanticSegments") ||
      (isJsonWith(text, "startTime") && /"(?:visit|activity|timelinePath|timelineMemory)"\s*:/.test(text))
  }),
  read: readSegment,
  fileTitle: "an export of the timeline on a phone",
  expected: "export the timeline in the settings of the phone, and give the file"
})

/**
 * Visits from the semantic location history that Takeout had until 2024. A source of its own, so that the names that it
 * has stay when the same visits come from the phone, whichever file is imported first.
 */
export const googleTimelineTakeout = fileSource({
  id: "google-timeline-takeout",
  about: { title: "Google Timeline, Takeout", brings: "Visits, from the location history of Google Takeout." },
  ...visits,
  format: jsonRows({ member: /^\d{4}_\p{L}+\.json$/u, has: ["timelineObjects"], list: "timelineObjects" }),
  read: readTimelineObject,
  fileTitle: "a Takeout with the semantic location history",
  expected: "give the zip archive of Takeout, or a month such as 2023_JANUARY.json; Records.json has no visits"
})
