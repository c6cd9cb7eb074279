import * as protocol from "./protocol.js"

/** How to treat a client's message: pass it to the engine, skip it, answer it directly, or close the connection. */
export type Admission =
  | { readonly _tag: "Engine" | "Cancel"; readonly message: Buffer }
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Bye" }
  | { readonly _tag: "Violation" }

const { type } = protocol
const forEngine = new Set<number>([
  type.Query,
  type.Parse,
  type.Bind,
  type.Describe,
  type.Execute,
  type.Close,
  type.Flush,
  type.Sync
])

/** Rows for a rejected COPY; PostgreSQL skips them, too. */
const strayCopy = new Set([0x63, 0x64, 0x66])

const comment = /--[^\n]*|\/\*[^]*?\*\//g
const copyIn = /(?:^|;)\s*copy\b[^]*?\bfrom\s+stdin\b/i

const copiesIn = (sql: string) => /\bstdin\b/i.test(sql) && copyIn.test(sql.replace(comment, " "))

/** The engine cannot wait for COPY rows and would end, so it is made to return an error. */
const refusal =
  "DO $$ BEGIN RAISE EXCEPTION 'COPY FROM STDIN is not supported by the embedded database' USING ERRCODE = 'feature_not_supported'; END $$"

const cancel = /^\s*select\s+(?:pg_catalog\.)?pg_cancel_backend\s*\(\s*(?:\d+|null)\s*\)\s*(?:;\s*)?$/i

/** Blocks messages that could end the engine, or make it wait forever for more bytes, for all clients. */
export const admit = (message: Buffer, sql: string | undefined): Admission => {
  const kind = message[0]!
  if (kind === type.Terminate) return { _tag: "Bye" }
  if (strayCopy.has(kind)) return { _tag: "Nothing" }
  if (!forEngine.has(kind)) return { _tag: "Violation" }
  if (sql === undefined) return { _tag: "Engine", message }
  if (kind === type.Query && cancel.test(sql)) return { _tag: "Cancel", message }
  if (!copiesIn(sql)) return { _tag: "Engine", message }
  return { _tag: "Engine", message: kind === type.Query ? protocol.query(refusal) : protocol.parse(refusal) }
}
