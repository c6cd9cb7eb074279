import { textOf } from "../document/document.js"
import type { Meaning } from "../document/labels.js"
import { dateIn, type DateMatch, type DateContext, type When } from "./dates.js"
import type { LabelledDocument } from "../document/pairs.js"
import { words } from "./purposes/phrases.js"
import { instantIn, isBareTime, isDoors, showTimeIn, timeIn } from "./times.js"

/** A day named in a mail, with a score for being the event's. */
export interface Moment {
  /** Line of the day. */
  readonly line: number
  readonly when: When
  readonly score: number
  /** Whether a label or sentence states that it is the event's day. */
  readonly labelled: boolean
  readonly before: string
  readonly after: string
  /** Above 0 when it is called the new day, below 0 when the former one. */
  readonly news: number
}

const maxLineLength = 240
const dayMs = 86_400_000

/** Dates of orders, payments, deliveries, sales and copyrights are not the event's. */
const otherDate = new RegExp(
  "\\b(?:order|purchase|sale|booking|transaction|payment|billing|invoice|delivery|transfer|issue|print)e?d?\\s?(?:date|time|on|placed)\\b|\\b(?:ordered|purchased|bought|booked|paid|placed|charged|sent|issued|printed|listed|delivered|shipped|received|updated|created|processed)\\b(?: \\S+){0,3}? on\\b|" +
    "\\b(?:expires?|valid (?:until|through|to)|until|before|no later than|on[- ]sale|pre-?sale|sales? (?:ends?|starts?|begins?)|available (?:on|from|by)|deliver(?:y|ed)? by|ships? by|arriv(?:es?|ing)|refund|deadline|due|since|copyright|©|\\(c\\)|all rights|bestelldatum|(?:gekauft|bestellt|gebucht|verkauft|gültig|bezahlt) (?:am|bis|ab)|bestellung vom|buchung vom|vom|eingang|date (?:de|d'|d’)\\s?(?:commande|achat)|command(?:é|ée) le|achet(?:é|ée) le|commande du|fecha de (?:compra|pedido)|comprad[oa] el|compra del|data (?:di acquisto|ordine|acquisto|da compra|do pedido)|acquistato il|ordine del|besteld op|besteldatum|bestelling van|comprado em|compra (?:em|de)|pedido de|válid[oa] (?:hasta|até)|valable jusqu|geldig tot|valido fino)\\b|(?:注文|申込|購入|予約|入金|支払|発券|引取|受付|発売|抽選|決済)(?:日|日時|期限|期間|開始|完了)|\\b(?:tickets?|it|transfer|accept|respond) by\\b|\\bon .{0,80} wrote\\b",
  "i"
)
/** `9月30日まで` is a limit. */
const untilBehind = /^\s?(?:[(（][^()（）]{1,3}[)）])?\s?(?:まで|迄|以内)/u
const stated =
  /\b(?:scheduled (?:on|for)|takes? place(?: on)?|will be held(?: on)?|event date|show date|performs? on|findet am)\b/i
const orderFirst = /^\W*(?:order|booking|confirmation|receipt|invoice|transaction)\b|^#|^[\w/-]{6,}\s[—–|-]/i
/** Header line of a quoted or forwarded mail. */
const header = /^(?:from|to|cc|subject|sent)\s?:/i

/** Context of the days in a mail. */
export interface MomentContext extends DateContext {
  /** The mail announces a new day next to the old one. */
  readonly isMoved: boolean
}

const former = words(
  "original(?:ly)?|previous(?:ly)?|old|former(?:ly)?|was (?:to be|scheduled)|initially|statt|ursprünglich\\w*|alter termin|bisherig\\w*|altes datum|ancienne date|date (?:initiale|d'origine|précédente)|initialement|au lieu d[eu]|(?:fecha|data) (?:original|anterior|inicial|originale|precedente|iniziale)|originalmente|originariamente|oorspronkelijk\\w*|oude datum|変更前|旧(?:日程|日時)?"
)
const newer = words(
  "new (?:event )?(?:date|time)(?: and time)?|rescheduled (?:to|for)|moved to|postponed (?:to|until)|will now|now|neue[rs] (?:[a-zÀ-ɏ]*termin|datum)|(?:nachhol|ersatz)termin|(?:verlegt|verschoben) auf(?: den)?|nouvelle date|(?:reportée?s?|déplacée?s?|décalée?s?) au|nuev[ao] (?:fecha|horario)|(?:aplazad[ao]|pospuest[ao]|reprogramad[ao]|trasladad[ao]) (?:al|para el|para)|nuova data|(?:rinviat[oa]|spostat[oa]|posticipat[oa]|rimandat[oa]) (?:al|a)|nieuwe datum|(?:verplaatst|uitgesteld|verzet|verschoven) (?:naar|tot)|nova data|(?:adiad[oa]|remarcad[oa]|reagendad[oa]|transferid[oa]) para(?: o dia| a data)?|変更後|新(?:日程|日時|公演日)|振替(?:日|公演|日程)?"
)
const maxSentenceLength = 300

