import type { Calendar, LocalDate } from "@daybook/core/shared"
import type { Context } from "effect"
import { sql, type Sql } from "./sql.js"

type Home = Context.Tag.Service<Calendar>

const instant = (calendar: Home, day: LocalDate) => sql`to_timestamp(${calendar.startOf(day) / 1_000}::float8)`

/** Plays from the beginning of a local day on. */
export const after = (calendar: Home, day: LocalDate): Sql => sql`played_at >= ${instant(calendar, day)}`

/** Plays before the beginning of a local day. */
export const until = (calendar: Home, day: LocalDate): Sql => sql`played_at < ${instant(calendar, day)}`
