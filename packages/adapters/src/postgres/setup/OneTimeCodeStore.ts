import { OneTimeCodeStore } from "@daybook/core/setup"
import { Effect } from "effect"
import { inTransaction } from "../inTransaction.js"
import { sql } from "../kit/sql.js"
import { storeLayer } from "../kit/store.js"

export const layer = storeLayer(OneTimeCodeStore, {
  add: (hash, expiresAt) =>
    Effect.asVoid(sql`INSERT INTO one_time_codes (hash, expires_at) VALUES (${hash}, ${new Date(expiresAt)})`),
  take: (hash, now) =>
    inTransaction(
      Effect.gen(function* () {
        yield* sql`DELETE FROM one_time_codes WHERE expires_at <= ${new Date(now)}`
        const rows = yield* sql`DELETE FROM one_time_codes WHERE hash = ${hash} RETURNING hash`
        return rows.length > 0
      })
    )
})
