import {
  type DeclaredDomain,
  type RecordRef,
  DomainCalendar,
  DomainStats,
  DomainStreaks,
  DomainTops,
  DomainTrends,
  DomainYear,
  DomainYears,
  facetsOf,
  firstYear,
  mainRecord,
  occursOf,
  pascalCase,
  recordSchema,
  recordsOf,
  trendPeriods
} from "@daybook/core/domain"
import { listOf } from "@daybook/core/shared"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { cachedFor, longWhenEnded, longWhenPast } from "../kit/caching.js"
import { Deleted, created, del, get, post, put } from "../kit/endpoints.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../kit/errors.js"
import { startsJob } from "../kit/jobs.js"
import { byId, dates, limit, oneOf, page, query, yearSince } from "../kit/params.js"
import { changeBody, listQuery, recordBody } from "./fields.js"

type Endpoint = HttpApiEndpoint.HttpApiEndpoint.Any
type Group = HttpApiGroup.HttpApiGroup.AnyWithProps
type Names = readonly [string, ...ReadonlyArray<string>]

const today = { today: true }

/** The record that the endpoints of the whole domain are about, unless the request names another. */
export const standardRecord = (domain: DeclaredDomain): RecordRef => mainRecord(domain) ?? recordsOf(domain)[0]!

const namesOf = (refs: ReadonlyArray<RecordRef>) => refs.map(({ record }) => record.name) as unknown as Names

/** The query parameters of an endpoint of the whole domain. */
const queriesOf = (domain: DeclaredDomain) => {
  const refs = recordsOf(domain)
  const main = standardRecord(domain).record.name
  const dated = refs.filter(({ record }) => occursOf(record) !== null)
  const any = { record: oneOf(namesOf(refs), `Type of record; ${main} by default`) }
  const withDays = { record: oneOf(namesOf(dated.length === 0 ? refs : dated), `Type of record; ${main} by default`) }
  return {
    recent: query({ limit: limit(50), page, ...any, ...dates }, { limit: 10, page: 1 }),
    stats: query({ ...any, ...dates }, {}),
    calendar: query({ year: yearSince(firstYear), ...withDays }, {}),
    streaks: query(withDays, {}),
    trends: query(
      { period: oneOf(trendPeriods, "Length of the periods"), ...withDays, ...dates },
      { period: "monthly" as const }
    ),
    top: query({ limit: limit(100), page, ...any, ...dates }, { limit: 20, page: 1 })
  }
}

/** The endpoints of the whole domain. */
const domainEndpoints = (domain: DeclaredDomain): ReadonlyArray<Endpoint> => {
  const { title } = domain
  const refs = recordsOf(domain)
  const queries = queriesOf(domain)
  const cached = cachedFor(domain.name)
  const views = refs.map((ref) => recordSchema(ref))
  const facets = Array.from(new Set(refs.flatMap(({ record }) => facetsOf(record))))
  return [
    get("recent", "/recent", `Recent records of ${title}`)
      .setUrlParams(queries.recent.params)
      .addSuccess(listOf(views.length === 1 ? views[0]! : Schema.Union(...views)))
      .annotateContext(cached("realtime"))
      .annotate(Description, `Records of ${title}, latest first. Records without a day are left out.`),
    get("stats", "/stats", `Statistics of ${title}`)
      .setUrlParams(queries.stats.params)
      .addSuccess(DomainStats)
      .annotateContext(cached("medium", today))
      .annotate(Description, `Totals of ${title}, over all time or between dates.`),
    ...(occursOf(standardRecord(domain).record) === null ? [] : timeEndpoints(domain, queries)),
    ...(facets.length === 0
      ? []
      : [
          get("top", "/top/:facet", `Most frequent values in ${title}`)
            .setPath(Schema.Struct({ facet: oneOf(facets as unknown as Names, "Facet: a field with few values") }))
            .setUrlParams(queries.top.params)
            .addSuccess(DomainTops)
            .annotateContext(cached(longWhenEnded))
            .annotate(Description, `The values of a facet of ${title} with their number of records, most first.`)
        ])
  ]
}

