/** Characters that charts are drawn with, emptiest first; the first is blank, the last full. */
export interface Ink {
  /** Parts of a cell filled from the left. */
  readonly across: ReadonlyArray<string>
  /** Parts of a cell filled from below. */
  readonly upward: ReadonlyArray<string>
}

export const blocks: Ink = { across: Array.from(" ▏▎▍▌▋▊▉█"), upward: Array.from(" ▁▂▃▄▅▆▇█") }
/** Where only ASCII can be shown. */
export const letters: Ink = { across: Array.from(" #"), upward: Array.from(" .:-=+*#") }

/** A cell that is filled by a share; whatever is more than nothing is seen. */
const cell = (steps: ReadonlyArray<string>, share: number): string =>
  steps[share <= 0 ? 0 : Math.max(1, Math.min(steps.length - 1, Math.round(share * (steps.length - 1))))]!

/** A horizontal bar of at most `width` columns, which `most` fills. */
export const bar = (ink: Ink, value: number, most: number, width: number): string => {
  if (value <= 0 || most <= 0) return ""
  const cells = value / most * width
  const whole = Math.floor(cells)
  return (ink.across.at(-1)!.repeat(whole) + (whole === 0 || cells - whole > 0.06 ? cell(ink.across, cells - whole) : "")).trimEnd()
}

/** A value a column, the highest filling it. */
export const sparkline = (ink: Ink, values: ReadonlyArray<number>): string => {
  const most = Math.max(...values)
  return values.map((value) => cell(ink.upward, most > 0 ? value / most : 0)).join("")
}

/** An area over so many lines, highest first; what is null is still to come. */
export const area = (ink: Ink, values: ReadonlyArray<number | null>, height: number): ReadonlyArray<string> => {
  const most = Math.max(...values.map((value) => value ?? 0))
  return Array.from({ length: height }, (_, index) => {
    const floor = height - 1 - index
    return values.map((value) => cell(ink.upward, value === null || most === 0 ? 0 : Math.min(1, value / most * height - floor))).join("").trimEnd()
  })
}
