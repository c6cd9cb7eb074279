import { Schema } from "effect"
import type { Batting, Pitching } from "../games.js"
import type { AppearanceFact } from "../facts.js"
import type { LeagueBatting, LeaguePitching } from "../store.js"
import { innings } from "./players.js"
import { field } from "../../shared/fields.js"

const Average = Schema.NullOr(
  Schema.String.annotations({ description: "Three decimals, such as .312 or 1.050; null without an at-bat" })
)
const Rate = Schema.NullOr(
  Schema.String.annotations({ description: "Two decimals, such as 3.75; null without an out" })
)
const Count = Schema.NullOr(Schema.Number.annotations({ description: "Null if not reported" }))

/** Totals of batting lines. */
export const BattingSums = Schema.Struct({
  pa: field(Schema.Number, "Plate appearances", 4),
  ab: field(Schema.Number, "At bats", 4),
  r: field(Schema.Number, "Number of runs", 1),
  h: field(Schema.Number, "Hits", 2),
  doubles: field(Schema.Number, "Doubles", 1),
  triples: field(Schema.Number, "Triples", 0),
  hr: field(Schema.Number, "Home runs", 1),
  rbi: field(Schema.Number, "Runs batted in", 2),
  bb: field(Schema.Number, "Walks", 0),
  k: field(Schema.Number, "Strikeouts", 1),
  sb: field(Schema.Number, "Stolen bases", 0),
  hbp: field(Schema.Number, "Hit by a pitch", 0),
  total_bases: field(Schema.Number, "Total bases", 6),
  avg: field(Average, "Batting average", ".312"),
  slg: field(Average, "Slugging percentage", ".541")
}).annotations({ identifier: "BattingSums", description: "A player's batting totals over several games" })

/** Totals of pitching lines. */
export const PitchingSums = Schema.Struct({
  ip: field(Schema.String, "Innings, such as 6.2: six and two outs", "6.2"),
  bf: field(Schema.Number, "Batters faced", 25),
  h: field(Schema.Number, "Hits", 2),
  r: field(Schema.Number, "Number of runs", 1),
  er: field(Schema.Number, "Earned runs", 2),
  bb: field(Schema.Number, "Walks", 0),
  k: field(Schema.Number, "Strikeouts", 1),
  hr: field(Schema.Number, "Home runs", 1),
  pitches: field(Schema.Number, "Pitches", 96),
  strikes: field(Schema.Number, "Strikes", 64),
  era: field(Rate, "Earned run average", "2.70"),
  whip: field(Rate, "Walks and hits per inning", "1.05"),
  decisions: Schema.Struct({
    w: field(Schema.Number, "Wins", 1),
    l: field(Schema.Number, "Losses", 0),
    sv: field(Schema.Number, "Saves", 0),
    hld: field(Schema.Number, "Holds", 0),
    bs: field(Schema.Number, "Blown saves", 0)
  }).annotations({ description: "Wins, losses, saves, holds and blown saves" })
}).annotations({ identifier: "PitchingSums", description: "A player's pitching totals over several games" })

/** Batting totals as the league counts them. */
export const LeagueBattingSums = Schema.Struct({
  pa: field(Count, "Plate appearances", 4),
  ab: field(Count, "At bats", 4),
  r: field(Count, "Number of runs", 1),
  h: field(Count, "Hits", 2),
  doubles: field(Count, "Doubles", 1),
  triples: field(Count, "Triples", 0),
  hr: field(Count, "Home runs", 1),
  rbi: field(Count, "Runs batted in", 2),
  bb: field(Count, "Walks", 0),
  k: field(Count, "Strikeouts", 1),
  sb: field(Count, "Stolen bases", 0),
  hbp: field(Count, "Hit by a pitch", 0),
  total_bases: field(Count, "Total bases", 6),
  avg: field(Average, "Batting average", ".312"),
  obp: field(Average, "On-base percentage", ".401"),
  slg: field(Average, "Slugging percentage", ".541"),
  ops: field(Average, "On-base plus slugging", ".942")
}).annotations({ identifier: "LeagueBattingSums", description: "A player's batting totals as the league counts them" })

