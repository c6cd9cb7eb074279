import { attendingWriter, manual as id, ManualEvent, type Mention, manualMention } from "@daybook/core/attending"
import { Option, Schema } from "effect"
import { jsonRows } from "../kit/exportFile/formats.js"
import { plainPages } from "../kit/exportFile/importer.js"
import { fileSource } from "../kit/SourceDefinition.js"

const decode = Schema.decodeUnknownOption(ManualEvent)

/**
 * Events that were entered by hand, through the admin route or as a JSON array in its format:
 *
 *   [{"event_type":"concert","event_date":"1998-07-04","title":"Pearl Jam","venue_name":"The Gorge",
 *     "tickets":[{"total_price_cents":4000,"currency":"USD"}]}]
 */
export const manual = fileSource({
  id,
  about: { title: "By hand", brings: "Events that you enter yourself." },
  writer: attendingWriter,
  syncType: "manual",
  toPages: plainPages<Mention>("it is not an event as `POST /v1/admin/attending/events` takes it"),
  format: jsonRows({ has: ["event_type", "event_date"] }),
  read: (fields) => Option.getOrNull(Option.map(decode(fields), manualMention)),
  fileTitle: "a list of events",
  expected: "give a JSON array of events as `POST /v1/admin/attending/events` takes them"
})
