export { type CalendarRow, isRoutine, rowKey } from "./CalendarRow.js"
export { type CalendarFile, calendarFile } from "./rows.js"
export { instantKey } from "./times.js"
export type { Span } from "./Span.js"
