import type { Calendar, LocalDate } from "@daybook/core/shared"
import type { Context } from "effect"
import { sql, type Sql } from "./sql.js"

type HomeCalendar = Context.Tag.Service<Calendar>

const instant = (calendar: HomeCalendar, day: LocalDate) => sql`to_timestamp(${calendar.startOf(day) / 1_000}::float8)`

/** Plays since the start of a local day. */
export const after = (calendar: HomeCalendar, day: LocalDate): Sql => sql`played_at >= ${instant(calendar, day)}`

/** Plays before the start of a local day. */
export const until = (calendar: HomeCalendar, day: LocalDate): Sql => sql`played_at < ${instant(calendar, day)}`
