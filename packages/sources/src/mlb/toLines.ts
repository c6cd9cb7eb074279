import type { Batting, LeagueBatting, LeaguePitching, Pitching } from "@daybook/core/attending"
import type { Stats } from "./wire.js"

const count = (stats: Stats, name: string): number => {
  const value = Number(stats[name])
  return Number.isFinite(value) ? value : 0
}

/** Outs of innings pitched: the digit after the point counts outs, so "6.2" is 20. */
export const outsOf = (innings: unknown): number => {
  const [, whole, outs] = /^(\d+)(?:\.([012]))?$/.exec(String(innings ?? "")) ?? []
  return whole === undefined ? 0 : Number(whole) * 3 + Number(outs ?? 0)
}

/** Null for a player who neither batted nor ran. */
const battingOf = (stats: Stats | null | undefined): Batting | null =>
  stats == null || count(stats, "gamesPlayed") === 0
    ? null
    : {
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

/** Whether a player batted or ran: pitchers with a designated hitter have a line of zeros. */
const didBat = ({ bb, hbp, pa, r, sb }: Batting): boolean => pa + r + sb + bb + hbp > 0

/** Batting and pitching lines of a player. */
export const linesOf = (
  batting: Stats | null | undefined,
  pitching: Stats | null | undefined
): { readonly batting: Batting | null; readonly pitching: Pitching | null } => {
  const lines = { batting: battingOf(batting), pitching: pitchingOf(pitching) }
  return lines.pitching !== null && lines.batting !== null && !didBat(lines.batting)
    ? { ...lines, batting: null }
    : lines
}

/** Null for a player who did not pitch. */
const pitchingOf = (stats: Stats | null | undefined): Pitching | null =>
  stats == null || count(stats, "gamesPlayed") + count(stats, "gamesPitched") === 0
    ? null
    : {
        outs: stats["outs"] === undefined ? outsOf(stats["inningsPitched"]) : count(stats, "outs"),
        bf: count(stats, "battersFaced"),
        h: count(stats, "hits"),
        r: count(stats, "runs"),
        er: count(stats, "earnedRuns"),
        bb: count(stats, "baseOnBalls"),
        k: count(stats, "strikeOuts"),
        hr: count(stats, "homeRuns"),
        pitches:
          stats["numberOfPitches"] === undefined ? count(stats, "pitchesThrown") : count(stats, "numberOfPitches"),
        strikes: count(stats, "strikes")
      }

/** Fielding counts, without rates such as `"fielding":".---"`; null without any. */
export const fieldingOf = (stats: Stats | null | undefined): Readonly<Record<string, number>> | null => {
  const counts = Object.entries(stats ?? {}).filter(
    (entry): entry is [string, number] => typeof entry[1] === "number" && Number.isFinite(entry[1])
  )
  return counts.length === 0 ? null : Object.fromEntries(counts)
}

/**
 * Notable: two home runs, four hits, four runs batted in or three stolen bases; ten strikeouts, or seven innings
 * without a run; or more.
 */
export const isNotable = (batting: Batting | null, pitching: Pitching | null): boolean =>
  (batting !== null && (batting.hr >= 2 || batting.h >= 4 || batting.rbi >= 4 || batting.sb >= 3)) ||
  (pitching !== null && (pitching.k >= 10 || (pitching.outs >= 21 && pitching.r === 0)))

/** A figure of the provider; null when missing. */
const figure = (stats: Stats, name: string): number | null => {
  const value = stats[name]
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return typeof number === "number" && Number.isInteger(number) && number >= 0 ? number : null
}

/** A printed average; `.---` means none. */
const average = (stats: Stats, name: string): string | null => {
  const value = stats[name]
  return typeof value === "string" && /^\d{0,2}\.\d{2,3}$/.test(value) ? value : null
}

/** A season or career at bat; null without a plate appearance. */
export const leagueBatting = (stats: Stats | null): LeagueBatting | null =>
  battingOf(stats) === null
    ? null
    : {
        pa: figure(stats!, "plateAppearances"),
        ab: figure(stats!, "atBats"),
        r: figure(stats!, "runs"),
        h: figure(stats!, "hits"),
        doubles: figure(stats!, "doubles"),
        triples: figure(stats!, "triples"),
        hr: figure(stats!, "homeRuns"),
        rbi: figure(stats!, "rbi"),
        bb: figure(stats!, "baseOnBalls"),
        k: figure(stats!, "strikeOuts"),
        sb: figure(stats!, "stolenBases"),
        hbp: figure(stats!, "hitByPitch"),
        obp: average(stats!, "obp"),
        ops: average(stats!, "ops")
      }

/**
 * A season or career on the mound; null for a player who never pitched. Example:
 *
 * {"gamesPlayed":17,"inningsPitched":"103.0","outs":309,"wins":10,"losses":2,"saves":0,"holds":0,"blownSaves":0,
 * "earnedRuns":29,…}
 */
export const leaguePitching = (stats: Stats | null): LeaguePitching | null =>
  pitchingOf(stats) === null
    ? null
    : {
        outs:
          figure(stats!, "outs") ?? (stats!["inningsPitched"] === undefined ? null : outsOf(stats!["inningsPitched"])),
        bf: figure(stats!, "battersFaced"),
        h: figure(stats!, "hits"),
        r: figure(stats!, "runs"),
        er: figure(stats!, "earnedRuns"),
        bb: figure(stats!, "baseOnBalls"),
        k: figure(stats!, "strikeOuts"),
        hr: figure(stats!, "homeRuns"),
        pitches: figure(stats!, "numberOfPitches") ?? figure(stats!, "pitchesThrown"),
        strikes: figure(stats!, "strikes"),
        decisions: {
          w: figure(stats!, "wins"),
          l: figure(stats!, "losses"),
          sv: figure(stats!, "saves"),
          hld: figure(stats!, "holds"),
          bs: figure(stats!, "blownSaves")
        }
      }
