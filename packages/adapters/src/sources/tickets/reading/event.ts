import type { VenueMention } from "@daybook/core/attending"
import { placeOf } from "../../mentions/venue.js"
import { teamsOf } from "../../mentions/teams.js"
import { isTeamName } from "../../mentions/teamNames.js"
import { textOf, type Weight } from "../document/Document.js"
import { type Meaning, meaningOf } from "../document/vocabulary.js"
import { type Draft, draft } from "./Draft.js"
import { type Moment, type MomentReading, momentsIn } from "./moments.js"
import type { Source } from "./Source.js"
import { at, isAddress, placed, venueEvidence, venueOn } from "./places.js"
import { isSpoken, isTitle, isVenueName } from "./sanity.js"
import { isBareTime } from "./times.js"
import { agreed, cleanTitle, plainName, type Title, titlesSaid } from "./titles.js"

/** What a mail is read by, besides what is written in it. */
export interface By extends MomentReading {
  readonly subject: string
  /** Whose mails have the event's name as their subject. */
  readonly subjectIsTitle: boolean
  /** What the sender and the recipients are called: no event is. */
  readonly people: ReadonlyArray<string>
}

/** What a mail says of an event, and why it is not sure of it; null where it is. */
export interface EventReading {
  readonly event: Draft
  readonly doubt: string | null
}

