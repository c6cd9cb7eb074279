import { SqlClient } from "@effect/sql"
import { Context, Effect, Layer } from "effect"
import { storage } from "../postgres/storage.js"
import { Secret } from "../Secret.js"

/** What signs the addresses of pictures, 32 bytes. */
export class PictureKey extends Context.Tag("@daybook/adapters/PictureKey")<PictureKey, Buffer>() {}

/** The setting that holds it where it does not follow from the secret. */
const setting = "picture_key"

/** What follows from the instance's secret. */
export const derived = Effect.map(Secret, (secret) => secret.keyFor("image addresses"))

/**
 * The key that goes on from an instance that was restored under another secret, else the one that follows from the
 * secret: addresses which pages remember stay good.
 */
export const current = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ value: string }>`SELECT value FROM settings WHERE name = ${setting}`
  return row === undefined ? yield* derived : Buffer.from(row.value, "base64url")
})

/** Lets a key go on, unless it follows from the secret anyway. */
export const keep = (key: Buffer) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    if (key.equals(yield* derived)) return
    yield* sql`INSERT INTO settings (name, value) VALUES (${setting}, ${key.toString("base64url")}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`
  })

export const layer = Layer.effect(PictureKey, storage("PictureKey")(current))
