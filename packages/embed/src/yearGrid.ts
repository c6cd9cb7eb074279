import type { ElementKind } from "./element.js"
import { part, svg } from "./nodes.js"

interface Day {
  readonly date: string
  readonly count?: number
  /** Of articles: how many were finished. */
  readonly finished?: number
}

/** `/v1/{domain}/calendar`. */
interface Year {
  readonly year: number
  readonly days?: ReadonlyArray<Day>
  readonly data?: ReadonlyArray<Day>
}

const nouns: Readonly<Record<string, readonly [one: string, many: string]>> = {
  listening: ["play", "plays"],
  running: ["run", "runs"],
  watching: ["viewing", "viewings"],
  collecting: ["item", "items"],
  reading: ["article read", "articles read"]
}

const dayMs = 86_400_000
/** Pixels from a day to the next. */
const step = 12
const top = 14

/** Days from Monday. */
const weekday = (at: number) => (new Date(at).getUTCDay() + 6) % 7

/** From 1 to 4. By the root, because a few great days would leave the others pale. */
const levelOf = (count: number, most: number) => Math.max(Math.ceil(4 * Math.sqrt(count / most)), 1)

const daysOf = (year: number): ReadonlyArray<number> => {
  const [first, next] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
  return Array.from({ length: (next - first) / dayMs }, (_, index) => first + index * dayMs)
}

/** A year with a square for each day, in columns of weeks that begin on Monday. */
export const yearGrid: ElementKind<Year> = {
  attributes: ["domain", "year"],
  every: 15 * 60_000,
  path: ({ attribute }) => {
    const year = attribute("year")
    const query = year === "" ? "" : `?year=${encodeURIComponent(year)}`
    return `/v1/${encodeURIComponent(attribute("domain", "listening"))}/calendar${query}`
  },
  nodes: (answer, { attribute, locale }) => {
    const { year } = answer
    const counts = new Map(
      (answer.days ?? answer.data ?? []).map(({ count, date, finished }) => [date, count ?? finished ?? 0])
    )
    const figures = new Intl.NumberFormat(locale)
    const names = new Intl.DateTimeFormat(locale, { timeZone: "UTC", dateStyle: "medium" })
    const months = new Intl.DateTimeFormat(locale, { timeZone: "UTC", month: "short" })
    const [one, many] = nouns[attribute("domain", "listening")] ?? ["entry", "entries"]
    const quantity = (count: number, single: string, several: string) =>
      `${figures.format(count)} ${count === 1 ? single : several}`
    const active = [...counts.values()].filter((count) => count > 0)
    const total = active.reduce((sum, count) => sum + count, 0)
    const summary = `${year}: ${quantity(total, one, many)} on ${quantity(active.length, "day", "days")}`
    const most = Math.max(1, ...active)
    const offset = weekday(Date.UTC(year, 0, 1))
    const columnOf = (index: number) => Math.floor((index + offset) / 7) * step
    const nodes = daysOf(year).flatMap((at, index) => {
      const count = counts.get(new Date(at).toISOString().slice(0, 10)) ?? 0
      const square = { x: columnOf(index), y: top + weekday(at) * step, width: 10, height: 10, rx: 2 }
      const title = svg("title", {}, [`${names.format(at)}: ${quantity(count, one, many)}`])
      const cell = svg("rect", { ...square, class: `day l${count === 0 ? 0 : levelOf(count, most)}` }, [title])
      const isFirst = new Date(at).getUTCDate() === 1
      return isFirst ? [svg("text", { x: columnOf(index), y: 9 }, [months.format(at)]), cell] : [cell]
    })
    const box = `0 0 ${columnOf(365) + step} ${top + 7 * step}`
    const grid = svg("svg", { part: "grid", viewBox: box, role: "img", "aria-label": summary }, nodes)
    return [grid, part("p", "summary", [summary], { "aria-hidden": "true" })]
  }
}
