import { useMemo } from "preact/hooks"
import { useCalendar, useStats, useTop, useTrends, useYears } from "../../api/declared.js"
import { Bars } from "../../charts/Bars.js"
import { YearOfDays } from "../../charts/YearOfDays.js"
import type { OfDomain } from "../../declared/parts.js"
import { Block } from "../../parts/Block.js"
import { Domain } from "../../parts/Frame.js"
import { Ranked } from "../../parts/lists.js"
import { periodName } from "../../text/dates.js"
import { quantity } from "../../text/format.js"

const records = (value: number) => quantity(value, "record")

/** The days of the current year that have records. */
export const Calendar = ({ domain }: OfDomain) => {
  const query = useMemo(() => ({ year: new Date().getFullYear() }), [])
  return (
    <Block
      title="Days of this year"
      answer={useCalendar(domain, query)}
      class="whole"
      rows={9}
      nothing="No records in this year."
    >
      {({ days, total, year }) => (
        <YearOfDays
          year={year}
          days={days}
          label={domain.title}
          text={records}
          summary={`${records(total)} in ${year}`}
        />
      )}
    </Block>
  )
}

const maxMonths = 24

/** The latest months that have records, and those between them. */
const monthsBetween = (counts: ReadonlyArray<{ readonly period: string; readonly count: number }>) => {
  const byMonth = new Map(counts.map(({ count, period }) => [period, count]))
  const [year, month] = counts.at(-1)!.period.split("-").map(Number) as [number, number]
  const names = Array.from({ length: maxMonths }, (_, index) =>
    new Date(Date.UTC(year, month - maxMonths + index, 1)).toISOString().slice(0, 7)
  )
  const first = names.findIndex((name) => name >= counts[0]!.period)
  return names.slice(first).map((name) => ({ name, value: byMonth.get(name) ?? 0 }))
}

const monthly = { period: "monthly" }

const Months = ({ domain }: OfDomain) => (
  <Block title="By month" answer={useTrends(domain, monthly)} rows={11} nothing="No record has a day yet.">
    {({ data }) => {
      const months = monthsBetween(data)
      return (
        <Bars
          label={`${domain.title} by month`}
          columns={["Month", "Records"]}
          bars={months.map(({ name, value }, index) => ({
            name: periodName(name),
            value,
            tick: index === 0 || name.endsWith("-01") ? periodName(name) : undefined
          }))}
          text={records}
          summary={`${periodName(months[0]!.name)} to ${periodName(months.at(-1)!.name)}`}
        />
      )
    }}
  </Block>
)

const Years = ({ domain }: OfDomain) => (
  <Block title="By year" answer={useYears(domain)} rows={11} nothing="No record has a day yet.">
    {({ data }) => <Ranked items={data.map(({ count, year }) => ({ name: String(year), value: count }))} />}
  </Block>
)

const most = { limit: 8 }

const Top = ({ domain, facet }: OfDomain & { readonly facet: string }) => (
  <Block
    title={`Most by ${facet.replaceAll("_", " ")}`}
    answer={useTop(domain, facet, most)}
    rows={10}
    nothing="No values yet."
  >
    {({ data }) => <Ranked items={data.map(({ count, value }) => ({ name: String(value), value: count }))} />}
  </Block>
)

/** Records over time, and the most frequent values of each facet. The statistics name the facets. */
export const Statistics = ({ domain }: OfDomain) => {
  const { outcome } = useStats(domain)
  const facets = outcome?._tag === "Success" ? Object.keys(outcome.value.data.distinct) : []
  return (
    <Domain id="statistics" title="What is there most of">
      {domain.record.dayField !== null && (
        <>
          <Months domain={domain} />
          <Years domain={domain} />
        </>
      )}
      {facets.map((facet) => (
        <Top key={facet} domain={domain} facet={facet} />
      ))}
    </Domain>
  )
}
