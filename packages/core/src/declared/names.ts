import { domains } from "../domains.js"

/** Domains, records and fields: what SQL, addresses and JSON all take as it is. */
const form = /^[a-z][a-z0-9_]{0,30}$/
export const isName = (text: unknown): text is string => typeof text === "string" && form.test(text)

const wordsIn = (text: string) => new Set(text.trim().split(/\s+/))

/** Key words that PostgreSQL accepts as names only in quotes, of all its versions up to 18. */
const reservedWords: ReadonlySet<string> = wordsIn(`
  all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation
  column concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze
  from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit
  localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references
  returning right select session_user similar some symmetric system_user table tablesample then to trailing true union
  unique user using variadic verbose when where window with`)

/** Columns that every table has: PostgreSQL's own, and the number that Daybook gives a record. */
const columnsOfEveryTable = wordsIn("id ctid xmin xmax cmin cmax tableoid")

/** First parts of addresses of the host, and names of groups of its endpoints. A domain cannot have them. */
const otherAddresses = wordsIn(`
  admin backups batch cards changes corrections docs downloads explain export exports feed google grants health home
  hooks host images import imports keys lens lenses mcp metrics oauth openapi p publish raw reference review scrobblers
  search settings setup sources stream sync system timezone webhooks year`)

/** Parts of addresses under `/v1/<domain>`, and the kind of records that every domain has in its changes. */
const domainAddresses = wordsIn("recent stats calendar streaks trends years year top admin reindex feed_item")

const nameRule = "a name is 1 to 31 of a-z, 0-9 and _, and starts with a letter"
const byPostgres = "PostgreSQL reserves this word: choose another name"

/** Why a name cannot be used; null if it can. */
const problem = (name: unknown, used: ReadonlySet<string>, by: string): string | null =>
  !isName(name) ? nameRule : reservedWords.has(name) ? byPostgres : used.has(name) ? by : null

export const domainNameProblem = (name: unknown) =>
  domains.some((one) => one === name)
    ? "Daybook has a domain of this name: choose another name"
    : problem(name, otherAddresses, "Daybook uses this address for something else: choose another name")

export const recordNameProblem = (name: string) =>
  problem(name, domainAddresses, "every domain has an address or records of this name: choose another name")

export const fieldNameProblem = (name: string) =>
  problem(name, columnsOfEveryTable, "every table has a column of this name: choose another name")
