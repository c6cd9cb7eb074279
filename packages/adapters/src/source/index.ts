/**
 * What a source from outside is made of: the declaration that built-in sources use, and the kit they share. Records and
 * writers of a domain are in `@daybook/core/<domain>`, pages and failures in `@daybook/core/sync`.
 */
export type { AnySourceDefinition } from "../sources/assembly/SourceDefinitions.js"
export { enrichmentSource, fileSource, pulling, type SourceDefinition } from "../sources/kit/SourceDefinition.js"
/** Settings: one declaration gives the name, the type, the text of the manual and the value. */
export * as Setting from "../sources/kit/settings.js"
/** An HTTP client with spacing between calls, retries with back-off, a circuit breaker and a size limit. */
export * as Provider from "../sources/kit/provider/Provider.js"
/** How a response is interpreted: accepted, tried again, or final. */
export * as Verdict from "../sources/kit/provider/Verdict.js"
export type { Answer } from "../sources/kit/provider/Answer.js"
/** Logins: what `daybook connect` runs. */
export type { Connection, LoginMethod } from "../sources/kit/oauth/Connection.js"
/** Pages of an export file, with a tally of the rows that cannot be read. */
export { exportPages, makeTally, pageOf } from "../sources/kit/exportFile/exportPages.js"
/** CSV files and zip archives of them, by the names of their columns. */
export { type CsvFormat, exportFilesIn, readTables, recogniseTables } from "../sources/kit/exportFile/csvTables.js"
export { decodeText } from "../sources/kit/exportFile/text.js"
/** HTML as plain text. */
export { plainText } from "../sources/kit/values.js"
