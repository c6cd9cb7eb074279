import type { Batting, LeagueBatting, LeaguePitching, Pitching } from "@daybook/core/attending"
import type { Stats } from "./wire.js"

const count = (stats: Stats, name: string): number => {
  const value = Number(stats[name])
  return Number.isFinite(value) ? value : 0
}

/** Innings pitched as the league writes them: the digit behind the point counts outs. "6.2" is 20. */
export const outsOf = (innings: unknown): number => {
  const [, whole, outs] = /^(\d+)(?:\.([012]))?$/.exec(String(innings ?? "")) ?? []
  return whole === undefined ? 0 : Number(whole) * 3 + Number(outs ?? 0)
}

/** Null for who did not bat, nor run. */
const battingOf = (stats: Stats | null | undefined): Batting | null =>
  stats == null || count(stats, "gamesPlayed") === 0 ? null : {
    pa: count(stats, "plateAppearances"),
    ab: count(stats, "atBats"),
    r: count(stats, "runs"),
    h: count(stats, "hits"),
    doubles: count(stats, "doubles"),
    triples: count(stats, "triples"),
    hr: count(stats, "homeRuns"),
    rbi: count(stats, "rbi"),
    bb: count(stats, "baseOnBalls"),
    k: count(stats, "strikeOuts"),
    sb: count(stats, "stolenBases"),
    hbp: count(stats, "hitByPitch")
  }

/** Whether somebody came to bat, or ran: pitchers whose team has a designated hitter have a line of zeros. */
const didBat = ({ bb, hbp, pa, r, sb }: Batting): boolean => pa + r + sb + bb + hbp > 0

/** What a player did with the bat and on the mound. */
export const linesOf = (batting: Stats | null | undefined, pitching: Stats | null | undefined): { readonly batting: Batting | null; readonly pitching: Pitching | null } => {
  const lines = { batting: battingOf(batting), pitching: pitchingOf(pitching) }
  return lines.pitching !== null && lines.batting !== null && !didBat(lines.batting) ? { ...lines, batting: null } : lines
}

/** Null for who did not pitch. */
const pitchingOf = (stats: Stats | null | undefined): Pitching | null =>
  stats == null || count(stats, "gamesPlayed") + count(stats, "gamesPitched") === 0 ? null : {
    outs: stats["outs"] === undefined ? outsOf(stats["inningsPitched"]) : count(stats, "outs"),
    bf: count(stats, "battersFaced"),
    h: count(stats, "hits"),
    r: count(stats, "runs"),
    er: count(stats, "earnedRuns"),
    bb: count(stats, "baseOnBalls"),
    k: count(stats, "strikeOuts"),
    hr: count(stats, "homeRuns"),
    pitches: stats["numberOfPitches"] === undefined ? count(stats, "pitchesThrown") : count(stats, "numberOfPitches"),
    strikes: count(stats, "strikes")
  }

/** The counts of fielding, rates such as `"fielding":".---"` aside; null where there is none. */
export const fieldingOf = (stats: Stats | null | undefined): Readonly<Record<string, number>> | null => {
  const counts = Object.entries(stats ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === "number" && Number.isFinite(entry[1]))
  return counts.length === 0 ? null : Object.fromEntries(counts)
}

/**
 * A game to remember: two home runs or more, four hits or more, four runs batted in or more, three stolen bases or more;
 * ten strikeouts or more, or seven innings or more without a run.
 */
export const isNotable = (batting: Batting | null, pitching: Pitching | null): boolean =>
  (batting !== null && (batting.hr >= 2 || batting.h >= 4 || batting.rbi >= 4 || batting.sb >= 3)) ||
  (pitching !== null && (pitching.k >= 10 || (pitching.outs >= 21 && pitching.r === 0)))

/** A figure that the provider tells; null where it does not. */
const told = (stats: Stats, name: string): number | null => {
  const value = stats[name]
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return typeof number === "number" && Number.isInteger(number) && number >= 0 ? number : null
}

/** An average as it is printed; `.---` stands where there is none. */
const printed = (stats: Stats, name: string): string | null => {
  const value = stats[name]
  return typeof value === "string" && /^\d{0,2}\.\d{2,3}$/.test(value) ? value : null
}

/** A season or a career at bat; null for who never came to bat. */
export const leagueBatting = (stats: Stats | null): LeagueBatting | null =>
  battingOf(stats) === null ? null : {
    pa: told(stats!, "plateAppearances"), ab: told(stats!, "atBats"), r: told(stats!, "runs"), h: told(stats!, "hits"), doubles: told(stats!, "doubles"),
    triples: told(stats!, "triples"), hr: told(stats!, "homeRuns"), rbi: told(stats!, "rbi"), bb: told(stats!, "baseOnBalls"), k: told(stats!, "strikeOuts"),
    sb: told(stats!, "stolenBases"), hbp: told(stats!, "hitByPitch"), obp: printed(stats!, "obp"), ops: printed(stats!, "ops")
  }

/**
 * A season or a career on the mound; null for who never pitched. Such as
 *
 *     {"gamesPlayed":17,"inningsPitched":"103.0","outs":309,"wins":10,"losses":2,"saves":0,"holds":0,"blownSaves":0,"earnedRuns":29, …}
 */
export const leaguePitching = (stats: Stats | null): LeaguePitching | null =>
  pitchingOf(stats) === null ? null : {
    outs: told(stats!, "outs") ?? (stats!["inningsPitched"] === undefined ? null : outsOf(stats!["inningsPitched"])),
    bf: told(stats!, "battersFaced"), h: told(stats!, "hits"), r: told(stats!, "runs"), er: told(stats!, "earnedRuns"), bb: told(stats!, "baseOnBalls"),
    k: told(stats!, "strikeOuts"), hr: told(stats!, "homeRuns"), pitches: told(stats!, "numberOfPitches") ?? told(stats!, "pitchesThrown"),
    strikes: told(stats!, "strikes"),
    decisions: {
      w: told(stats!, "wins"), l: told(stats!, "losses"), sv: told(stats!, "saves"), hld: told(stats!, "holds"), bs: told(stats!, "blownSaves")
    }
  }
