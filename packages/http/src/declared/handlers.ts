import {
  type DeclaredDomain,
  DeclaredAdmin,
  DeclaredQueries,
  type RecordRef,
  type TrendPeriod,
  pascalCase,
  recordsOf
} from "@daybook/core/domain"
import { Jobs } from "@daybook/core/sync"
import { Effect } from "effect"
import { deleted } from "../kit/endpoints.js"
import { jobReport, startJob } from "../kit/jobs.js"
import { adminGroupName, endpointNames, standardRecord } from "./contract.js"
import { type ListParams, listQueryOf } from "./fields.js"

/** The decoded parts of a request to a declared domain. */
interface Request {
  readonly path: { readonly id: number; readonly year: number; readonly facet: string }
  readonly urlParams: ListParams & { readonly record?: string; readonly year?: number; readonly period?: TrendPeriod }
  readonly payload: Readonly<Record<string, unknown>>
}

/** The handlers of a group that only a declaration describes. */
interface DeclaredHandlers {
  readonly services: ReadonlyArray<unknown>
  readonly make: (...services: ReadonlyArray<never>) => object
}

/** The record that the request names, or the main one. */
const selected = (domain: DeclaredDomain) => {
  const refs = new Map(recordsOf(domain).map((ref) => [ref.record.name, ref]))
  const main = standardRecord(domain)
  return ({ urlParams }: Request): RecordRef => refs.get(urlParams.record ?? "") ?? main
}

const pageOf = ({ urlParams }: Request, limit: number) => ({
  page: urlParams.page ?? 1,
  limit: urlParams.limit ?? limit
})

const datesOf = ({ urlParams: { date, from, to } }: Request) => ({ date, from, to })

/** A domain without days has no calendar and no years, and one without facets no top values. */
const ofEndpoints = <Handlers extends object>(domain: DeclaredDomain, handlers: Handlers): Partial<Handlers> => {
  const names = endpointNames(domain)
  return Object.fromEntries(Object.entries(handlers).filter(([name]) => names.has(name))) as Partial<Handlers>
}

const reading = (domain: DeclaredDomain): DeclaredHandlers => {
  const ref = selected(domain)
  return {
    services: [DeclaredQueries],
    make: (queries: DeclaredQueries) =>
      ofEndpoints(domain, {
        recent: (request: Request) => queries.recent(ref(request), pageOf(request, 10), datesOf(request)),
        stats: (request: Request) => queries.stats(ref(request), datesOf(request)),
        calendar: (request: Request) => queries.calendar(ref(request), request.urlParams.year),
        streaks: (request: Request) => queries.streaks(ref(request)),
        trends: (request: Request) =>
          queries.trends(ref(request), request.urlParams.period ?? "monthly", datesOf(request)),
        years: (request: Request) => queries.years(ref(request)),
        year: (request: Request) => queries.year(ref(request), request.path.year),
        top: (request: Request) => queries.top(ref(request), request.path.facet, pageOf(request, 20), datesOf(request)),
        ...Object.fromEntries(
          recordsOf(domain).flatMap((of) => [
            [
              `list${pascalCase(of.record.name)}`,
              (request: Request) => queries.list(of, listQueryOf(of, request.urlParams), datesOf(request))
            ],
            [`get${pascalCase(of.record.name)}`, ({ path }: Request) => queries.record(of, path.id)]
          ])
        )
      })
  }
}

const writing = (domain: DeclaredDomain): DeclaredHandlers => ({
  services: [DeclaredAdmin, Jobs],
  make: (admin: DeclaredAdmin, jobs: Jobs) => ({
    reindex: () =>
      startJob(jobs, `reindex:${domain.name}`, domain.name, (progress) =>
        Effect.map(admin.reindex(domain, progress), (indexed) => jobReport(indexed, { indexed }))
      ),
    ...Object.fromEntries(
      recordsOf(domain).flatMap((of) => {
        const name = pascalCase(of.record.name)
        return [
          [`create${name}`, ({ payload }: Request) => admin.create(of, payload)],
          [`change${name}`, ({ path, payload }: Request) => admin.change(of, path.id, payload)],
          [`delete${name}`, ({ path }: Request) => Effect.as(admin.remove(of, path.id), deleted(path.id))]
        ]
      })
    )
  })
})

/** The handlers of a declared domain, by group: those of its endpoints. */
export const declaredHandlers = (domain: DeclaredDomain): Readonly<Record<string, DeclaredHandlers>> => ({
  [domain.name]: reading(domain),
  [adminGroupName(domain)]: writing(domain)
})
