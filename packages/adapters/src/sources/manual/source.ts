import { attendingWriter, manual as id, ManualEvent, type Mention, manualMention } from "@daybook/core/attending"
import type { ImportFile, Page, Recognise, SourceFailure } from "@daybook/core/sync"
import { Option, Schema, Stream } from "effect"
import { exportPages, makeTally } from "../kit/exportFile/exportPages.js"
import { jsonObjects } from "../kit/exportFile/json.js"
import { membersOf } from "../kit/exportFile/sample.js"
import { decodeText } from "../kit/exportFile/text.js"
import { fileSource } from "../kit/SourceDefinition.js"

const decode = Schema.decodeUnknownOption(Schema.parseJson(ManualEvent))

/**
 * A JSON array of events in the format of the admin route:
 *
 *   [{"event_type":"concert","event_date":"1998-07-04","title":"Pearl Jam","venue_name":"The Gorge",
 *     "tickets":[{"total_price_cents":4000,"currency":"USD"}]}]
 */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Mention>, SourceFailure> =>
  Stream.suspend(() => {
    const tally = makeTally()
    const mentions = jsonObjects(decodeText(file.stream), () => tally.cutShort("the list has no end")).pipe(
      Stream.zipWithIndex,
      Stream.filterMap(([text, index]) => {
        const event = decode(text)
        if (Option.isSome(event)) tally.read()
        else tally.leaveOut(`event ${index + 1}`, "it is not an event as `POST /v1/admin/attending/events` takes it")
        return Option.map(event, manualMention)
      })
    )
    return exportPages(mentions, tally.tally, { source: id, file })
  })

/** Recognises objects with the two fields that every event has. */
export const recognise: Recognise = ({ objects }) =>
  objects.some((object) => "event_type" in membersOf(object) && "event_date" in membersOf(object))

/** Events that were entered by hand, through the admin route or as a file. */
export const manual = fileSource({
  id,
  about: { title: "By hand", brings: "Events that you enter yourself." },
  writer: attendingWriter,
  syncType: "manual",
  importFile: exportFile,
  recognise
})
