import { PgClient } from "@effect/sql-pg"
import { type Option, type Redacted, String } from "effect"
import { getTypeParser } from "pg-types"

/** Where a PostgreSQL answers: a server's URL, or the address of the embedded engine. */
export type Address =
  | { readonly _tag: "Url"; readonly url: Redacted.Redacted }
  | {
    readonly _tag: "Host"
    readonly host: string
    readonly port: number
    readonly username: string
    readonly database: string
    readonly password: Option.Option<Redacted.Redacted>
  }

const timestamptz = 1184
const date = 1082
const int8 = 20
const numeric = 1700

/** How values leave the driver: instants as epoch milliseconds, days as text, all numbers as numbers. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [timestamptz]: (text) => Date.parse(text.replace(" ", "T").replace(/([+-]\d{2})$/, "$1:00")),
  [date]: (text) => text,
  [int8]: Number,
  [numeric]: Number
}

const connections = 8

/** Options of the one client that all stores share. Rows come with camelCase names. */
const options = (address: Address): PgClient.PgClientConfig => ({
  ...(address._tag === "Url"
    ? { url: address.url }
    : {
      host: address.host,
      port: address.port,
      username: address.username,
      database: address.database,
      ...(address.password._tag === "Some" ? { password: address.password.value } : {})
    }),
  applicationName: "daybook",
  maxConnections: connections,
  transformResultNames: String.snakeToCamel,
  transformJson: false,
  types: { getTypeParser: (oid: number) => parsers[oid] ?? getTypeParser(oid) }
})

export const layer = (address: Address) => PgClient.layer(options(address))
