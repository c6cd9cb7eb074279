import { scaleLinear } from "d3-scale"
import { curveStepAfter, line } from "d3-shape"
import type { Answers } from "../api/Answers.js"
import { distanceUnit } from "../api/availability.js"
import { monthNames } from "../text/dates.js"
import { count, day } from "../text/format.js"
import { Axes, InteractiveChart } from "./InteractiveChart.js"

type Years = Answers["running/charts/cumulative"]["data"]

const left = 44
const right = 52
const top = 12
const below = 28
const lastDay = 366
const dateOfDay = (number: number) => new Date(Date.UTC(2024, 0, number)).toISOString()
const months = monthNames.map((name, month) => ({
  day: (Date.UTC(2024, month, 1) - Date.UTC(2024, 0, 1)) / 86_400_000 + 1,
  letter: name[0]!,
  name
}))

/** The distance in the units of this page. */
const distanceOf = (point: Years[string][number] | undefined) => point?.cumulative_km ?? point?.cumulative_mi ?? 0

const distanceBy = (points: Years[string], number: number) =>
  distanceOf(points.findLast((point) => point.day <= number))

/** The distance of each year by the end of each month. A month that a year has no run in or after has no value. */
const monthRows = (years: ReadonlyArray<readonly [year: string, points: Years[string]]>) =>
  months.map(({ day, name }, month) => {
    const lastOfMonth = (months[month + 1]?.day ?? lastDay + 1) - 1
    return [
      name,
      ...years.map(([, points]) =>
        (points.at(-1)?.day ?? 0) < day ? "" : `${count(distanceBy(points, lastOfMonth))} ${distanceUnit}`
      )
    ]
  })

/** Cumulative distance of each year. The newest year is coloured. */
export const CumulativeDistance = ({ years }: { readonly years: Years }) => {
  const newestFirst = Object.entries(years).sort(([a], [b]) => Number(b) - Number(a))
  const most = Math.max(...newestFirst.map(([, points]) => distanceOf(points.at(-1))), 1)
  const height = (width: number) => Math.min(Math.max(width * 0.52, 200), 300)
  const across = (width: number) => scaleLinear([1, lastDay], [left, width - right])
  const total = newestFirst
    .map(([year, points]) => `${year}: ${count(distanceOf(points.at(-1)))} ${distanceUnit}`)
    .join(" · ")
  return (
    <InteractiveChart
      label="Distance run since the beginning of each year"
      points={lastDay}
      describe={(point) =>
        `By ${day(dateOfDay(point + 1), "short")} — ${newestFirst.map(([year, points]) => `${year}: ${count(distanceBy(points, point + 1))} ${distanceUnit}`).join(" · ")}`
      }
      summary={total}
      height={height}
      at={(x, _, width) => Math.min(Math.max(Math.round(across(width).invert(x)) - 1, 0), lastDay - 1)}
      table={{ columns: ["By the end of", ...newestFirst.map(([year]) => year)], rows: () => monthRows(newestFirst) }}
    >
      {(width, point) => {
        const x = across(width)
        const y = scaleLinear([0, most], [height(width) - below, top]).nice(4)
        const draw = line<Years[string][number]>(
          (one) => x(one.day),
          (one) => y(distanceOf(one))
        ).curve(curveStepAfter)
        const bottom = height(width) - below
        return (
          <>
            <Axes
              width={width - right}
              left={left}
              bottom={bottom}
              across={months.map(({ day, letter }) => ({ at: x(day), text: letter }))}
              up={y.ticks(4).map((distance) => ({ at: y(distance), text: count(distance) }))}
            />
            {newestFirst.toReversed().map(([year, points]) => (
              <path
                key={year}
                class={`line year-${newestFirst.findIndex(([one]) => one === year)}`}
                d={draw([{ day: 1, cumulative_mi: 0 }, ...points]) ?? ""}
              />
            ))}
            {withoutOverlap(
              newestFirst.map(([year, points], index) => ({
                year,
                index,
                at: y(distanceOf(points.at(-1))),
                x: x(points.at(-1)?.day ?? 1)
              }))
            ).map(({ at, index, x, year }) => (
              <text key={year} class={`name year-${index}`} x={x + 6} y={at} dy="0.32em">
                {year}
              </text>
            ))}
            {point !== undefined && <line class="cursor" x1={x(point + 1)} x2={x(point + 1)} y1={top} y2={bottom} />}
          </>
        )
      }}
    </InteractiveChart>
  )
}

const lineHeight = 15

/** Moves overlapping labels down. */
const withoutOverlap = <A extends { readonly at: number }>(names: ReadonlyArray<A>): ReadonlyArray<A> => {
  const placed: Array<A> = []
  for (const name of [...names].sort((a, b) => a.at - b.at))
    placed.push({ ...name, at: Math.max(name.at, (placed.at(-1)?.at ?? -Infinity) + lineHeight) })
  return placed
}