const timeEndpoints = (domain: DeclaredDomain, queries: ReturnType<typeof queriesOf>): ReadonlyArray<Endpoint> => {
  const { title } = domain
  const cached = cachedFor(domain.name)
  return [
    get("calendar", "/calendar", `Calendar of ${title}`)
      .setUrlParams(queries.calendar.params)
      .addSuccess(DomainCalendar)
      .annotateContext(cached(longWhenPast, today))
      .annotate(
        Description,
        `Records of ${title} per day of a year, by default the current one. Days without records are left out.`
      ),
    get("streaks", "/streaks", `Streaks of ${title}`)
      .setUrlParams(queries.streaks.params)
      .addSuccess(DomainStreaks)
      .annotateContext(cached("medium", today))
      .annotate(Description, `Current and longest run of consecutive days with records of ${title}.`),
    get("trends", "/trends", `Trends of ${title}`)
      .setUrlParams(queries.trends.params)
      .addSuccess(DomainTrends)
      .annotateContext(cached(longWhenEnded))
      .annotate(Description, `Number of records of ${title} per month, week or year. Empty periods are left out.`),
    get("years", "/years", `Years of ${title}`)
      .setUrlParams(queries.streaks.params)
      .addSuccess(DomainYears)
      .annotateContext(cached("medium"))
      .annotate(Description, `Number of records of ${title} per year, latest first.`),
    get("year", "/year/:year", `Year in review of ${title}`)
      .setPath(Schema.Struct({ year: yearSince(firstYear) }))
      .setUrlParams(queries.streaks.params)
      .addSuccess(DomainYear)
      .addError(NotFound)
      .annotateContext(cached(longWhenPast))
      .annotate(Description, `A year of ${title}: months, sums and the most frequent values. 404 for an empty year.`)
  ]
}

/** The list and the detail of a type of record. */
const recordEndpoints = (ref: RecordRef): ReadonlyArray<Endpoint> => {
  const { domain, record } = ref
  const cached = cachedFor(domain.name)
  const view = recordSchema(ref)
  const name = pascalCase(record.name)
  return [
    get(`list${name}`, `/${record.name}`, `List: ${record.title} of ${domain.title}`)
      .setUrlParams(listQuery(ref).params)
      .addSuccess(listOf(view))
      .annotateContext(cached("medium"))
      .annotate(
        Description,
        `Records of the type ${record.name}. Parameters with the name of a field filter by its value.`
      ),
    get(`get${name}`, `/${record.name}/:id`, `Detail: ${record.title} of ${domain.title}`)
      .setPath(byId(`Id of the ${record.name}`))
      .addSuccess(view)
      .addError(NotFound)
      .annotateContext(cached("medium"))
      .annotate(Description, `One record of the type ${record.name}.`)
  ]
}

/** Changes by hand. */
const adminEndpoints = (ref: RecordRef): ReadonlyArray<Endpoint> => {
  const { record } = ref
  const name = pascalCase(record.name)
  const path = byId(`Id of the ${record.name}`)
  return [
    post(`create${name}`, `/${record.name}`, `Add: ${record.title}`)
      .setPayload(recordBody(ref))
      .addSuccess(created(recordSchema(ref)))
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(Description, `Adds a record of the type ${record.name} by hand. 409 if its key exists.`),
    put(`change${name}`, `/${record.name}/:id`, `Change: ${record.title}`)
      .setPath(path)
      .setPayload(changeBody(ref))
      .addSuccess(recordSchema(ref))
      .addError(NotFound)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(Description, `Changes the given fields of a record of the type ${record.name}. Its key cannot change.`),
    del(`delete${name}`, `/${record.name}/:id`, `Delete: ${record.title}`)
      .setPath(path)
      .addSuccess(Deleted)
      .addError(NotFound)
      .annotate(Description, `Deletes a record of the type ${record.name}, also from feed and search.`)
  ]
}

const groupOf = (name: string, endpoints: ReadonlyArray<Endpoint>): Group =>
  endpoints.reduce(
    (group, endpoint) => group.add(endpoint as unknown as HttpApiEndpoint.HttpApiEndpoint.AnyWithProps),
    HttpApiGroup.make(name) as unknown as Group
  )

/** The name of a domain's group of admin endpoints. */
export const adminGroupName = (domain: DeclaredDomain) => `${domain.name}Admin`

/** The endpoints that read a declared domain. */
const readingGroup = (domain: DeclaredDomain): Group =>
  groupOf(domain.name, [...domainEndpoints(domain), ...recordsOf(domain).flatMap(recordEndpoints)])

/** The names of the endpoints that read a declared domain. */
export const endpointNames = (domain: DeclaredDomain): ReadonlySet<string> =>
  new Set(Object.keys(readingGroup(domain).endpoints))

/** The groups of endpoints of a declared domain. */
export const declaredGroups = (domain: DeclaredDomain): ReadonlyArray<Group> => {
  const reading = readingGroup(domain)
  const reindex = startsJob(
    "reindex",
    "/reindex",
    `Index ${domain.title} again`,
    `Rebuilds the search documents of ${domain.title} during operation.`
  )
  const writing = groupOf(adminGroupName(domain), [...recordsOf(domain).flatMap(adminEndpoints), reindex])
  return [
    reading
      .annotate(Description, `Records of ${domain.title}, declared by this host's configuration.`)
      .prefix(`/v1/${domain.name}`)
      .middleware(Authentication),
    writing
      .annotate(Description, `Changes of ${domain.title} by hand. Needs an admin key.`)
      .prefix(`/v1/admin/${domain.name}`)
      .addError(Forbidden)
      .middleware(Authentication)
  ]
}
