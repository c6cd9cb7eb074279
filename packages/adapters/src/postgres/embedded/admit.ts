import * as protocol from "./protocol.js"

/** What to do with a client's message: give it to the engine, pass over it, answer it at once, or close the connection. */
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

/** Rows for a COPY that was refused; PostgreSQL passes over them too. */
const strayCopy = new Set([0x63, 0x64, 0x66])

const comment = /--[^\n]*|\/\*[^]*?\*\//g
const copyIn = /(?:^|;)\s*copy\b[^]*?\bfrom\s+stdin\b/i

const copiesIn = (sql: string) => /\bstdin\b/i.test(sql) && copyIn.test(sql.replace(comment, " "))

/** The engine has no way to wait for rows and would end; it is asked for an error in their place. */
const refusal = "DO $$ BEGIN RAISE EXCEPTION 'COPY FROM STDIN is not supported by the embedded database' USING ERRCODE = 'feature_not_supported'; END $$"

const cancel = /^\s*select\s+(?:pg_catalog\.)?pg_cancel_backend\s*\(\s*(?:\d+|null)\s*\)\s*(?:;\s*)?$/i

/** Lets nothing through that could end the engine, or wait for bytes that never come, for everybody. */
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
