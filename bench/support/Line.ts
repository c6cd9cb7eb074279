/** One line of the table: a figure, its bar, and its yardstick from the same run if it has one. */
export interface Line {
  /** Name of the row that measured it. */
  readonly row: string
  readonly what: string
  readonly unit: string
  readonly value: number
  readonly yardstick: number | null
  /** The figure divided by its yardstick. */
  readonly ratio: number | null
  /** As the tables of `docs/figures.md` write it. */
  readonly bar: string
  readonly holds: boolean
  /** Additional information, or empty. */
  readonly note: string
}

interface Figure {
  readonly what: string
  readonly unit: string
  readonly value: number
  readonly note?: string
}

interface ComparedFigure extends Figure {
  readonly yardstick: number
}

const line = (row: string, { note = "", unit, value, what }: Figure) => ({ row, what, unit, value, note })

/** More is better: at least `share` of the yardstick. */
export const atLeast = (row: string, share: number, figure: ComparedFigure): Line => {
  const ratio = figure.value / figure.yardstick
  return { ...line(row, figure), yardstick: figure.yardstick, ratio, bar: `>= ${share}`, holds: ratio >= share }
}

/** Less is better: at most the yardstick times `factor`, plus `slack` in the unit of the figure. */
export const within = (row: string, factor: number, slack: number, figure: ComparedFigure): Line => ({
  ...line(row, figure),
  yardstick: figure.yardstick,
  ratio: figure.value / figure.yardstick,
  bar: `<= ${factor}x${slack === 0 ? "" : ` + ${slack} ${figure.unit}`}`,
  holds: figure.value <= figure.yardstick * factor + slack
})

/** Less is better: at most `max`. */
export const atMost = (row: string, max: number, figure: Figure): Line => ({
  ...line(row, figure),
  yardstick: null,
  ratio: null,
  bar: `<= ${max} ${figure.unit}`,
  holds: figure.value <= max
})

/** Without a bar: reported next to its yardstick, if the machine has one. */
export const nextTo = (row: string, figure: Figure & { readonly yardstick: number | null }): Line => ({
  ...line(row, figure),
  yardstick: figure.yardstick,
  ratio: figure.yardstick === null ? null : figure.value / figure.yardstick,
  bar: "-",
  holds: true
})
