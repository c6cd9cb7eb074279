import type { VenueMention } from "@daybook/core/attending"
import { isTeamName, teamsOf } from "../../kit/mentions/teams.js"
import { placeOf } from "../../kit/mentions/venue.js"
import { textOf, type Weight } from "../document/document.js"
import { type Meaning, meaningOf } from "../document/vocabulary.js"
import { type Draft, draft } from "./draft.js"
import { type Moment, type MomentContext, momentsIn } from "./moments.js"
import type { LabelledDocument } from "../document/pairs.js"
import { at, isAddress, placed, venueEvidence, venueOn } from "./places.js"
import { isSpoken, isTitle, isVenueName } from "./sanity.js"
import { isBareTime } from "./times.js"
import { agreed, cleanTitle, plainName, type Title, titlesIn } from "./titles.js"

/** Context of the event in a mail, besides its text. */
export interface EventContext extends MomentContext {
  readonly subject: string
  /** Whether the seller uses the event's name as subject. */
  readonly subjectIsTitle: boolean
  /** Names of sender and recipients, which are not event names. */
  readonly people: ReadonlyArray<string>
}

/** The event of a mail, and the doubt about it; null when certain. */
export interface EventReading {
  readonly event: Draft
  readonly doubt: string | null
}

/** Finds the event by the layout of the text, for any seller. */
export const eventIn = (source: LabelledDocument, by: EventContext): EventReading => {
  const lines = textOf(source.document)
  const moments = momentsIn(source, by)
  const [moment] = moments
  const stated = titlesIn(source, by.subject, by.subjectIsTitle)
  const around = moment === undefined ? noBlock : blockAround(source, moment, stated, by)
  const titles = agreed([...stated, ...around.titles])
  const [title] = titles
  const town = /\bin (\p{Lu}[^,]{1,60}, \p{Lu}[\p{L} .]{1,40})$/u.exec(moment?.after ?? "")?.[1]
  const named = venueIn(source, title, around, lines)
  const where = town === undefined ? named : at(named, placeOf(town))
  const event = draft({
    title: title?.title ?? null,
    ...(moment === undefined || moment.score < leastMoment ? {} : { ...moment.when }),
    venue: where,
    teams: teamsOf(title?.title ?? null, where?.name ?? null)
  })
  return { event, doubt: doubtOf(titles, moments) }
}

export const leastMoment = 24
const leastTitle = 30
/** A day within this score of the best one may be the event's, too. */
export const rivalry = 3
export const severalDays = "It names several days."

const doubtOf = (titles: ReadonlyArray<Title>, moments: ReadonlyArray<Moment>): string | null => {
  const [title, otherTitle] = titles
  const [moment, otherMoment] = moments
  if (moment === undefined || moment.score < leastMoment) return "It does not say surely when the event is."
  if (
    otherMoment !== undefined &&
    otherMoment.when.date !== moment.when.date &&
    moment.score - otherMoment.score < rivalry
  )
    return severalDays
  if (title === undefined || title.score < leastTitle) return "It does not say surely what the event is called."
  const isRival =
    otherTitle !== undefined && title.score - otherTitle.score < 4 && !isPart(title.title, otherTitle.title)
  return isRival ? "It has several names that may be the event's." : null
}

const isPart = (a: string, b: string): boolean =>
  ` ${plainName(a)} `.includes(` ${plainName(b)} `) || ` ${plainName(b)} `.includes(` ${plainName(a)} `)

interface Block {
  readonly titles: ReadonlyArray<Title>
  readonly venue: VenueMention | null
  /** Evidence that it is the venue. */
  readonly evidence: number
}

const noBlock: Block = { titles: [], venue: null, evidence: 0 }
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
const opensBlock = new Set(["title", "performance", "venue", "when", "date", "address", "time"])

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
    if (isBetween(text) || (meaning !== null && opensBlock.has(meaning))) continue
    if (meaning !== null || valueLineNumbers.has(line) || isPresented(text) || isSpoken(text) || text.length > 200)
      break
    const value = step === -1 || !text.includes(" at ") ? cleanTitle(text) : text
    if (!isTitle(value) && !isVenueName(text)) break
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
  { people }: EventContext
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
    above.length + below.length > 1 || before !== null || stated.some(({ score }) => score >= 36) ? ranked : []
  const names = (of: ReadonlyArray<Candidate>) =>
    of.filter(
      (candidate) =>
        candidate !== place?.candidate &&
        candidate.evidence < 3 &&
        isTitle(cleanTitle(candidate.text)) &&
        !isPerson(candidate)
    )
  const upper = names(above)
  return {
    titles:
      before !== null
        ? [{ title: before, score: 34, line: moment.line, venue: null }]
        : titlesOf(upper.length > 0 ? upper : names(below)),
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

/** The labelled or stated venue, else the one near the day; never a team or the event's name. */
const venueIn = (
  source: LabelledDocument,
  title: Title | undefined,
  block: Block,
  lines: ReadonlyArray<string>
): VenueMention | null => {
  const labelled = source.pairs
    .filter(
      ({ form, meaning, value }) => meaning === "venue" && !(form === "loose" && !/^\p{Lu}/u.test(value[0] ?? ""))
    )
    .map(({ at, form, value }) =>
      form === "inline" || form === "loose" ? onLineOf(lines, at, value[0]!) : venueOn(lines, at)
    )
  const below = source.pairs
    .filter(({ meaning }) => meaning === "title")
    .flatMap(({ at, value }) =>
      value
        .slice(1)
        .flatMap((line, index) => (venueEvidence(line, value[index + 2]) > 0 ? venueOn(lines, at + index + 1) : []))
    )
  const stated = title?.venue == null ? null : placed(title.venue)
  const sides = title === undefined ? [] : Object.values(teamsOf(title.title) ?? {}).map(plainName)
  const isNone = ({ name }: VenueMention) =>
    sides.includes(plainName(name)) || isTeamName(name) || plainName(name) === plainName(title?.title ?? "")
  return [...labelled, stated, ...below, block.venue].find((one) => one !== null && !isNone(one)) ?? null
}

const onLineOf = (lines: ReadonlyArray<string>, at: number, value: string): VenueMention | null =>
  venueOn([value, ...lines.slice(at + 1, at + 4)], 0)
