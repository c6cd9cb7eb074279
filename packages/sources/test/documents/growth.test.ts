import { beforeEach, describe, expect, it } from "vitest"
import { parse } from "../../src/documents/parse.js"
import { isQuick } from "../../../adapters/test/support/depth.js"
import { articles, calendars, mails, pages, passes, type Shape } from "./shapes.js"

/** Processor time of this process, milliseconds: a machine with much else to do takes no more of it. */
const timeOf = async (shape: Shape, bytes: number): Promise<number> => {
  const request = shape(bytes)
  const before = process.cpuUsage()
  const answer = await parse(request, () => Promise.resolve())
  const millis = process.cpuUsage(before).user / 1_000
  if (answer._tag === "Refused") expect(answer.failure.kind).not.toBe("DocumentUnreadable")
  return millis
}

/** Less than this is noise. */
const floor = 300
/** Ten times the bytes take ten times as long, n·log n a little more; quadratic ones take a hundred times as long. */
const maxGrowth = 30
const attempts = 3

const checkGrowth = async (shape: Shape, largest: number) => {
  for (const bytes of [largest / 1_000, largest / 100]) await timeOf(shape, bytes)
  let figures = ""
  for (let attempt = 0; attempt < attempts; attempt++) {
    const small = await timeOf(shape, largest / 10)
    const large = await timeOf(shape, largest)
    if (large <= Math.max(floor, maxGrowth * small)) return
    figures = `${largest / 10} bytes take ${small} ms, ${largest} bytes ${large} ms`
  }
  expect.fail(figures)
}

/** Each case keeps the thread busy: between them the runner must get its word in. */
beforeEach(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** A page costs more per byte than any mail, so that less of it shows the same. */
const kinds = [
  ["calendars", calendars, 1_000_000],
  ["mails", mails, 1_000_000],
  ["passes", passes, 1_000_000],
  ["pages", pages, 100_000],
  ["articles", articles, 100_000]
] as const

for (const [kind, shapes, largest] of kinds) {
  describe(`reading ${kind} takes time in proportion to their bytes`, () => {
    for (const [name, shape] of Object.entries(shapes))
      it(name, () => checkGrowth(shape, isQuick ? largest / 4 : largest))
  })
}