/** Removes the old day from a line with both. */
const withoutFormer = (line: string): string => {
  if (line.length > maxSentenceLength) return line
  const [, rest] = fromTo.exec(line) ?? []
  return rest === undefined ? line : `now ${rest}`
}

/** `from May 14 to July 10`, in the languages that are read. */
const fromTo =
  /(?<!\p{L})(?:from|vom|du|del|dal|van|de) .{4,80}? (?:to|until|auf den|au|al|naar|para)(?: the| the| el| il| o)? (.{4,120})$/iu

/** Headings above advertised events. */
const furtherEvents =
  /^(?:more|other|similar|upcoming|popular|related|nearby|recommended) (?:events|shows|concerts)\b|^(?:you (?:might|may) (?:also )?(?:like|enjoy)|recommended for you|people also|fans also|because you|don(?:'|’)t miss)\b/i

/** Meaning of the label of each line. */
const labelsByLine = ({ pairs }: LabelledDocument): ReadonlyMap<number, Meaning> => {
  const labels = new Map<number, Meaning>()
  for (const { at, meaning, value } of pairs) {
    const isWhen = meaning === "when" || meaning === "date" || meaning === "performance"
    if (meaning === "otherDate" || meaning === "doors") labels.set(at, meaning)
    else if (isWhen && !labels.has(at))
      for (let line = 0; line < Math.min(2, value.length); line++) labels.set(at + line, meaning)
  }
  return labels
}

/** Days of a mail, best score first. */
export const momentsIn = (source: LabelledDocument, by: MomentContext): ReadonlyArray<Moment> => {
  const lines = by.isMoved ? textOf(source.document).map(withoutFormer) : textOf(source.document)
  const labels = labelsByLine(source)
  const time = labelledTime(source)
  const moments = lines.flatMap((line, index): ReadonlyArray<Moment> => {
    const read =
      line.length > maxLineLength || isHeader(lines, index) ? null : (dateIn(line, by) ?? joined(lines, index, by))
    if (read === null) return []
    const label = labels.get(index)
    const before = line.slice(0, read.from)
    if (label === "otherDate" || isOther(lines, index, before, label)) return []
    const after = line.slice(read.to)
    if (untilBehind.test(after)) return []
    const news = by.isMoved
      ? (former.test(before) || former.test(lines[index - 1] ?? "") ? -40 : 0) +
        (newer.test(before) || newer.test(lines[index - 1] ?? "") ? 40 : 0)
      : 0
    const score = news + scoreOf(read, { line, label, before, after }, by)
    return [
      {
        line: index,
        when: timed(read.when, lines, index, after, label, time),
        score,
        labelled: (label !== undefined && label !== "doors") || stated.test(before),
        before: before.trim(),
        after: after.trim(),
        news
      }
    ]
  })
  const end = lines.findIndex((line) => furtherEvents.test(line))
  const own = end === -1 ? moments : moments.filter(({ line }) => line < end)
  return merged(own.length > 0 ? own : moments).toSorted((a, b) => b.score - a.score || a.line - b.line)
}

const isHeader = (lines: ReadonlyArray<string>, index: number) =>
  /^date\s?:/i.test(lines[index]!) && lines.slice(Math.max(0, index - 3), index + 4).some((line) => header.test(line))

const isOther = (lines: ReadonlyArray<string>, index: number, before: string, label: Meaning | undefined): boolean =>
  (label === undefined || label === "date") &&
  !stated.test(before) &&
  (otherDate.test(before) ||
    orderFirst.test(before) ||
    (before === "" &&
      /^\W*(?:order(?:ed)?|sale|purchased?|transaction|booking)(?: \S+)? (?:date|on|time)\W*$/i.test(
        lines[index - 1] ?? ""
      )))

/** A day written over several lines: `Sat`, `Sep 26`, `2026`. */
const joined = (lines: ReadonlyArray<string>, index: number, by: DateContext): DateMatch | null => {
  const parts = lines.slice(index, index + 3)
  if (parts.length < 2 || parts.some((part) => part.length > 14) || !/^\p{L}{3,10}\.?,?$/u.test(parts[0]!)) return null
  const match = dateIn(parts.join(" "), by)
  return match !== null && match.from === 0 && (match.hasYear || match.weekdayFits === true)
    ? { ...match, to: lines[index]!.length }
    : null
}

interface Place {
  readonly line: string
  readonly label: Meaning | undefined
  readonly before: string
  readonly after: string
}

const base = 20

const scoreOf = (
  { hasYear, weekdayFits, when }: DateMatch,
  { after, before, label, line }: Place,
  { received }: DateContext
): number => {
  // At the sender it may have been the previous day.
  const days = received === 0 ? 1 : Math.floor((Date.parse(when.date) - received + dayMs / 2) / dayMs) + 1
  const labelled =
    label === "when" || label === "performance"
      ? 40
      : label === "date"
        ? 20
        : stated.test(before)
          ? 40
          : label === "doors"
            ? 10
            : 0
  const rest = before.length + after.replace(/[\d\s:.,@()|·•–—-]|[ap]\.?m|at|pm|am/gi, "").length
  // The mail's own day is that of the letter or the order, unless more than a number marks the event.
  const isMailsDay =
    received !== 0 &&
    days <= 1 &&
    weekdayFits !== true &&
    label !== "when" &&
    label !== "performance" &&
    !stated.test(before)
  return (
    base +
    labelled +
    (when.time === null ? 0 : 10) +
    (weekdayFits === true ? 8 : weekdayFits === false ? -30 : 0) +
    (rest <= 6 ? 6 : 0) +
    (days >= 0 ? 6 : hasYear ? -25 : 0) -
    (isMailsDay ? 30 : 0) -
    (line.length > 120 && labelled === 0 ? 12 : 0)
  )
}

const near = 4

/** Adds the time from its line, the lines below or a separate label. */
const timed = (
  when: When,
  lines: ReadonlyArray<string>,
  index: number,
  after: string,
  label: Meaning | undefined,
  labelled: string | null
): When => {
  if (when.lastDate !== null) return when
  const hasDoors = label === "doors" || isDoors.test(after) || /^doors?\b/i.test(lines[index]!)
  if (when.time !== null && !hasDoors) return when
  const below = lines.slice(index + 1, index + 1 + near)
  const stop = below.findIndex((line) => /\b(?:order|purchase|sale|total)\b/i.test(line))
  const time = labelled ?? showTimeIn([...(hasDoors ? [after] : []), ...(stop === -1 ? below : below.slice(0, stop))])
  const timeLine = time === null ? null : below.find((line) => isBareTime(line) && timeIn(line) === time)
  return { ...when, time, at: time === null ? null : instantIn(timeLine ?? after, when.date, time) }
}

const labelledTime = ({ pairs }: LabelledDocument): string | null =>
  pairs.flatMap(({ meaning, value }) =>
    meaning === "time" && (value[0] ?? "").length < 40
      ? (showTimeIn(value.slice(0, 1)) ?? timeIn(value[0] ?? "") ?? [])
      : []
  )[0] ?? null

/** Merges repeated days with the best score and all known data. */
const merged = (moments: ReadonlyArray<Moment>): ReadonlyArray<Moment> => {
  const byDay = new Map<string, Moment>()
  for (const one of moments) {
    const key = `${one.when.date} ${one.when.time ?? ""}`
    const existing = byDay.get(key)
    if (existing === undefined || one.score > existing.score) byDay.set(key, one)
  }
  const all = [...byDay.values()]
  return all.filter(
    ({ score, when }) =>
      when.time !== null ||
      when.lastDate !== null ||
      !all.some((other) => other.when.date === when.date && other.when.time !== null && other.score >= score - 15)
  )
}
