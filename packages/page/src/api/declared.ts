import type {
  DomainStats,
  DomainSummary,
  DomainTops,
  DomainTrends,
  DomainYears,
  RecordView
} from "@daybook/core/domain"
import type { Image, Path, Query } from "./Answers.js"
import { type Answer, useAnswer } from "./useAnswer.js"

/** A record of a declared domain; the domain's summary says which fields name it. */
export type DeclaredRecord = RecordView

interface Page {
  readonly data: ReadonlyArray<DeclaredRecord>
  readonly pagination: { readonly page: number; readonly total_pages: number; readonly total: number }
}

const listFrom = (text: string | undefined): ReadonlyArray<DomainSummary> =>
  text === undefined ? [] : (JSON.parse(text) as ReadonlyArray<DomainSummary>)

/** The domains that this host's configuration declares; the host writes them into the page. */
export const declaredDomains: ReadonlyArray<DomainSummary> =
  typeof document === "undefined" ? [] : listFrom(document.documentElement.dataset["domains"])

/** The paths of declared domains are known only to the host, so their types are stated here. */
const useDeclared = <A>(path: string, query?: Query): Answer<A> =>
  useAnswer(path as Path, query) as unknown as Answer<A>

export const useRecent = (domain: DomainSummary, query: Query) => useDeclared<Page>(`${domain.name}/recent`, query)

export const useRecords = (domain: DomainSummary, query: Query) =>
  useDeclared<Page>(`${domain.name}/${domain.record.name}`, query)

export const useRecord = (domain: DomainSummary, id: string) =>
  useDeclared<DeclaredRecord>(`${domain.name}/${domain.record.name}/${encodeURIComponent(id)}`)

interface Calendar {
  readonly year: number
  readonly days: ReadonlyArray<{ readonly date: string; readonly count: number }>
  readonly total: number
}

export const useCalendar = (domain: DomainSummary, query: Query) =>
  useDeclared<Calendar>(`${domain.name}/calendar`, query)

export const useStats = (domain: DomainSummary) => useDeclared<typeof DomainStats.Type>(`${domain.name}/stats`)

export const useTop = (domain: DomainSummary, facet: string, query: Query) =>
  useDeclared<typeof DomainTops.Type>(`${domain.name}/top/${facet}`, query)

export const useTrends = (domain: DomainSummary, query: Query) =>
  useDeclared<typeof DomainTrends.Type>(`${domain.name}/trends`, query)

export const useYears = (domain: DomainSummary) => useDeclared<typeof DomainYears.Type>(`${domain.name}/years`)

const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : Array.isArray(value)
      ? value.map(textOf).join(", ")
      : typeof value === "boolean"
        ? value
          ? "yes"
          : "no"
        : // A picture is shown, not written.
          typeof value === "object"
          ? ""
          : String(value)

/** A field as text; empty if it is unknown. */
export const fieldText = (record: DeclaredRecord, field: string | null): string =>
  field === null ? "" : textOf(record[field])

export const pictureOf = (record: DeclaredRecord, { record: { pictureField } }: DomainSummary): Image | null =>
  pictureField === null ? null : ((record[pictureField] as Image | null | undefined) ?? null)
