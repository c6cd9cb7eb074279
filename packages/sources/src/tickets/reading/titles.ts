import { buildingWord } from "../../kit/mentions/buildings.js"
import { isTeamName } from "../../kit/mentions/teams.js"
import { textOf } from "../document/document.js"
import type { Meaning } from "../document/labels.js"
import { meaningOf } from "../document/vocabulary.js"
import { dateIn } from "./dates.js"
import type { LabelledDocument } from "../document/pairs.js"
import { placed } from "./places.js"
import { isSpoken, isTitle } from "./sanity.js"

/** A possible event name with its score. */
export interface Title {
  readonly title: string
  readonly score: number
  /** Its line; null for the subject. */
  readonly line: number | null
  /** Venue named in the same sentence. */
  readonly venue: string | null
}

const you = "you(?:'|’)?(?:re| are)"
/** Phrases around the event's name in subjects and sentences of confirmations. */
const around: ReadonlyArray<RegExp> = [
  /\border details for (.{2,200}?)(?: scheduled (?:on|for)\b.{0,80})?$/i,
  new RegExp(`\\b${you} (?:going|all set|good to go|in|ready)!? (?:to see|to|for) (.{2,160})$`, "i"),
  /\bsee(?:ing)? you at (.{2,160})$/i,
  /^you got (?:the )?tickets (?:to|for):? (.{2,160})$/i,
  new RegExp(`^${you} in!?,? your (.{2,160}?) tickets? confirmation\\b`, "i"),
  /^(?:your )?(.{2,160}?) tickets? (?:order )?(?:confirmation|receipt)\b/i,
  /^thank(?:s| you) for (?:your order (?:for|of)|purchasing tickets (?:to|for)|booking|your purchase of(?: tickets? (?:for|to))?) (.{2,160})$/i,
  /^thanks? (?:you )?for your (.{2,160}?) (?:ticket )?purchase\b/i,
  /^your (.{2,160}?) (?:order (?:has been|is|was)\b.{0,60}|receipt\b.{0,60}|tickets? (?:are|is)\b.{0,60}|e-?tickets?|tickets?|order|booking|registration)$/i,
  /\b(?:added to the )?guest list for (.{2,160})$/i,
  /\b(?:accept|download|view|here are) your (?:e-?)?tickets? (?:for|to):? (.{2,160})$/i,
  /^(?:your|the) (?:e-?)?(?:tickets?|orders?|receipt|booking|registration|reservation|purchase|confirmation) (?:confirmation )?(?:for|to|of):? (.{2,160})$/i,
  /^(?:e-?)?(?:tickets?|receipt) (?:for|to):? (.{2,160})$/i,
  /^(?:order|booking|purchase|ticket|registration) (?:confirm(?:ation|ed)|received|receipt)(?: for| of|:| -| –) (.{2,160})$/i,
  /^confirm(?:ation|ed)(?: for|:| -| –) (.{2,160})$/i,
  /\bto you for (?:the following event:? )?(.{2,160})$/i,
  /\b(?:sent|transferred|gifted) you (?:a |an |your |\d{1,3} )?tickets? (?:to|for) (.{2,160})$/i,
  /^(?:your )?refund (?:for|of) (.{2,160})$/i,
  /^(?:your )?tickets? sold[!.:]? (?:for )?(.{2,160})$/i,
  /^you(?:'|’)?(?:ve| have)? sold (?:your )?tickets? (?:for|to) (.{2,160})$/i,
  /^(?:ihre|deine|eure) (?:e-?tickets?|tickets|karten|eintrittskarten|bestellung|buchung) (?:für|zu|zum|zur) (.{2,160})$/i,
  /^(?:vos billets?|votre commande|votre réservation|vos places|vos e-?billets) pour (.{2,160})$/i,
  /^(?:tus|sus) (?:entradas|boletos|tickets) (?:para|de) (.{2,160})$/i,
  /^(?:i tuoi|i suoi) biglietti per (.{2,160})$/i,
  /^(?:je|jouw|uw) (?:e-?)?(?:tickets|kaarten|kaartjes|toegangsbewijzen) voor (.{2,160})$/i,
  /^(?:(?:os )?seus|(?:os )?teus) (?:ingressos|bilhetes) para (.{2,160})$/i,
  /^(?:bestell(?:ungs)?bestätigung|auftragsbestätigung|buchungsbestätigung|ticketbestätigung|confirmation (?:de (?:votre |la )?)?(?:commande|réservation|achat)|confirmación de (?:tu |la |su )?(?:compra|pedido|reserva)|conferma (?:del tuo |della tua |di )?(?:ordine|acquisto|prenotazione)|(?:bestel|order|boekings)bevestiging|confirmação (?:da (?:sua )?|do (?:seu )?|de )?(?:compra|pedido|reserva|encomenda))\s?(?: für| pour| para| per| voor|:| -| –)\s(.{2,160})$/i
]

const tail = [
  /\s+(?:is|are|has been|have been|was|were) (?:now )?(?:confirmed|complete|ready|here|placed|received|on (?:its|the) way|delivered|attached|booked|in your (?:account|app))\b.*$/i,
  /\s*[-–|,(]\s*(?:your )?(?:order|booking|confirmation|reference)\s?(?:number|no\.?|id|#).*$/i,
  /\s*[-–|(]\s*#?\d{6,}\)?$/,
  /\s+(?:tickets?|order) (?:confirmation|receipt|order)$/i,
  /\s*\((?:1[0-9]|21)\s?\+(?: only)?\)\s*/i,
  /\s+[-–]\s+(?:(?:\w+ ){0,3}pre-?sale|admissions?|general admission|ga)$/i,
  /[\s!]+$/
]

/** Removes what sellers append: order numbers, ages, kinds of sale. */
export const cleanTitle = (text: string): string => {
  const bare = text
    .replace(/^(?:(?:event(?: name)?|show|artist)\s*:\s*(?=\S)|event(?: name)? (?=\p{Lu}))/iu, "")
    .replace(/^(?:game \d+\s?[:–-]|(?!1\. (?:FC|FFC|FSV|SC|SV) )\d{1,2}[).])\s+(?=\S)/i, "")
    .replace(/^["“”'‘’]|["“”]$/g, "")
  return tail.reduce((title, pattern) => title.replace(pattern, " ").trim(), bare).trim()
}

/** Letters and digits of a name, for comparison. */
export const plainName = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

const forwards = /^(?:(?:fwd?|fw|re|aw|wg|tr|rv)\s*:\s*)+/i
const scored = { label: 60, sides: 50, loose: 36, subject: 46, sentence: 38, whole: 44 } as const
const sentences = 60

const titlePhraseIn = (text: string): string | null => {
  if (meaningOf(text) !== null) return null
  for (const pattern of around) {
    const title = pattern.exec(text)?.[1]
    if (title !== undefined && isTitle(cleanTitle(title))) return title
  }
  return null
}

/** Splits a phrase at ` at ` into title and venue: by another mention of the title, else at the last ` at `. */
const split = (
  phrase: string,
  knownTitles: ReadonlyArray<string>,
  hasVenue = false
): Pick<Title, "title" | "venue"> => {
  const whole = cleanTitle(phrase)
  const parts = phrase.split(/ at (?=\p{Lu}|\d)/u)
  if (parts.length < 2) return { title: whole, venue: null }
  const place = knownTitles
    .map(plainName)
    .map((title) =>
      parts.findIndex((_, index) => index > 0 && plainName(cleanTitle(parts.slice(0, index).join(" at "))) === title)
    )
    .find((index) => index > 0)
  const last = place ?? (hasVenue && !isTeamName(parts.at(-1)!) ? parts.length - 1 : undefined)
  return last === undefined
    ? { title: whole, venue: null }
    : { title: cleanTitle(parts.slice(0, last).join(" at ")), venue: parts.slice(last).join(" at ") }
}

/** `You're going to X at V on Friday, May 22`: the part before the day. */
const withoutDate = (sentence: string): string => {
  const date = /\d/.test(sentence) ? dateIn(sentence, { received: Date.UTC(2020, 0, 1), dayFirst: false }) : null
  const before =
    date === null
      ? sentence
      : sentence.slice(0, date.from).replace(/[\s,]+(?:(?:on|for|scheduled (?:on|for))\s*)?$/i, "")
  return before.length > 12 && /\b(?:on|scheduled (?:on|for))\s*$/i.test(sentence.slice(0, date?.from ?? 0))
    ? before
    : sentence
}

/** `Måneskin - Unipol Arena, Casalecchio di Reno` has its venue behind it. */
const placedTitle = (title: string): Pick<Title, "title" | "venue"> => {
  const [, name, place] = /^(\S.{1,90}?)\s[-–—|]\s(\S[^,]{1,60}, [^,]{2,40})$/u.exec(title) ?? []
  const where = name === undefined ? null : placed(place!)
  return where === null || where.zone === null || !buildingWord.test(where.name)
    ? { title, venue: null }
    : { title: name!, venue: place! }
}

/** The place at the end of a subject is no part of the name: `Element of Crime in Berlin`. */
export const withoutCity = (title: string, city: string | null | undefined): string => {
  const [, name, town] = /^(\S.*)\s(?:in|à|a|en|em|te|ad)\s(\p{Lu}.{1,40})$/u.exec(title) ?? []
  return name !== undefined && city != null && plainName(town!) === plainName(city) ? name : title
}

/** Event names from labels, the subject and sentences. */
export const titlesIn = (source: LabelledDocument, subject: string, subjectIsTitle: boolean): ReadonlyArray<Title> => {
  const plain = subject.replace(forwards, "").trim()
  const lines = textOf(source.document)
  const inSubject = titlePhraseIn(plain)
  const labelled = source.pairs.flatMap(({ at, form, label, meaning, value }): ReadonlyArray<Title> => {
    const title = cleanTitle(value[0] ?? "")
    const counts = meaning === "title" || (meaning === "performance" && !/\d{1,2}:\d{2}|\b\d{4}\b/.test(title))
    if (
      !counts ||
      !isTitle(title) ||
      (form === "loose" && !(/^(?:event(?: name)?|artist|performer)\b/i.test(label) && /^(?:\p{Lu}|\d)/u.test(title)))
    )
      return []
    return [{ ...placedTitle(title), score: form === "loose" ? scored.loose : scored.label, line: at }]
  })
  const fromSubject = inSubject === null ? [] : [{ ...split(inSubject, []), score: scored.subject, line: null }]
  const knownTitles = [...labelled, ...fromSubject].map(({ title }) => title)
  const fromSentences = lines.slice(0, sentences).flatMap((line, index): ReadonlyArray<Title> => {
    const sentence = line.length > 300 ? "" : line.replace(/[.!]+$/, "")
    const undated = withoutDate(sentence)
    const phrase = titlePhraseIn(undated)
    const hasVenue = undated !== sentence || /\bscheduled (?:on|for)\b/i.test(line)
    return phrase === null ? [] : [{ ...split(phrase, knownTitles, hasVenue), score: scored.sentence, line: index }]
  })
  const bare = cleanTitle(plain)
  const standsBelow = lines.slice(0, sentences).some((line) => plainName(cleanTitle(line)) === plainName(bare))
  const whole =
    inSubject === null && isTitle(bare) && !isSpoken(bare) && (subjectIsTitle || standsBelow)
      ? [{ title: bare, score: scored.whole, line: null, venue: null }]
      : []
  return [...labelled, ...sidesIn(source), ...fromSubject, ...whole, ...fromSentences]
}

const versus = /^(?:vs?\.?|versus|@|at)$/i
const maxSideLength = 50
const isSide = (text: string | undefined): text is string =>
  text !== undefined && text.length <= maxSideLength && isTitle(text) && !versus.test(text)

/** Two teams in cells or lines with a word between them, or with labels. */
const sidesIn = ({ document, pairs }: LabelledDocument): ReadonlyArray<Title> => {
  const lines = textOf(document)
  const inCells = document.rows.flatMap(({ cells }) =>
    cells.flatMap((cell, index) => {
      const [left, right] = [cells[index - 1], cells[index + 1]]
      return left !== undefined && right !== undefined && cell.to - cell.from === 1
        ? [[left.from, cell.from, right.from] as const]
        : []
    })
  )
  const onLines = lines.flatMap((line, index) => (versus.test(line) ? [[index - 1, index, index + 1] as const] : []))
  const between = [...inCells, ...onLines].flatMap(([one, word, other]): ReadonlyArray<Title> => {
    const [left, middle = "", right] = [lines[one], lines[word], lines[other]]
    return versus.test(middle) && isSide(left) && isSide(right)
      ? [{ title: `${left} ${middle} ${right}`, score: scored.sides, line: word, venue: null }]
      : []
  })
  const labelled = (meaning: Meaning) =>
    pairs.find((pair) => pair.meaning === meaning && pair.form !== "loose" && isSide(pair.value[0]))
  const [home, away] = [labelled("home"), labelled("away")]
  return home === undefined || away === undefined
    ? between
    : [...between, { title: `${away.value[0]!} at ${home.value[0]!}`, score: scored.sides, line: home.at, venue: null }]
}

const agreement = 14

/** Merges equal titles: the best score, raised for each further mention; best first. */
export const agreed = (titles: ReadonlyArray<Title>): ReadonlyArray<Title> => {
  const byName = new Map<string, Title>()
  for (const one of titles) {
    const key = plainName(one.title)
    const existing = byName.get(key)
    const isOther = existing !== undefined && existing.line !== one.line
    const best = existing === undefined || one.score > existing.score ? one : existing
    byName.set(key, {
      ...best,
      venue: best.venue ?? existing?.venue ?? one.venue,
      score: best.score + (isOther ? agreement : 0)
    })
  }
  const all = [...byName.values()].toSorted((a, b) => b.score - a.score || (a.line ?? -1) - (b.line ?? -1))
  const [best, ...others] = all
  // A subject shortens: `La Bohème` is `La Bohème - Opera Australia`.
  const whole =
    best?.line === null
      ? others.find(
          ({ line, title }) =>
            line !== null && title.startsWith(best.title) && fuller.test(title.slice(best.title.length))
        )
      : undefined
  return whole === undefined
    ? all
    : [{ ...whole, score: best!.score, venue: best!.venue ?? whole.venue }, ...others.filter((one) => one !== whole)]
}
const fuller = /^\s?[-–—:,|]\s\S/
