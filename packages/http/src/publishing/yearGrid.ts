import { type CardRequest, type DraftCard, dayText, empty, figure, hidden, nothingYet, whole } from "./draftCard.js"
import { type Json, listAt, numberAt, textAt } from "./publication.js"

/** A calendar of a domain, the list of its days, and the number of a day. */
interface Calendar {
  readonly title: string
  readonly unit: string
  readonly list: string
  readonly count: string
}

const calendars: Readonly<Record<string, Calendar>> = {
  listening: { title: "Listening", unit: "plays", list: "days", count: "count" },
  running: { title: "Running", unit: "runs", list: "data", count: "count" },
  watching: { title: "Watching", unit: "films", list: "data", count: "count" },
  reading: { title: "Reading", unit: "articles finished", list: "days", count: "finished" },
  collecting: { title: "Collecting", unit: "records", list: "days", count: "count" }
}

/** The domains with a calendar, in the order in which a lens is asked for one. */
export const gridDomains = ["listening", "running", "watching", "reading", "collecting"] as const

const valuesOf = (body: Json, { count, list }: Calendar): ReadonlyMap<string, number> | undefined => {
  const days = listAt(body, list)
  const values = days.flatMap((day) => {
    const [date, value] = [textAt(day, "date"), numberAt(day, count)]
    return date === undefined || value === undefined ? [] : [[date, value] as const]
  })
  return days.length > 0 && values.length === 0 ? undefined : new Map(values)
}

const draw = (values: ReadonlyMap<string, number>, { title, unit }: Calendar, year: number): DraftCard => {
  const active = Array.from(values).filter(([, value]) => value > 0)
  const total = active.reduce((sum, [, value]) => sum + value, 0)
  const [busiest] = active.toSorted(([, a], [, b]) => b - a)
  return {
    ...empty,
    kicker: `${title} in ${year}`,
    headline: `${whole.format(total)} ${unit}`,
    figures: [
      ...figure(whole.format(active.length), "days"),
      ...(busiest === undefined ? [] : figure(whole.format(busiest[1]), `on ${dayText(busiest[0])}`))
    ],
    grid: { year, values }
  }
}

/** A square for each day of a year: of the domain that is asked for, or of the first one that the lens shows. */
export const yearGrid = async ({ domain, read, year }: CardRequest): Promise<DraftCard> => {
  for (const name of domain === undefined ? gridDomains : [domain]) {
    const calendar = calendars[name]!
    const { body, status } = await read(`/v1/${name}/calendar?year=${year}`)
    if (status === 404) return nothingYet(`${calendar.title} in ${year}`)
    const values = status === 200 ? valuesOf(body, calendar) : undefined
    if (values !== undefined) return draw(values, calendar, year)
  }
  return hidden(`The year ${year}`)
}