/** Reads an event by the shape of what is written, whoever wrote it. */
export const eventIn = (source: Source, by: By): EventReading => {
  const lines = textOf(source.document)
  const moments = momentsIn(source, by)
  const [moment] = moments
  const said = titlesSaid(source, by.subject, by.subjectIsTitle)
  const around = moment === undefined ? noBlock : blockAround(source, moment, said, by)
  const titles = agreed([...said, ...around.titles])
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

const leastMoment = 24
const leastTitle = 30

const doubtOf = (titles: ReadonlyArray<Title>, moments: ReadonlyArray<Moment>): string | null => {
  const [title, otherTitle] = titles
  const [moment, otherMoment] = moments
  if (moment === undefined || moment.score < leastMoment) return "It does not say surely when the event is."
  if (otherMoment !== undefined && otherMoment.when.date !== moment.when.date && moment.score - otherMoment.score < 3) return "It names several days."
  if (title === undefined || title.score < leastTitle) return "It does not say surely what the event is called."
  const isRival = otherTitle !== undefined && title.score - otherTitle.score < 4 && !isPart(title.title, otherTitle.title)
  return isRival ? "It has several names that may be the event's." : null
}

const isPart = (a: string, b: string): boolean => ` ${plainName(a)} `.includes(` ${plainName(b)} `) || ` ${plainName(b)} `.includes(` ${plainName(a)} `)

interface Block {
  readonly titles: ReadonlyArray<Title>
  readonly venue: VenueMention | null
  /** How surely it is the venue. */
  readonly evidence: number
}

const noBlock: Block = { titles: [], venue: null, evidence: 0 }
const reach = 6

const supporting = /^(?:with|w\/|feat(?:uring|\.)?|plus|support(?:ed by| from)?:?|special guests?:?|opening acts?:?|openers?:?|tour|on tour)\b/i

/** Lines that stand between those that tell of an event. */
const isBetween = (line: string): boolean =>
  isAddress(line) || isBareTime(line) || /^(?:doors?|gates?|show(?:time)?|ages?|all ages|\d{2}\s?\+|einlass|beginn)\b.{0,40}$/i.test(line) || /^<?https?:/.test(line) || /^[^\p{L}]*$/u.test(line) ||
  /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?$/i.test(line) || supporting.test(line)
const isPresented = (line: string): boolean => /\b(?:presents?|präsentiert|présente|presenta):?$/i.test(line)
const opensBlock = new Set(["title", "performance", "venue", "when", "date", "address", "time"])

interface Candidate {
  readonly text: string
  readonly line: number
  readonly weight: Weight
  readonly evidence: number
  /** Below a line that says who presents it. */
  readonly presented: boolean
}

/** Meanings whose values are neither a name nor a place. */
const valued = new Set<Meaning>(["section", "row", "seats", "seating", "quantity", "ticketType", "price", "total", "otherMoney", "order", "booking", "reference", "otherDate", "person"])

const addressed = /address|billing|shipping|payment|contact/i

/** Lines that are the value of some other label. */
const takenLines = ({ pairs }: Source): ReadonlySet<number> =>
  new Set(pairs.flatMap(({ at, form, label, meaning, value }) =>
    meaning === "other" && addressed.test(label) ? value.slice(0, 3).map((_, index) => at + index) : form === "cell" || form === "column" ? valued.has(meaning) || meaning === "other" ? value.map((_, index) => at + index) : [] : valued.has(meaning) && form === "below" ? [at] : []))

const candidatesFrom = (source: Source, taken: ReadonlySet<number>, from: number, step: 1 | -1): ReadonlyArray<Candidate> => {
  const lines = textOf(source.document)
  const found: Array<Candidate> = []
  for (let line = from + step, steps = 0; steps < reach && line >= 0 && line < lines.length; line += step, steps++) {
    const text = lines[line]!
    const meaning = meaningOf(text)
    if (isBetween(text) || (meaning !== null && opensBlock.has(meaning))) continue
    if (meaning !== null || taken.has(line) || isPresented(text) || isSpoken(text) || text.length > 200) break
    const value = step === -1 || !text.includes(" at ") ? cleanTitle(text) : text
    if (!isTitle(value) && !isVenueName(text)) break
    found.push({ text, line, weight: source.document.lines[line]!.weight, evidence: venueEvidence(text, lines[line + 1]), presented: isPresented(lines[line - 1] ?? "") })
  }
  return found
}

/** `EVENT at VENUE, City, ST` on one line. */
const atVenue = /^(.{2,160}) at ([^,]{2,80}(?:, [^,]{2,60}){1,2})$/i

/** What stands around the day of an event: its name, mostly above, and its venue, mostly below. */
const blockAround = (source: Source, moment: Moment, said: ReadonlyArray<Title>, { people }: By): Block => {
  const lines = textOf(source.document)
  const taken = takenLines(source)
  const above = candidatesFrom(source, taken, moment.line, -1).toReversed()
  const below = candidatesFrom(source, taken, moment.line, 1)
  const one = [...above, ...below].map(({ line, text }) => ({ line, match: atVenue.exec(text) })).find(({ match }) => match !== null && (placed(match[2]!)?.state ?? placed(match[2]!)?.country) != null)
  if (one?.match != null) return { titles: [{ title: cleanTitle(one.match[1]!), score: 44, line: one.line, venue: null }], venue: placed(one.match[2]!), evidence: 5 }
  const called = new Set(people.map(plainName).filter((name) => name !== ""))
  const isPerson = ({ text }: Candidate) => called.has(plainName(text))
  const isSaid = ({ text }: Candidate) => said.some(({ score, title }) => score >= 44 && plainName(title) === plainName(cleanTitle(text)))
  const isWeak = (candidate: Candidate) => candidate === below[0] && (above.length > 0 || said.length > 0) && candidate.evidence === 0
  const ranked = [...above, ...below].map((candidate) => ({ candidate, evidence: candidate.evidence + (isWeak(candidate) ? 1 : 0) }))
    .filter(({ candidate, evidence }) => evidence > 0 && !isSaid(candidate) && placed(candidate.text) !== null && !isPerson(candidate))
    .toSorted((a, b) => b.evidence - a.evidence)
  const before = leftOf(moment)
  const [place] = above.length + below.length > 1 || before !== null || said.some(({ score }) => score >= 36) ? ranked : []
  const names = (of: ReadonlyArray<Candidate>) => of.filter((candidate) => candidate !== place?.candidate && candidate.evidence < 3 && isTitle(cleanTitle(candidate.text)) && !isPerson(candidate))
  const upper = names(above)
  return {
    titles: before !== null ? [{ title: before, score: 34, line: moment.line, venue: null }] : titlesOf(upper.length > 0 ? upper : names(below)),
    venue: place === undefined ? null : venueOn(lines, place.candidate.line),
    evidence: place?.evidence ?? 0
  }
}

/** A name on the line of the day: `Velmora Tide, Fri May 8, 2026`. */
const leftOf = ({ before, labelled }: Moment): string | null => {
  const text = cleanTitle(before.replace(/[\s,•·|:–—-]+$/, ""))
  return labelled || text.length < 4 || /\b(?:on|for|at|from|is|event|date)$/i.test(text) || !isTitle(text) ? null : text
}

const block = 34

/** The first of several names heads the bill, where none stands out. */
const titlesOf = (names: ReadonlyArray<Candidate>): ReadonlyArray<Title> => {
  const headed = names.filter(({ weight }) => weight === 2)
  const versus = names.filter(({ text }) => /\s(?:vs?\.?|versus|@)\s/i.test(text) || (/ at /.test(text) && isTeamName(text.split(/ at /).at(-1) ?? "")))
  const best = versus[0] ?? names.find(({ presented }) => presented) ?? (headed.length === 1 ? headed[0] : names[0])
  if (best === undefined) return []
  const stands = best === versus[0] || best.presented || (headed.length === 1 && headed[0] === best)
  return [{ title: cleanTitle(best.text), score: block + (stands ? 8 : 0) - (names.length > 1 && !stands ? 6 : 0), line: best.line, venue: null }]
}

/** The venue that a label or a sentence names, else the one near the day; never a team, nor what the event is called. */
const venueIn = (source: Source, title: Title | undefined, block: Block, lines: ReadonlyArray<string>): VenueMention | null => {
  const labelled = source.pairs.filter(({ form, meaning, value }) => meaning === "venue" && !(form === "loose" && !/^\p{Lu}/u.test(value[0] ?? "")))
    .map(({ at, form, value }) => form === "inline" || form === "loose" ? onLineOf(lines, at, value[0]!) : venueOn(lines, at))
  const below = source.pairs.filter(({ meaning }) => meaning === "title").flatMap(({ at, value }) => value.slice(1).flatMap((line, index) => venueEvidence(line, value[index + 2]) > 0 ? venueOn(lines, at + index + 1) : []))
  const said = title?.venue == null ? null : placed(title.venue)
  const sides = title === undefined ? [] : Object.values(teamsOf(title.title) ?? {}).map(plainName)
  const isNone = ({ name }: VenueMention) => sides.includes(plainName(name)) || isTeamName(name) || plainName(name) === plainName(title?.title ?? "")
  return [...labelled, said, ...below, block.venue].find((one) => one !== null && !isNone(one)) ?? null
}

const onLineOf = (lines: ReadonlyArray<string>, at: number, value: string): VenueMention | null => venueOn([value, ...lines.slice(at + 1, at + 4)], 0)
