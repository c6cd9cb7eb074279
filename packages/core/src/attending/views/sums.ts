import { Schema } from "effect"
import { Amount } from "../../shared/fields.js"
import type { Batting, Pitching } from "../games.js"
import type { AppearanceFact } from "../facts.js"
import { innings } from "./player.js"

/** Sums of batting lines; averages are null without an at-bat. */
export const BattingSums = Schema.Struct({
  pa: Schema.Number, ab: Schema.Number, r: Schema.Number, h: Schema.Number, doubles: Schema.Number, triples: Schema.Number, hr: Schema.Number,
  rbi: Schema.Number, bb: Schema.Number, k: Schema.Number, sb: Schema.Number, hbp: Schema.Number, total_bases: Schema.Number,
  avg: Amount, slg: Amount
}).annotations({ identifier: "BattingSums" })

/** Sums of pitching lines; rates are null without an out. */
export const PitchingSums = Schema.Struct({
  ip: Schema.String, bf: Schema.Number, h: Schema.Number, r: Schema.Number, er: Schema.Number, bb: Schema.Number, k: Schema.Number, hr: Schema.Number,
  pitches: Schema.Number, strikes: Schema.Number, era: Amount, whip: Amount,
  decisions: Schema.Struct({ w: Schema.Number, l: Schema.Number, sv: Schema.Number, hld: Schema.Number, bs: Schema.Number })
}).annotations({ identifier: "PitchingSums" })

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))
const rate = (part: number, whole: number, digits: number): number | null => whole === 0 ? null : rounded(part / whole, digits)

const battingKeys = ["pa", "ab", "r", "h", "doubles", "triples", "hr", "rbi", "bb", "k", "sb", "hbp"] as const
const pitchingKeys = ["outs", "bf", "h", "r", "er", "bb", "k", "hr", "pitches", "strikes"] as const

const added = <K extends string>(keys: ReadonlyArray<K>, lines: ReadonlyArray<Readonly<Record<K, number>>>): Readonly<Record<K, number>> =>
  Object.fromEntries(keys.map((key) => [key, lines.reduce((sum, line) => sum + line[key], 0)])) as Record<K, number>

export const battingSums = (lines: ReadonlyArray<Batting>): typeof BattingSums.Type => {
  const sums = added(battingKeys, lines)
  const bases = sums.h + sums.doubles + 2 * sums.triples + 3 * sums.hr
  return { ...sums, total_bases: bases, avg: rate(sums.h, sums.ab, 3), slg: rate(bases, sums.ab, 3) }
}

/** Innings are added as outs. */
export const pitchingSums = (lines: ReadonlyArray<Pitching>, decisions: ReadonlyArray<AppearanceFact["decision"]>): typeof PitchingSums.Type => {
  const { outs, ...sums } = added(pitchingKeys, lines)
  const of = (decision: AppearanceFact["decision"]) => decisions.filter((one) => one === decision).length
  return {
    ...sums,
    ip: innings(outs),
    era: rate(sums.er * 27, outs, 2),
    whip: rate((sums.bb + sums.h) * 3, outs, 2),
    decisions: { w: of("W"), l: of("L"), sv: of("SV"), hld: of("HLD"), bs: of("BS") }
  }
}
