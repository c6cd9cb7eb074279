/**
 * What a source from outside is made of: the declaration that built-in sources use, and the kit they share. Records and
 * writers of a domain are in `@daybook/core/<domain>`, pages and failures in `@daybook/core/sync`.
 */
export type { AnySourceDefinition } from "./SourceDefinitions.js"
export { enrichmentSource, fileSource, pulling, type SourceDefinition } from "./kit/SourceDefinition.js"
/** Settings: one declaration gives the name, the type, the text of the manual and the value. */
export * as Setting from "./kit/settings.js"
/** An HTTP client with spacing between calls, retries with back-off, a circuit breaker and a size limit. */
export * as Provider from "./kit/provider/Provider.js"
/** How a response is interpreted: accepted, tried again, or final. */
export * as Verdict from "./kit/provider/Verdict.js"
export type { Answer } from "./kit/provider/Answer.js"
/** Logins: what `daybook connect` runs. */
export type { Connection, LoginMethod } from "./kit/oauth/Connection.js"
/** How export files are recognised and read: one declaration for both, which `fileSource` and `pulling` take. */
export { type Format, Unreadable, eachFile, files, oneOf } from "./kit/exportFile/Format.js"
export { type Cells, csv, jsonLines, jsonRows } from "./kit/exportFile/formats.js"
/** How the rows of a file become pages: as they are, as records of a declared domain, or as plays. */
export { type ToPages, plainPages } from "./kit/exportFile/importer.js"
export { recordPages } from "./kit/exportFile/recordFile.js"
export { playOf, plays } from "./kit/scrobbles/playFile.js"
/** Pages of an export file, with a tally of the rows that cannot be read. */
export { exportPages, makeTally, pageOf } from "./kit/exportFile/exportPages.js"
/** CSV files and zip archives of them, by the names of their columns. */
export { type CsvFormat, exportFilesIn, readTables, recogniseTables } from "./kit/exportFile/csvTables.js"
export { decodeText } from "./kit/exportFile/text.js"
/** HTML as plain text. */
export { plainText } from "./kit/values.js"
