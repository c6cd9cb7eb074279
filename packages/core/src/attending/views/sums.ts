import { Schema } from "effect"
import type { Batting, Pitching } from "../games.js"
import type { AppearanceFact } from "../facts.js"
import type { LeagueBatting, LeaguePitching } from "../PlayerStatsFinder.js"
import { innings } from "./player.js"

const Average = Schema.NullOr(Schema.String.annotations({ description: "As leagues print it, such as .312 or 1.050; null without an at-bat" }))
const Rate = Schema.NullOr(Schema.String.annotations({ description: "As leagues print it, such as 3.75; null without an out" }))
const Count = Schema.NullOr(Schema.Number.annotations({ description: "Null where nobody counts it" }))

/** Sums of batting lines. */
export const BattingSums = Schema.Struct({
  pa: Schema.Number, ab: Schema.Number, r: Schema.Number, h: Schema.Number, doubles: Schema.Number, triples: Schema.Number, hr: Schema.Number,
  rbi: Schema.Number, bb: Schema.Number, k: Schema.Number, sb: Schema.Number, hbp: Schema.Number, total_bases: Schema.Number,
  avg: Average, slg: Average
}).annotations({ identifier: "BattingSums", description: "What a player did at bat in several games" })

/** Sums of pitching lines. */
export const PitchingSums = Schema.Struct({
  ip: Schema.String.annotations({ description: "Innings, such as 6.2: six and two outs" }),
  bf: Schema.Number, h: Schema.Number, r: Schema.Number, er: Schema.Number, bb: Schema.Number, k: Schema.Number, hr: Schema.Number,
  pitches: Schema.Number, strikes: Schema.Number, era: Rate, whip: Rate,
  decisions: Schema.Struct({ w: Schema.Number, l: Schema.Number, sv: Schema.Number, hld: Schema.Number, bs: Schema.Number })
    .annotations({ description: "Wins, losses, saves, holds and blown saves" })
}).annotations({ identifier: "PitchingSums", description: "What a player did on the mound in several games" })

/** Sums at bat as the league counts them. */
export const LeagueBattingSums = Schema.Struct({
  pa: Count, ab: Count, r: Count, h: Count, doubles: Count, triples: Count, hr: Count, rbi: Count, bb: Count, k: Count, sb: Count, hbp: Count,
  total_bases: Count, avg: Average, obp: Average, slg: Average, ops: Average
}).annotations({ identifier: "LeagueBattingSums", description: "A player's sums at bat as the league counts them" })

/** Sums on the mound as the league counts them. */
export const LeaguePitchingSums = Schema.Struct({
  ip: Schema.NullOr(Schema.String.annotations({ description: "Innings, such as 103.0" })),
  bf: Count, h: Count, r: Count, er: Count, bb: Count, k: Count, hr: Count, pitches: Count, strikes: Count, era: Rate, whip: Rate,
  decisions: Schema.Struct({ w: Count, l: Count, sv: Count, hld: Count, bs: Count }).annotations({ description: "Wins, losses, saves, holds and blown saves" })
}).annotations({ identifier: "LeaguePitchingSums", description: "A player's sums on the mound as the league counts them" })

/** Leagues print averages with three decimals and no zero before the point: `.312`, `1.050`. */
const average = (part: number, whole: number): string | null => whole === 0 ? null : (part / whole).toFixed(3).replace(/^0(?=\.)/, "")
/** Earned runs and runners with two decimals: `0.92`, `3.75`. */
const rate = (part: number, whole: number): string | null => whole === 0 ? null : (part / whole).toFixed(2)

const battingKeys = ["pa", "ab", "r", "h", "doubles", "triples", "hr", "rbi", "bb", "k", "sb", "hbp"] as const
const pitchingKeys = ["outs", "bf", "h", "r", "er", "bb", "k", "hr", "pitches", "strikes"] as const

const added = <K extends string>(keys: ReadonlyArray<K>, lines: ReadonlyArray<Readonly<Record<K, number>>>): Readonly<Record<K, number>> =>
  Object.fromEntries(keys.map((key) => [key, lines.reduce((sum, line) => sum + line[key], 0)])) as Record<K, number>

export const battingSums = (lines: ReadonlyArray<Batting>): typeof BattingSums.Type => {
  const sums = added(battingKeys, lines)
  const bases = sums.h + sums.doubles + 2 * sums.triples + 3 * sums.hr
  return { ...sums, total_bases: bases, avg: average(sums.h, sums.ab), slg: average(bases, sums.ab) }
}

/** Innings are added as outs. */
export const pitchingSums = (lines: ReadonlyArray<Pitching>, decisions: ReadonlyArray<AppearanceFact["decision"]>): typeof PitchingSums.Type => {
  const { outs, ...sums } = added(pitchingKeys, lines)
  const of = (decision: AppearanceFact["decision"]) => decisions.filter((one) => one === decision).length
  return {
    ...sums,
    ip: innings(outs),
    era: rate(sums.er * 27, outs),
    whip: rate((sums.bb + sums.h) * 3, outs),
    decisions: { w: of("W"), l: of("L"), sv: of("SV"), hld: of("HLD"), bs: of("BS") }
  }
}

/** A figure of others, null where one of them is not known. */
const known = <A>(figures: ReadonlyArray<number | null>, of: (...all: ReadonlyArray<number>) => A): A | null =>
  figures.every((figure) => figure !== null) ? of(...figures) : null

export const leagueBatting = ({ obp, ops, ...line }: LeagueBatting): typeof LeagueBattingSums.Type => {
  const bases = known([line.h, line.doubles, line.triples, line.hr], (h, doubles, triples, hr) => h! + doubles! + 2 * triples! + 3 * hr!)
  return {
    ...line,
    total_bases: bases,
    avg: known([line.h, line.ab], (h, ab) => average(h!, ab!)),
    obp,
    slg: known([bases, line.ab], (all, ab) => average(all!, ab!)),
    ops
  }
}

export const leaguePitching = ({ outs, ...line }: LeaguePitching): typeof LeaguePitchingSums.Type => ({
  ...line,
  ip: outs === null ? null : innings(outs),
  era: known([line.er, outs], (er, all) => rate(er! * 27, all!)),
  whip: known([line.bb, line.h, outs], (bb, h, all) => rate((bb! + h!) * 3, all!))
})
