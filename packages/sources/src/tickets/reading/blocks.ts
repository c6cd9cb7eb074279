import type { VenueMention } from "@daybook/core/attending"
import { isTeamName } from "../../kit/mentions/teams.js"
import { textOf, type Weight } from "../document/document.js"
import type { LabelledDocument } from "../document/pairs.js"
import type { Meaning } from "../document/labels.js"
import { hasUnknownLabel, labelAtStart, meaningOf } from "../document/vocabulary.js"
import { dateIn } from "./dates.js"
import type { Moment } from "./moments.js"
import { isAddress, placed, venueEvidence, venueOn } from "./places.js"
import { isSpoken, isTitle, isVenueName } from "./sanity.js"
import { seatingOn } from "./seating.js"
import { isBareTime } from "./times.js"
import { cleanTitle, plainName, type Title } from "./titles.js"

/** Lines around the event's day. */
export interface Block {
  readonly titles: ReadonlyArray<Title>
  readonly venue: VenueMention | null
  /** Evidence that it is the venue. */
  readonly evidence: number
}

export const noBlock: Block = { titles: [], venue: null, evidence: 0 }
const reach = 6

const supporting =
  /^(?:with|w\/|feat(?:uring|\.)?|plus|support(?:ed by| from)?:?|special guests?:?|opening acts?:?|openers?:?|tour|on tour)\b/i

/** Lines between those about an event. */
const isBetween = (line: string): boolean =>
  isAddress(line) ||
  isBareTime(line) ||
  /^(?:doors?|gates?|show(?:time)?|ages?|all ages|\d{2}\s?\+|einlass|beginn)\b.{0,40}$/i.test(line) ||
  /^<?https?:/.test(line) ||
  /^[^\p{L}]*$/u.test(line) ||
  /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?$/i.test(line) ||
  supporting.test(line)
const isPresented = (line: string): boolean => /\b(?:presents?|präsentiert|présente|presenta):?$/i.test(line)
const opensBlock = new Set<Meaning>(["title", "performance", "venue", "when", "date", "address", "time"])

interface Candidate {
  readonly text: string
  readonly line: number
  readonly weight: Weight
  readonly evidence: number
  /** Follows a line that names the presenter. */
  readonly presented: boolean
}

/** Meanings whose values are neither names nor places. */
const valued = new Set<Meaning>([
  "section",
  "row",
  "seats",
  "seating",
  "quantity",
  "ticketType",
  "price",
  "total",
  "otherMoney",
  "order",
  "booking",
  "reference",
  "otherDate",
  "person"
])

const addressed = /address|billing|shipping|payment|contact/i

/** Lines that are values of other labels. */
const valueLines = ({ pairs }: LabelledDocument): ReadonlySet<number> =>
  new Set(
    pairs.flatMap(({ at, form, label, meaning, value }) =>
      meaning === "other" && addressed.test(label)
        ? value.slice(0, 3).map((_, index) => at + index)
        : form === "cell" || form === "column"
          ? valued.has(meaning) || meaning === "other"
            ? value.map((_, index) => at + index)
            : []
          : valued.has(meaning) && form === "below"
            ? [at]
            : []
    )
  )

/** Meaning of the label in front of a colon: `Hora: 20:00`. */
const labelledMeaning = (text: string): Meaning | null => {
  const start = labelAtStart(text)
  return start !== null && /[:：]\s*$/.test(start.label) ? start.meaning : null
}

/** A full date, which is no name and no place. */
const isDated = (text: string): boolean =>
  /\d/.test(text) && dateIn(text, { received: 0, dayFirst: false })?.hasYear === true && text.length < 80

const candidatesFrom = (
  source: LabelledDocument,
  valueLineNumbers: ReadonlySet<number>,
  from: number,
  step: 1 | -1
): ReadonlyArray<Candidate> => {
  const lines = textOf(source.document)
  const candidates: Array<Candidate> = []
  for (let line = from + step, steps = 0; steps < reach && line >= 0 && line < lines.length; line += step, steps++) {
    const text = lines[line]!
    const meaning = meaningOf(text)
    if (isBetween(text) || opensBlock.has(meaning ?? labelledMeaning(text) ?? "other")) continue
    if (meaning !== null || valueLineNumbers.has(line) || isPresented(text) || isSpoken(text) || text.length > 200)
      break
    const value = step === -1 || !text.includes(" at ") ? cleanTitle(text) : text
    if (isDated(text) || seatingOn([text]) !== undefined || (!isTitle(value) && !isVenueName(text))) break
    candidates.push({
      text,
      line,
      weight: source.document.lines[line]!.weight,
      evidence: venueEvidence(text, lines[line + 1]),
      presented: isPresented(lines[line - 1] ?? "")
    })
  }
  return candidates
}

