import type { EntityDeclaration } from "../kit/domain.js"
import type { DeclaredFields } from "./fields.js"
import { InvalidDeclaration } from "./InvalidDeclaration.js"
import { mistakeIn } from "./mistakes.js"
import type {
  DeclaredDomain,
  DeclaredRecord,
  DomainOptions,
  RecordOptions,
  RecordRef,
  Records,
  UnnamedRecord
} from "./model.js"

export type * from "./model.js"

const recordMembers = ["title", "key", "fields", "feed"]

/** Declares a type of records. Throws `InvalidDeclaration` for a member that no record has. */
export const record = <const F extends DeclaredFields>(options: RecordOptions<F>): UnnamedRecord<F> => {
  const unknown = Object.keys(options).find((member) => !recordMembers.includes(member))
  if (unknown !== undefined)
    throw new InvalidDeclaration({ message: `a record has no ${unknown}; it has ${recordMembers.join(", ")}` })
  const { feed, fields, key, title } = options
  return { title, key, fields, feed: feed ?? {} }
}

const capital = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll("_", " ")

const hasPicture = ({ fields }: UnnamedRecord) => Object.values(fields).some(({ options }) => options.picture === true)

/** Declares a domain. Throws `InvalidDeclaration`, one line that names the domain, record or field, for a mistake. */
export const domain = <const Name extends string, const R extends Records>(
  options: DomainOptions<Name, R>
): DeclaredDomain<Name, R> => {
  const mistake = mistakeIn(options)
  if (mistake !== null) throw new InvalidDeclaration({ message: mistake })
  const { migrations, name, records, title } = options
  const entries = Object.entries<UnnamedRecord>(records)
  return {
    name,
    title,
    migrations: migrations ?? [],
    records: Object.fromEntries(
      entries.map(([of, one]): [string, DeclaredRecord] => [of, { ...one, name: of, title: one.title ?? capital(of) }])
    ) as DeclaredDomain<Name, R>["records"],
    entities: Object.fromEntries(
      entries.map(([of, one]): [string, EntityDeclaration] => [of, hasPicture(one) ? { pictures: of } : {}])
    )
  }
}

/** Every record type of a domain, in the declared order. */
export const recordsOf = (domain: DeclaredDomain): ReadonlyArray<RecordRef> =>
  Object.values<DeclaredRecord>(domain.records).map((record) => ({ domain, record }))

/** The record type with this name. */
export const recordNamed = (domain: DeclaredDomain, name: string): RecordRef | undefined =>
  Object.hasOwn(domain.records, name) ? { domain, record: domain.records[name]! } : undefined

/** The name of the field that says when a record happened. */
export const occursOf = ({ fields }: DeclaredRecord): string | null =>
  Object.keys(fields).find((name) => fields[name]!.options.occurs === true) ?? null

/** The record type that the endpoints of a whole domain are about: the first that happens at some time. */
export const mainRecord = (domain: DeclaredDomain): RecordRef | undefined =>
  recordsOf(domain).find(({ record }) => occursOf(record) !== null)

/** The fields by whose values records are counted. */
export const facetsOf = ({ fields }: DeclaredRecord): ReadonlyArray<string> =>
  Object.keys(fields).filter((name) => fields[name]!.options.facet === true)

/** The fields with numbers that can be added up. */
export const numbersOf = ({ fields }: DeclaredRecord): ReadonlyArray<string> =>
  Object.keys(fields).filter((name) => fields[name]!.storedAs === "integer" || fields[name]!.storedAs === "number")
