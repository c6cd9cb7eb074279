import { CollectingStore } from "@daybook/core/collecting"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { copies } from "./read/copies.js"
import { counts } from "./read/counts.js"
import { discs } from "./read/discs.js"
import { heard } from "./read/heard.js"
import { watched } from "./read/watched.js"

export const layer = Layer.effect(CollectingStore, Effect.map(SqlClient.SqlClient, (sql) => ({
  ...copies(sql),
  ...counts(sql),
  ...heard(sql),
  ...discs(sql),
  ...watched(sql)
})))
