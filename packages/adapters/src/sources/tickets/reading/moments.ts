import { textOf } from "../document/Document.js"
import type { Meaning } from "../document/vocabulary.js"
import { dateIn, type Found, type Reading, type When } from "./dates.js"
import type { Source } from "./Source.js"
import { instantIn, isBareTime, showTimeIn, timeIn } from "./times.js"

/** A day that a mail names, and how surely it is the event's. */
export interface Moment {
  /** The line that names it. */
  readonly line: number
  readonly when: When
  readonly score: number
  /** A label, or a sentence, says that it is the event's. */
  readonly labelled: boolean
  readonly before: string
  readonly after: string
}

const longestLine = 240
const dayMs = 86_400_000

/** Dates of orders, payments, deliveries, sales and rights are never the event's. */
const otherDate = new RegExp(
  "\\b(?:order|purchase|sale|booking|transaction|payment|billing|invoice|delivery|transfer|issue|print)e?d?\\s?(?:date|time|on|placed)\\b|\\b(?:ordered|purchased|bought|booked|paid|placed|charged|sent|issued|printed|listed|delivered|shipped|received|updated|created|processed)\\b(?: \\S+){0,3}? on\\b|"
    + "\\b(?:expires?|valid (?:until|through|to)|until|before|no later than|on[- ]sale|pre-?sale|sales? (?:ends?|starts?|begins?)|available (?:on|from|by)|deliver(?:y|ed)? by|ships? by|arriv(?:es?|ing)|refund|deadline|due|since|copyright|©|\\(c\\)|all rights|bestelldatum|gekauft am|date de commande|fecha de compra)\\b|\\b(?:tickets?|it|transfer|accept|respond) by\\b|\\bon .{0,80} wrote\\b", "i")
const stated = /\b(?:scheduled (?:on|for)|takes? place(?: on)?|will be held(?: on)?|event date|show date|performs? on|findet am)\b/i
const orderFirst = /^\W*(?:order|booking|confirmation|receipt|invoice|transaction)\b|^#|^[\w/-]{6,}\s[—–|-]/i
/** A mail's own header, where it was answered or forwarded. */
const header = /^(?:from|to|cc|subject|sent)\s?:/i

/** What days are read by. */
export interface MomentReading extends Reading {
  /** The mail tells of a new day, next to the old one. */
  readonly isMoved: boolean
}

const former = /\b(?:original(?:ly)?|previous(?:ly)?|old|former(?:ly)?|was (?:to be|scheduled)|initially|statt|ursprünglich)\b/i
const newer = /\b(?:new (?:event )?date|rescheduled (?:to|for)|moved to|postponed (?:to|until)|will now|now|neuer termin|verlegt auf|verschoben auf)\b/i
const longestSentence = 300

/** Of a line that tells of both days, what it says of the new one. */
const withoutFormer = (line: string): string => {
  if (line.length > longestSentence) return line
  const [, rest] = /\bfrom\b.{4,80}?\bto\b(.{4,120})$/i.exec(line) ?? []
  return rest ?? line
}