/** Pitching totals as the league counts them. */
export const LeaguePitchingSums = Schema.Struct({
  ip: field(
    Schema.NullOr(Schema.String.annotations({ description: "Innings, such as 103.0" })),
    "Innings pitched: 6.2 means six innings and two outs",
    "6.2"
  ),
  bf: field(Count, "Batters faced", 25),
  h: field(Count, "Hits", 2),
  r: field(Count, "Number of runs", 1),
  er: field(Count, "Earned runs", 2),
  bb: field(Count, "Walks", 0),
  k: field(Count, "Strikeouts", 1),
  hr: field(Count, "Home runs", 1),
  pitches: field(Count, "Pitches", 96),
  strikes: field(Count, "Strikes", 64),
  era: field(Rate, "Earned run average", "2.70"),
  whip: field(Rate, "Walks and hits per inning", "1.05"),
  decisions: Schema.Struct({
    w: field(Count, "Wins", 1),
    l: field(Count, "Losses", 0),
    sv: field(Count, "Saves", 0),
    hld: field(Count, "Holds", 0),
    bs: field(Count, "Blown saves", 0)
  }).annotations({ description: "Wins, losses, saves, holds and blown saves" })
}).annotations({
  identifier: "LeaguePitchingSums",
  description: "A player's pitching totals as the league counts them"
})

/** Formats an average with three decimals and without a leading zero: `.312`, `1.050`. */
const average = (part: number, whole: number): string | null =>
  whole === 0 ? null : (part / whole).toFixed(3).replace(/^0(?=\.)/, "")
/** Formats a rate with two decimals: `0.92`, `3.75`. */
const rate = (part: number, whole: number): string | null => (whole === 0 ? null : (part / whole).toFixed(2))

const battingKeys = ["pa", "ab", "r", "h", "doubles", "triples", "hr", "rbi", "bb", "k", "sb", "hbp"] as const
const pitchingKeys = ["outs", "bf", "h", "r", "er", "bb", "k", "hr", "pitches", "strikes"] as const

const sumFields = <K extends string>(
  keys: ReadonlyArray<K>,
  lines: ReadonlyArray<Readonly<Record<K, number>>>
): Readonly<Record<K, number>> =>
  Object.fromEntries(keys.map((key) => [key, lines.reduce((sum, line) => sum + line[key], 0)])) as Record<K, number>

export const battingSums = (lines: ReadonlyArray<Batting>): typeof BattingSums.Type => {
  const sums = sumFields(battingKeys, lines)
  const bases = sums.h + sums.doubles + 2 * sums.triples + 3 * sums.hr
  return { ...sums, total_bases: bases, avg: average(sums.h, sums.ab), slg: average(bases, sums.ab) }
}

/** Sums innings as outs. */
export const pitchingSums = (
  lines: ReadonlyArray<Pitching>,
  decisions: ReadonlyArray<AppearanceFact["decision"]>
): typeof PitchingSums.Type => {
  const { outs, ...sums } = sumFields(pitchingKeys, lines)
  const countOf = (decision: AppearanceFact["decision"]) => decisions.filter((one) => one === decision).length
  return {
    ...sums,
    ip: innings(outs),
    era: rate(sums.er * 27, outs),
    whip: rate((sums.bb + sums.h) * 3, outs),
    decisions: { w: countOf("W"), l: countOf("L"), sv: countOf("SV"), hld: countOf("HLD"), bs: countOf("BS") }
  }
}

/** Computes a figure from others. Null if one of them is null. */
const ifKnown = <A>(figures: ReadonlyArray<number | null>, of: (...all: ReadonlyArray<number>) => A): A | null =>
  figures.every((figure) => figure !== null) ? of(...figures) : null

export const leagueBatting = ({ obp, ops, ...line }: LeagueBatting): typeof LeagueBattingSums.Type => {
  const bases = ifKnown(
    [line.h, line.doubles, line.triples, line.hr],
    (h, doubles, triples, hr) => h! + doubles! + 2 * triples! + 3 * hr!
  )
  return {
    ...line,
    total_bases: bases,
    avg: ifKnown([line.h, line.ab], (h, ab) => average(h!, ab!)),
    obp,
    slg: ifKnown([bases, line.ab], (all, ab) => average(all!, ab!)),
    ops
  }
}

export const leaguePitching = ({ outs, ...line }: LeaguePitching): typeof LeaguePitchingSums.Type => ({
  ...line,
  ip: outs === null ? null : innings(outs),
  era: ifKnown([line.er, outs], (er, all) => rate(er! * 27, all!)),
  whip: ifKnown([line.bb, line.h, outs], (bb, h, all) => rate((bb! + h!) * 3, all!))
})
