import type { ComponentChildren } from "preact"
import { useMemo } from "preact/hooks"
import type { Answers, Path } from "../../api/Answers.js"
import { inUnits } from "../../api/availability.js"
import { useAnswer, type When } from "../../api/useAnswer.js"
import { Bars } from "../../charts/Bars.js"
import { Block } from "../../parts/Block.js"
import { Domain } from "../../parts/Frame.js"
import { periodName } from "../../text/dates.js"

/** The months of a year, `YYYY-MM`. */
export const monthsOf = (year: number) =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, "0")}`)

interface MonthsProps {
  readonly year: number
  readonly label: string
  readonly months: ReadonlyArray<{ readonly month: string; readonly value: number }>
  readonly text: (value: number) => string
}

/** A bar for each month of the year. */
export const Months = ({ label, months, text, year }: MonthsProps) => {
  const values = new Map(months.map(({ month, value }) => [month, value]))
  const most = months.reduce<{ readonly month: string; readonly value: number } | undefined>(
    (best, one) => (best === undefined || one.value > best.value ? one : best),
    undefined
  )
  return (
    <Bars
      label={label}
      columns={["Month", "Value"]}
      bars={monthsOf(year).map((month) => ({
        name: periodName(month),
        value: values.get(month) ?? 0,
        tick: periodName(month).slice(0, 1)
      }))}
      text={text}
      summary={most === undefined ? "" : `Most in ${periodName(most.month)}: ${text(most.value)}`}
    />
  )
}

export interface OfYear {
  readonly year: number
}

interface ChapterProps<P extends Path> extends OfYear {
  readonly path: P
  readonly when: When
  readonly title: string
  readonly id: string
  readonly more: string
  readonly children: (value: Answers[P]) => ComponentChildren
}

/** A chapter that is absent where the year has nothing. */
export const Chapter = <P extends Path>({ children, id, more, path, title, when, year }: ChapterProps<P>) => {
  const answer = useAnswer(
    path,
    useMemo(() => ({ year, ...(id === "running" ? inUnits : {}) }), [year]),
    when
  )
  if (answer.outcome?._tag === "Empty") return null
  return (
    <Domain id={id} title={title} more={more}>
      <Block title={`${title} in ${year}`} answer={answer} class="whole chapter" rows={20} nothing="">
        {children}
      </Block>
    </Domain>
  )
}
