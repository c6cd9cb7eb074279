import type {
  DeclaredDomain,
  DeclaredField,
  DeclaredFields,
  DomainCalendar,
  DomainStats,
  DomainStreaks,
  DomainTops,
  DomainTrends,
  DomainYear,
  DomainYears,
  RecordViewOf,
  TrendPeriod
} from "@daybook/core/domain"
import type { DateFilters, Pagination } from "@daybook/core/shared"
import type { Schema } from "effect"
import type { Deleted } from "../kit/endpoints.js"
import type { SyncQueued } from "../kit/jobs.js"

/** Request and answer of an endpoint. */
interface Call<Request, Answer> {
  readonly request: Request
  readonly answer: Answer
}

interface Page {
  readonly page?: number
  readonly limit?: number
}

type List<A> = { readonly data: ReadonlyArray<A>; readonly pagination: Pagination }
type Params<A> = { readonly urlParams: A }
type ById = { readonly path: { readonly id: number } }
type Body<A> = { readonly payload: A }
type Records = DeclaredDomain["records"]
type NameOf<R> = keyof R & string
type Of<R> = { readonly record?: NameOf<R> }

/** `list` and `library_copy` become `listLibraryCopy`. */
type Camel<Name extends string> = Name extends `${infer Head}_${infer Letter}${infer Tail}`
  ? Uppercase<Letter> extends Letter
    ? `${Head}_${Camel<`${Letter}${Tail}`>}`
    : `${Head}${Uppercase<Letter>}${Camel<Tail>}`
  : Name
type Method<Verb extends string, Name> = Name extends string ? `${Verb}${Capitalize<Camel<Name>>}` : never

type Fields<R> = R extends { readonly fields: infer F extends DeclaredFields } ? F : never

type FacetName<F extends DeclaredFields> = {
  [K in keyof F & string]: F[K]["options"] extends { readonly facet: true } ? K : never
}[keyof F & string]

/** The facets of all types of records of a domain. */
type Facets<R> = { [K in NameOf<R>]: FacetName<Fields<R[K]>> }[NameOf<R>]

/** A value in a body: like in answers, a picture as its web address. */
type InputOf<F extends DeclaredField> = Schema.Schema.Type<F["schema"]>

type OptionalName<F extends DeclaredFields> = {
  [K in keyof F]: F[K]["options"] extends { readonly nullable: true } | { readonly default: unknown } ? K : never
}[keyof F]

/** The body of a new record. */
type NewRecord<F extends DeclaredFields> = { readonly [K in Exclude<keyof F, OptionalName<F>>]: InputOf<F[K]> } & {
  readonly [K in OptionalName<F>]?: InputOf<F[K]>
}

type FilterOf<F extends DeclaredField> =
  NonNullable<InputOf<F>> extends ReadonlyArray<string> ? string : NonNullable<InputOf<F>>

type Filters<F extends DeclaredFields> = {
  readonly [K in keyof F as F[K]["options"] extends { readonly picture: true } ? never : K]?: FilterOf<F[K]>
}

type ListParams<F extends DeclaredFields> = Omit<Filters<F>, keyof Page | "date" | "order" | "sort"> &
  Page &
  DateFilters & { readonly sort?: "id" | (keyof F & string); readonly order?: "asc" | "desc" }

/** The endpoints that read a declared domain. */
export type DeclaredCalls<R extends Records> = {
  readonly recent: Call<Params<Of<R> & Page & DateFilters>, List<{ [K in NameOf<R>]: RecordViewOf<R[K]> }[NameOf<R>]>>
  readonly stats: Call<Params<Of<R> & DateFilters>, typeof DomainStats.Type>
  readonly calendar: Call<Params<Of<R> & { readonly year?: number }>, typeof DomainCalendar.Type>
  readonly streaks: Call<Params<Of<R>>, typeof DomainStreaks.Type>
  readonly trends: Call<Params<Of<R> & DateFilters & { readonly period?: TrendPeriod }>, typeof DomainTrends.Type>
  readonly years: Call<Params<Of<R>>, typeof DomainYears.Type>
  readonly year: Call<Params<Of<R>> & { readonly path: { readonly year: number } }, typeof DomainYear.Type>
  readonly top: Call<
    Params<Of<R> & Page & DateFilters> & { readonly path: { readonly facet: Facets<R> } },
    typeof DomainTops.Type
  >
} & {
  readonly [K in NameOf<R> as Method<"list", K>]: Call<Params<ListParams<Fields<R[K]>>>, List<RecordViewOf<R[K]>>>
} & { readonly [K in NameOf<R> as Method<"get", K>]: Call<ById, RecordViewOf<R[K]>> }

/** The endpoints that change a declared domain. They need an admin key. */
export type DeclaredAdminCalls<R extends Records> = { readonly reindex: Call<void, typeof SyncQueued.Type> } & {
  readonly [K in NameOf<R> as Method<"create", K>]: Call<Body<NewRecord<Fields<R[K]>>>, RecordViewOf<R[K]>>
} & {
  readonly [K in NameOf<R> as Method<"change", K>]: Call<
    ById & Body<Partial<NewRecord<Fields<R[K]>>>>,
    RecordViewOf<R[K]>
  >
} & { readonly [K in NameOf<R> as Method<"delete", K>]: Call<ById, typeof Deleted.Type> }

/** The groups of endpoints that declared domains add to the contract. */
export type DeclaredGroups<D extends ReadonlyArray<DeclaredDomain>> = {
  readonly [One in D[number] as One["name"]]: DeclaredCalls<One["records"]>
} & { readonly [One in D[number] as `${One["name"]}Admin`]: DeclaredAdminCalls<One["records"]> }
