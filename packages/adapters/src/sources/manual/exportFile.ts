import { ManualEvent, type Mention, manual as id, manualMention } from "@daybook/core/attending"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Option, Schema, Stream } from "effect"
import { exportPages, makeTally } from "../archive/exportPages.js"
import { jsonObjects } from "../archive/jsonObjects.js"
import { textOf } from "../archive/text.js"

const decode = Schema.decodeUnknownOption(Schema.parseJson(ManualEvent))

/**
 * A JSON array of events as the admin route takes them:
 *
 *   [{"event_type":"concert","event_date":"1998-07-04","title":"Pearl Jam","venue_name":"The Gorge","tickets":[{"total_price_cents":4000,"currency":"USD"}]}]
 */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Mention>, SourceFailure> =>
  Stream.suspend(() => {
    const tally = makeTally()
    const mentions = jsonObjects(textOf(file.stream), () => tally.cutShort("the list has no end")).pipe(
      Stream.zipWithIndex,
      Stream.filterMap(([text, index]) => {
        const event = decode(text)
        if (Option.isSome(event)) tally.read()
        else tally.leaveOut(`event ${index + 1}`)
        return Option.map(event, manualMention)
      })
    )
    return exportPages(mentions, tally.tally, { source: id, file })
  })
