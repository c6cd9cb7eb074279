import { type CalendarEntry, calendarHead, contentLine, entryLines, textProperty } from "@daybook/core/formats"

const dayMillis = 86_400_000

/** A calendar to subscribe to (RFC 5545, RFC 7986). Equal entries have equal bytes until the day ends in UTC. */
export const calendar = (name: string, entries: ReadonlyArray<CalendarEntry>, now: number): string =>
  [
    ...calendarHead,
    ...textProperty("NAME", name),
    ...textProperty("X-WR-CALNAME", name),
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "X-PUBLISHED-TTL:PT6H",
    ...entries.flatMap((entry) => entryLines({ ...entry, isFree: true }, Math.floor(now / dayMillis) * dayMillis)),
    "END:VCALENDAR"
  ]
    .map(contentLine)
    .join("")
