export { type CalendarRow, rowKey } from "./CalendarRow.js"
export { type CalendarFile, calendarFile, type Span } from "./rows.js"
export { instantKey } from "./times.js"
