import { Effect } from "effect"
import { text } from "./columns.js"
import { sql } from "./sql.js"

/** What the database remembers of itself, by name: a row of the table `settings`. Undefined if there is none. */
export const storedSetting = (name: string) =>
  Effect.map(sql({ value: text })`SELECT value FROM settings WHERE name = ${name}`, ([row]) => row?.value)

export const storeSetting = (name: string, value: string) =>
  Effect.asVoid(sql`
    INSERT INTO settings (name, value) VALUES (${name}, ${value})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`)

export const deleteSetting = (name: string) => Effect.asVoid(sql`DELETE FROM settings WHERE name = ${name}`)
