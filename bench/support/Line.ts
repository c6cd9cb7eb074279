/** One line of the table: a figure, its yardstick from the same run where it has one, and the bar it is held against. */
export interface Line {
  /** Name of the row that measured it. */
  readonly row: string
  readonly what: string
  readonly unit: string
  readonly value: number
  readonly yardstick: number | null
  /** The figure by its yardstick. */
  readonly ratio: number | null
  /** As quality §2 states it. */
  readonly bar: string
  readonly holds: boolean
  /** What else was seen; empty when nothing is to be said. */
  readonly note: string
}

interface Figure {
  readonly what: string
  readonly unit: string
  readonly value: number
  readonly note?: string
}

interface Beside extends Figure {
  readonly yardstick: number
}

const line = (row: string, { note = "", unit, value, what }: Figure) => ({ row, what, unit, value, note })

/** More is better: at least this share of the yardstick. */
export const atLeast = (row: string, share: number, figure: Beside): Line => {
  const ratio = figure.value / figure.yardstick
  return { ...line(row, figure), yardstick: figure.yardstick, ratio, bar: `>= ${share}`, holds: ratio >= share }
}

/** Less is better: at most the yardstick times a factor, and something on top in the figure's unit. */
export const within = (row: string, factor: number, slack: number, figure: Beside): Line => ({
  ...line(row, figure),
  yardstick: figure.yardstick,
  ratio: figure.value / figure.yardstick,
  bar: `<= ${factor}x${slack === 0 ? "" : ` + ${slack} ${figure.unit}`}`,
  holds: figure.value <= figure.yardstick * factor + slack
})

/** Less is better: at most this much. */
export const atMost = (row: string, most: number, figure: Figure): Line => ({
  ...line(row, figure),
  yardstick: null,
  ratio: null,
  bar: `<= ${most} ${figure.unit}`,
  holds: figure.value <= most
})
