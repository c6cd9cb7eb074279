import { AttendingStore } from "@daybook/core/attending"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { events } from "./read/events.js"
import { players } from "./read/players.js"
import { waiting } from "./read/waiting.js"

/** Where each question is answered. */
export const layer = Layer.effect(AttendingStore, Effect.map(SqlClient.SqlClient, (sql) => ({ ...events(sql), ...players(sql), ...waiting(sql) })))
