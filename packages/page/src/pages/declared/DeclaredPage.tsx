import { useMemo } from "preact/hooks"
import { isWithout } from "../../api/availability.js"
import { declaredDomains, pictureOf, fieldText, useRecord, useRecords } from "../../api/declared.js"
import { SomethingWrong } from "../../corrections/SomethingWrong.js"
import { declaredRepair } from "../../corrections/choices.js"
import type { RecordKey } from "../../corrections/correction.js"
import { Fields, Figures, List, type OfDomain, type OfRecord, Recent, titleOf } from "../../declared/parts.js"
import { TrackMap } from "../../charts/TrackMap.js"
import { decodePolyline } from "../../charts/polyline.js"
import { EmptyDomain } from "../../parts/EmptyDomain.js"
import { Detail, Domain, Head, NotFound } from "../../parts/Frame.js"
import { Picture } from "../../pictures/Picture.js"
import type { Params } from "../../router/addresses.js"
import { to } from "../../router/location.js"
import { Calendar, Statistics } from "./statistics.js"

const one = { limit: 1 }

const Overview = ({ domain }: OfDomain) => {
  if (isWithout(useRecords(domain, one), ({ data }) => data.length > 0))
    return <EmptyDomain domain={domain.name} title={domain.title} />
  return (
    <>
      <Head title={domain.title} />
      <Domain id="latest" title="Latest">
        <Recent domain={domain} />
        {domain.record.dayField !== null && <Calendar domain={domain} />}
      </Domain>
      <Domain id="records" title="Records">
        <List domain={domain} />
        <Figures domain={domain} />
      </Domain>
      <Statistics domain={domain} />
    </>
  )
}

/** Where a record went, if it says so. */
const Course = ({ domain, record }: OfRecord) => {
  const course = fieldText(record, domain.record.courseField)
  const route = useMemo(() => decodePolyline(course), [course])
  return route.length === 0 ? null : (
    <Domain id="course" title="The course">
      <section class="block whole" aria-label="Map">
        <TrackMap label={`Route of ${titleOf({ domain, record })}`} route={route} />
      </section>
    </Domain>
  )
}

/** The key of a record as corrections name it; undefined if they cannot. */
const keyOf = ({ domain, record }: OfRecord): RecordKey | undefined => {
  const { keyFields } = domain.record
  const isNamed = keyFields.every((field) => fieldText(record, field) !== "")
  return isNamed ? Object.fromEntries(keyFields.map((field) => [field, String(record[field])])) : undefined
}

/** Of an activity with several reports: the last one of those that do not name it, which may be of another activity. */
const otherReportOf = ({ domain, record }: OfRecord): RecordKey | undefined => {
  const { reports, activity } = record
  if (domain.name !== "activities" || !Array.isArray(reports)) return undefined
  const other: unknown = reports.filter((report) => report !== activity).at(-1)
  return typeof other === "string" ? { activity: other } : undefined
}

const Record = ({ domain, id }: OfDomain & { readonly id: string }) => {
  const answer = useRecord(domain, id)
  const repair = useMemo(() => declaredRepair(domain), [domain])
  return (
    <>
      <Detail answer={answer} of={domain.record.title.toLowerCase()}>
        {(record) => (
          <>
            <Head title={titleOf({ domain, record })} over={<a href={to(`/${domain.name}`)}>{domain.title}</a>}>
              <div class="portrait">
                {domain.record.pictureField !== null && (
                  <Picture
                    image={pictureOf(record, domain)}
                    alt={`Picture of ${titleOf({ domain, record })}`}
                    initial={titleOf({ domain, record })}
                    width={176}
                    height={176}
                    eager
                  />
                )}
                <p dir="auto">{fieldText(record, domain.record.subtitleField)}</p>
              </div>
            </Head>
            <Course domain={domain} record={record} />
            <Domain id="fields" title="All that is known">
              <Fields domain={domain} record={record} />
            </Domain>
          </>
        )}
      </Detail>
      <SomethingWrong
        key={`${domain.name} ${id}`}
        repair={repair}
        answer={answer}
        subjectOf={(record) => keyOf({ domain, record })}
        linked={
          answer.outcome?._tag === "Success" ? otherReportOf({ domain, record: answer.outcome.value }) : undefined
        }
      />
    </>
  )
}

/** `/<domain>` and `/<domain>/{id}` of a domain that the configuration declares. */
export const Page = ({ params }: { readonly params: Params }) => {
  const domain = declaredDomains.find(({ name }) => name === params["domain"])
  if (domain === undefined) return <NotFound />
  return params["id"] === undefined ? <Overview domain={domain} /> : <Record domain={domain} id={params["id"]} />
}
