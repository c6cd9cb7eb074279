import { localDay } from "../../text/dates.js"
import type { ZoneHistory } from "./model.js"
import { zoneLine } from "./zoneEntries.js"

const width = 1_000
const maxLabels = 8

/** The periods over the years as one line, with the trips on it. The table below says the same in words. */
export const ZoneLine = ({ history }: { readonly history: ZoneHistory }) => {
  const { first, last, spans, yearAt } = zoneLine(history, localDay(Date.now()))
  const every = Math.ceil((last - first + 1) / maxLabels)
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return (
    <div class="zone-line" aria-hidden="true">
      <svg viewBox={`0 0 ${width} 28`} preserveAspectRatio="none">
        {spans.map(({ end, kind, start, zone }, index) => (
          <rect
            key={`${kind} ${start} ${zone}`}
            class={kind === "trip" ? "trip" : index % 2 === 0 ? "period" : "period next"}
            x={start * width}
            y={kind === "trip" ? 0 : 8}
            width={Math.max((end - start) * width, kind === "trip" ? 3 : 0)}
            height={kind === "trip" ? 28 : 12}
          >
            <title>{zone}</title>
          </rect>
        ))}
      </svg>
      <p class="years">
        {years
          .filter((_, index) => index % every === 0)
          .map((year) => (
            <span key={year} style={{ left: `${yearAt(year) * 100}%` }}>
              {year}
            </span>
          ))}
      </p>
    </div>
  )
}
