import { declaredWriter } from "@daybook/core/domain"
import { places } from "@daybook/core/places"
import { fileSource } from "../kit/SourceDefinition.js"
import { deviceFile, recogniseDevice, recogniseTakeout, takeoutFile } from "./exportFile.js"

const common = { writer: declaredWriter(places), syncType: "visits" }

/** Visits from the timeline on a phone. */
export const googleTimeline = fileSource({
  ...common,
  id: "google-timeline",
  about: { title: "Google Timeline", brings: "Visits, from the timeline on a phone." },
  importFile: deviceFile,
  recognise: recogniseDevice
})

/**
 * Visits from an earlier Takeout. A source of its own, so that the names that it has stay when the same visits come
 * from the phone, whichever file is imported first.
 */
export const googleTimelineTakeout = fileSource({
  ...common,
  id: "google-timeline-takeout",
  about: { title: "Google Timeline, Takeout", brings: "Visits, from the location history of Google Takeout." },
  importFile: takeoutFile,
  recognise: recogniseTakeout
})
