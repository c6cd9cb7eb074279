import { Schema } from "effect"
import { eventTypes } from "../attending/kinds.js"

const text = Schema.NullOr(Schema.String)

/** What Daybook's calendar says of an event besides the properties of iCalendar. */
export const OwnEvent = Schema.Struct({
  event_type: Schema.Literal(...eventTypes),
  attended: Schema.Boolean,
  venue: Schema.NullOr(Schema.Struct({ name: Schema.String, city: text, state: text, country: text }))
})
export type OwnEvent = typeof OwnEvent.Type
