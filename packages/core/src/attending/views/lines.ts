import { Record, Schema } from "effect"
import { viewOf } from "../../kit/record.js"
import { publicField } from "../../shared/fields.js"
import type { AppearanceFact } from "../facts.js"
import {
  type Batting,
  type LeagueBatting,
  type LeaguePitching,
  type Pitching,
  battingFields,
  pitchedFields,
  pitchingDecisions,
  pitchingFields
} from "../players.js"

const batted = viewOf(battingFields)
const pitched = viewOf(pitchingFields)
const allowed = viewOf(pitchedFields)

const Innings = publicField(Schema.String, "Innings, such as 6.2: six and two outs", "6.2")

/** A batting line of one game. */
export const BattingLine = Schema.Struct(batted.schemas).annotations({ identifier: "BattingLine" })
export const battingLine: (line: Batting) => typeof BattingLine.Type = batted.of

/** A pitching line of one game. */
export const PitchingLine = Schema.Struct({ ip: Innings, ...pitched.schemas }).annotations({
  identifier: "PitchingLine"
})
export const pitchingLine = (line: Pitching): typeof PitchingLine.Type => ({
  ip: innings(line.outs),
  ...pitched.of(line)
})

/** Formats outs as innings. */
const innings = (outs: number): string => `${Math.floor(outs / 3)}.${outs % 3}`

const Average = Schema.NullOr(
  Schema.String.annotations({ description: "Three decimals, such as .312 or 1.050; null without an at-bat" })
)
const Rate = Schema.NullOr(
  Schema.String.annotations({ description: "Two decimals, such as 3.75; null without an out" })
)
const Count = Schema.NullOr(Schema.Number.annotations({ description: "Null if not reported" }))

/** Totals of batting lines. */
export const BattingSums = Schema.Struct({
  ...batted.schemas,
  total_bases: publicField(Schema.Number, "Total bases", 6),
  avg: publicField(Average, "Batting average", ".312"),
  slg: publicField(Average, "Slugging percentage", ".541")
}).annotations({ identifier: "BattingSums", description: "A player's batting totals over several games" })

const rates = {
  era: publicField(Rate, "Earned run average", "2.70"),
  whip: publicField(Rate, "Walks and hits per inning", "1.05")
}
const decisionsDescription = "Wins, losses, saves, holds and blown saves"

/** Totals of pitching lines. */
export const PitchingSums = Schema.Struct({
  ip: Innings,
  ...allowed.schemas,
  ...rates,
  decisions: publicField(Schema.Struct(viewOf(pitchingDecisions).schemas), decisionsDescription)
}).annotations({ identifier: "PitchingSums", description: "A player's pitching totals over several games" })

/** The same figures as a league reports them. */
const reported = <Name extends string>(
  fields: Readonly<Record<Name, { readonly options: { readonly description: string; readonly example: number } }>>
) => Record.map(fields, ({ options }) => publicField(Count, options.description, options.example))

/** Batting totals as the league counts them. */
export const LeagueBattingSums = Schema.Struct({
  ...reported(battingFields),
  total_bases: publicField(Count, "Total bases", 6),
  avg: publicField(Average, "Batting average", ".312"),
  obp: publicField(Average, "On-base percentage", ".401"),
  slg: publicField(Average, "Slugging percentage", ".541"),
  ops: publicField(Average, "On-base plus slugging", ".942")
}).annotations({ identifier: "LeagueBattingSums", description: "A player's batting totals as the league counts them" })

/** Pitching totals as the league counts them. */
export const LeaguePitchingSums = Schema.Struct({
  ip: publicField(
    Schema.NullOr(Schema.String.annotations({ description: "Innings, such as 103.0" })),
    "Innings pitched: 6.2 means six innings and two outs",
    "6.2"
  ),
  ...reported(pitchedFields),
  ...rates,
  decisions: publicField(Schema.Struct(reported(pitchingDecisions)), decisionsDescription)
}).annotations({
  identifier: "LeaguePitchingSums",
  description: "A player's pitching totals as the league counts them"
})

/** Formats an average with three decimals and without a leading zero: `.312`, `1.050`. */
const average = (part: number, whole: number): string | null =>
  whole === 0 ? null : (part / whole).toFixed(3).replace(/^0(?=\.)/, "")
/** Formats a rate with two decimals: `0.92`, `3.75`. */
const rate = (part: number, whole: number): string | null => (whole === 0 ? null : (part / whole).toFixed(2))

const sumFields = <K extends string>(
  fields: Readonly<Record<K, unknown>>,
  lines: ReadonlyArray<Readonly<Record<K, number>>>
): Readonly<Record<K, number>> =>
  Record.map(fields, (_, key) => lines.reduce<number>((sum, line) => sum + line[key], 0))

export const battingSums = (lines: ReadonlyArray<Batting>): typeof BattingSums.Type => {
  const sums = sumFields(battingFields, lines)
  const bases = sums.h + sums.doubles + 2 * sums.triples + 3 * sums.hr
  return { ...sums, total_bases: bases, avg: average(sums.h, sums.ab), slg: average(bases, sums.ab) }
}

/** Sums innings as outs. */
export const pitchingSums = (
  lines: ReadonlyArray<Pitching>,
  decisions: ReadonlyArray<AppearanceFact["decision"]>
): typeof PitchingSums.Type => {
  const { outs, ...sums } = sumFields(pitchingFields, lines)
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
