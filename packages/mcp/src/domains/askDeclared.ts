import type {
  DomainCalendar,
  DomainStats,
  DomainStreaks,
  DomainTops,
  DomainYear,
  DomainYears,
  RecordView
} from "@daybook/core/domain"
import type { PageOf, Pagination } from "@daybook/core/shared"
import { Effect } from "effect"
import { Ask, type AskError, type Params } from "../Ask.js"
import type { Answer } from "./Domain.js"

interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly pagination: Pagination
}

/** The operations of a declared domain: they are the same for every declaration. */
export const askDeclared = (domain: string) => {
  const read = <A>(path: string, params: Params = {}): Answer<A> =>
    Effect.flatMap(Ask, ({ declared }) => declared(domain, path, params) as Effect.Effect<A, AskError>)
  return {
    stats: (params: Params) => read<DomainStats>("stats", params),
    calendar: (params: Params) => read<DomainCalendar>("calendar", params),
    streaks: (params: Params) => read<DomainStreaks>("streaks", params),
    years: read<DomainYears>("years"),
    year: (year: number) => read<DomainYear>(`year/${year}`),
    top: (facet: string, params: Params) => read<typeof DomainTops.Type>(`top/${facet}`, params),
    list: (record: string, params: Params & Partial<PageOf>) => read<Page<RecordView>>(record, params),
    record: (record: string, id: number) => read<RecordView>(`${record}/${id}`)
  }
}