/** `EVENT at VENUE, City, ST` on one line. */
const atVenue = /^(.{2,160}) at ([^,]{2,80}(?:, [^,]{2,60}){1,2})$/i

/** The block around the event's day: its name, mostly above, and its venue, mostly below. */
export const blockAround = (
  source: LabelledDocument,
  moment: Moment,
  stated: ReadonlyArray<Title>,
  people: ReadonlyArray<string>
): Block => {
  const lines = textOf(source.document)
  const valueLineNumbers = valueLines(source)
  const above = candidatesFrom(source, valueLineNumbers, moment.line, -1).toReversed()
  const below = candidatesFrom(source, valueLineNumbers, moment.line, 1)
  const one = [...above, ...below]
    .map(({ line, text }) => ({ line, match: atVenue.exec(text) }))
    .find(({ match }) => match !== null && (placed(match[2]!)?.state ?? placed(match[2]!)?.country) != null)
  if (one?.match != null)
    return {
      titles: [{ title: cleanTitle(one.match[1]!), score: 44, line: one.line, venue: null }],
      venue: placed(one.match[2]!),
      evidence: 5
    }
  const called = new Set(people.map(plainName).filter((name) => name !== ""))
  const isPerson = ({ text }: Candidate) => called.has(plainName(text))
  const isSaid = ({ text }: Candidate) =>
    stated.some(({ score, title }) => score >= 44 && plainName(title) === plainName(cleanTitle(text)))
  const isWeak = (candidate: Candidate) =>
    candidate === below[0] && (above.length > 0 || stated.length > 0) && candidate.evidence === 0
  const ranked = [...above, ...below]
    .map((candidate) => ({ candidate, evidence: candidate.evidence + (isWeak(candidate) ? 1 : 0) }))
    .filter(
      ({ candidate, evidence }) =>
        evidence > 0 && !isSaid(candidate) && placed(candidate.text) !== null && !isPerson(candidate)
    )
    .toSorted((a, b) => b.evidence - a.evidence)
  const before = leftOf(moment)
  const [place] =
    above.length + below.length > 1 ||
    (ranked[0]?.evidence ?? 0) >= 5 ||
    before !== null ||
    stated.some(({ score }) => score >= 36)
      ? ranked
      : []
  const names = (of: ReadonlyArray<Candidate>) =>
    of.filter(
      (candidate) =>
        candidate !== place?.candidate &&
        candidate.evidence < 3 &&
        isTitle(cleanTitle(candidate.text)) &&
        !isPerson(candidate)
    )
  // A line with an unknown label is a name only where there is no other: `Zahlungsart: Kreditkarte`.
  const named = (of: ReadonlyArray<Candidate>) => {
    const all = names(of)
    const plainly = all.filter(({ text }) => !hasUnknownLabel(text))
    return plainly.length > 0 ? plainly : all
  }
  const upper = named(above.filter(({ text }) => !competition.test(text)))
  return {
    titles:
      before !== null
        ? [{ title: before, score: 34, line: moment.line, venue: null }]
        : titlesOf(upper.length > 0 ? upper : named(below)),
    venue: place === undefined ? null : venueOn(lines, place.candidate.line),
    evidence: place?.evidence ?? 0
  }
}

/** An event name on the line of the day: `Velmora Tide, Fri May 8, 2026`. */
const leftOf = ({ before, labelled }: Moment): string | null => {
  const text = cleanTitle(before.replace(/[\s,•·|:–—-]+$/, ""))
  return labelled || text.length < 4 || /\b(?:on|for|at|from|is|event|date)$/i.test(text) || !isTitle(text)
    ? null
    : text
}

const block = 34

/** Rounds of a league above its matches. */
const competition =
  /\b(?:spieltag|journée|jornada|giornata|speelronde|rodada|matchday|match day|round \d+|week \d+)\b|\bJ\d{1,2}$|節$/i

/** The first of several names is the headliner, unless one stands out. */
const titlesOf = (names: ReadonlyArray<Candidate>): ReadonlyArray<Title> => {
  const headed = names.filter(({ weight }) => weight === 2)
  const versus = names.filter(
    ({ text }) =>
      /\s(?:vs?\.?|versus|@)\s/i.test(text) || (/ at /.test(text) && isTeamName(text.split(/ at /).at(-1) ?? ""))
  )
  const best = versus[0] ?? names.find(({ presented }) => presented) ?? (headed.length === 1 ? headed[0] : names[0])
  if (best === undefined) return []
  const stands = best === versus[0] || best.presented || (headed.length === 1 && headed[0] === best)
  return [
    {
      title: cleanTitle(best.text),
      score: block + (stands ? 8 : 0) - (names.length > 1 && !stands ? 6 : 0),
      line: best.line,
      venue: null
    }
  ]
}
