import { ReadingStore } from "@daybook/core/reading"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { articles } from "./read/articles.js"
import { highlights } from "./read/highlights.js"
import { totals } from "./read/totals.js"

/** Where each question is answered. */
export const layer = Layer.effect(ReadingStore, Effect.map(SqlClient.SqlClient, (sql) => ({ ...articles(sql), ...highlights(sql), ...totals(sql) })))