/** What stands above events that nobody bought. */
const furtherEvents = /^(?:more|other|similar|upcoming|popular|related|nearby|recommended) (?:events|shows|concerts)\b|^(?:you (?:might|may) (?:also )?(?:like|enjoy)|recommended for you|people also|fans also|because you|don(?:'|’)t miss)\b/i

/** What each line's label makes of a date on it. */
const labelsByLine = ({ pairs }: Source): ReadonlyMap<number, Meaning> => {
  const found = new Map<number, Meaning>()
  for (const { at, meaning, value } of pairs) {
    const isWhen = meaning === "when" || meaning === "date" || meaning === "performance"
    if (meaning === "otherDate" || meaning === "doors") found.set(at, meaning)
    else if (isWhen && !found.has(at)) for (let line = 0; line < Math.min(2, value.length); line++) found.set(at + line, meaning)
  }
  return found
}

/** The days that a mail names, surest first. */
export const momentsIn = (source: Source, by: MomentReading): ReadonlyArray<Moment> => {
  const lines = by.isMoved ? textOf(source.document).map(withoutFormer) : textOf(source.document)
  const labels = labelsByLine(source)
  const time = labelledTime(source)
  const found = lines.flatMap((line, index): ReadonlyArray<Moment> => {
    const read = line.length > longestLine || isHeader(lines, index) ? null : dateIn(line, by) ?? joined(lines, index, by)
    if (read === null) return []
    const label = labels.get(index)
    const before = line.slice(0, read.from)
    if (label === "otherDate" || isOther(lines, index, before, label)) return []
    const after = line.slice(read.to)
    const news = by.isMoved ? (former.test(before) || former.test(lines[index - 1] ?? "") ? -40 : 0) + (newer.test(before) || newer.test(lines[index - 1] ?? "") ? 40 : 0) : 0
    const score = news + scoreOf(read, { line, label, before, after }, by)
    return [{ line: index, when: timed(read.when, lines, index, after, label, time), score, labelled: label !== undefined && label !== "doors" || stated.test(before), before: before.trim(), after: after.trim() }]
  })
  const end = lines.findIndex((line) => furtherEvents.test(line))
  const own = end === -1 ? found : found.filter(({ line }) => line < end)
  return merged(own.length > 0 ? own : found).toSorted((a, b) => b.score - a.score || a.line - b.line)
}

const isHeader = (lines: ReadonlyArray<string>, index: number) => /^date\s?:/i.test(lines[index]!) && lines.slice(Math.max(0, index - 3), index + 4).some((line) => header.test(line))

const isOther = (lines: ReadonlyArray<string>, index: number, before: string, label: Meaning | undefined): boolean =>
  (label === undefined || label === "date") && !stated.test(before) && (otherDate.test(before) || orderFirst.test(before) || (before === "" && /^\W*(?:order(?:ed)?|sale|purchased?|transaction|booking)(?: \S+)? (?:date|on|time)\W*$/i.test(lines[index - 1] ?? "")))

/** A day that is laid out below itself: `Sat`, `Sep 26`, `2026`. */
const joined = (lines: ReadonlyArray<string>, index: number, by: Reading): Found | null => {
  const parts = lines.slice(index, index + 3)
  if (parts.length < 2 || parts.some((part) => part.length > 14) || !/^\p{L}{3,10}\.?,?$/u.test(parts[0]!)) return null
  const found = dateIn(parts.join(" "), by)
  return found !== null && found.from === 0 && (found.hasYear || found.weekdayFits === true) ? { ...found, to: lines[index]!.length } : null
}

interface Place {
  readonly line: string
  readonly label: Meaning | undefined
  readonly before: string
  readonly after: string
}

const base = 20

const scoreOf = ({ hasYear, weekdayFits, when }: Found, { after, before, label, line }: Place, { received }: Reading): number => {
  // Where the mail was sent it may have been yesterday still.
  const days = received === 0 ? 1 : Math.floor((Date.parse(when.date) - received + dayMs / 2) / dayMs) + 1
  const labelled = label === "when" || label === "performance" ? 40 : label === "date" ? 20 : stated.test(before) ? 40 : label === "doors" ? 10 : 0
  const rest = before.length + after.replace(/[\d\s:.,@()|·•–—-]|[ap]\.?m|at|pm|am/gi, "").length
  // The day of the mail itself is that of the letter or the order, unless more than a number says that it is the event's.
  const isMailsDay = received !== 0 && days <= 1 && weekdayFits !== true && label !== "when" && label !== "performance" && !stated.test(before)
  return base + labelled + (when.time === null ? 0 : 10) + (weekdayFits === true ? 8 : weekdayFits === false ? -30 : 0) + (rest <= 6 ? 6 : 0) +
    (days >= 0 ? 6 : hasYear ? -25 : 0) - (isMailsDay ? 30 : 0) - (line.length > 120 && labelled === 0 ? 12 : 0)
}

const near = 4

/** The day with the time that its line, the lines below or a label of its own tell. */
const timed = (when: When, lines: ReadonlyArray<string>, index: number, after: string, label: Meaning | undefined, labelled: string | null): When => {
  if (when.lastDate !== null) return when
  const hasDoors = label === "doors" || /\bdoors?\b|\beinlass\b/i.test(after) || /^doors?\b/i.test(lines[index]!)
  if (when.time !== null && !hasDoors) return when
  const below = lines.slice(index + 1, index + 1 + near)
  const stop = below.findIndex((line) => /\b(?:order|purchase|sale|total)\b/i.test(line))
  const time = labelled ?? showTimeIn([...(hasDoors ? [after] : []), ...(stop === -1 ? below : below.slice(0, stop))])
  const said = time === null ? null : below.find((line) => isBareTime(line) && timeIn(line) === time)
  return { ...when, time, at: time === null ? null : instantIn(said ?? after, when.date, time) }
}

const labelledTime = ({ pairs }: Source): string | null =>
  pairs.flatMap(({ meaning, value }) => meaning === "time" && (value[0] ?? "").length < 40 ? timeIn(value[0] ?? "") ?? [] : [])[0] ?? null

/** One day that is named twice is one, as sure as its surest mention and with what each of them knows. */
const merged = (moments: ReadonlyArray<Moment>): ReadonlyArray<Moment> => {
  const byDay = new Map<string, Moment>()
  for (const one of moments) {
    const key = `${one.when.date} ${one.when.time ?? ""}`
    const known = byDay.get(key)
    if (known === undefined || one.score > known.score) byDay.set(key, one)
  }
  const all = [...byDay.values()]
  return all.filter(({ score, when }) => when.time !== null || when.lastDate !== null || !all.some((other) => other.when.date === when.date && other.when.time !== null && other.score >= score - 15))
}
