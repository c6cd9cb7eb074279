import { behind, textOf } from "../document/document.js"
import { dateIn } from "../reading/dates.js"
import { timeIn } from "../reading/times.js"
import type { Mail } from "./mail.js"

const fromNames = ["from", "von", "de", "da", "van", "差出人", "送信元"]
const subjectNames = ["subject", "betreff", "objet", "asunto", "oggetto", "onderwerp", "assunto", "件名"]
const dateNames = [
  ...["date", "sent", "datum", "gesendet", "fecha", "enviado", "enviado el", "envoyé", "envoyé le", "data", "inviato"],
  ...["verzonden", "enviada em", "enviado em", "日付", "日時", "送信日時", "送信日"]
]
const otherNames = ["to", "cc", "reply-to", "an", "à", "para", "a", "aan", "cci", "bcc", "宛先", "返信先"]
const header = new RegExp(
  `^[*_\\s]*(${[...fromNames, ...subjectNames, ...dateNames, ...otherNames].toSorted((a, b) => b.length - a.length).join("|")})[*_\\s]*[:：][*_\\s]*([^*_\\s].*|)$`,
  "i"
)
const address = /([\w.+-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+)/i
/** Maximum number of lines with headers of the inner mail. */
const maxHeaderLines = 12
/** Lines searched for them: notes above a forwarded mail are short. */
const searched = 200

/** The inner mail of a forwarded one; null without a sender in it. */
export const forwarded = (mail: Mail): Mail | null => {
  const lines = textOf(mail.document)
  const start = lines.slice(0, searched).findIndex((line, index) => isFrom(line, lines[index + 1]))
  if (start === -1) return null
  const headers = new Map<string, string>()
  let end = start
  for (let at = start; at < Math.min(start + maxHeaderLines, lines.length); at++) {
    const [, name, value = ""] = header.exec(lines[at] ?? "") ?? []
    if (name === undefined) continue
    // A repeated header belongs to the body: `Date: Sun, Apr 19` of the event.
    if (isRepeated(headers, name.toLowerCase())) break
    // Some programs put the value on the line below.
    const text = value.trim() === "" ? (lines[at + 1] ?? "") : value
    if (!headers.has(name.toLowerCase())) headers.set(name.toLowerCase(), text.trim())
    end = value.trim() === "" ? at + 2 : at + 1
  }
  const valueOf = (names: ReadonlyArray<string>) => names.flatMap((name) => headers.get(name) ?? [])[0]
  const from = address.exec(valueOf(fromNames) ?? "")?.[1]
  if (from === undefined || valueOf(subjectNames) === undefined) return null
  const sentAt = instantOf(valueOf(dateNames) ?? "", mail.offset ?? 0)
  return {
    ...mail,
    from: from.toLowerCase(),
    subject: valueOf(subjectNames) ?? mail.subject,
    sentAt: Number.isNaN(sentAt) ? mail.sentAt : sentAt,
    sender: (valueOf(fromNames) ?? "")
      .replace(/[<[(]?\s*[\w.+-]+@.*$/, "")
      .replace(/["*]/g, "")
      .trim(),
    document: behind(mail.document, end),
    isBulk: false
  }
}

const isRepeated = (headers: ReadonlyMap<string, string>, name: string): boolean =>
  [fromNames, subjectNames, dateNames].some((names) => names.includes(name) && names.some((one) => headers.has(one)))

const isFrom = (line: string, below: string | undefined): boolean => {
  const [, name, value = ""] = header.exec(line) ?? []
  return (
    name !== undefined &&
    fromNames.includes(name.toLowerCase()) &&
    (address.test(value) || (value === "" && address.test(below ?? "")))
  )
}

/**
 * Parses `Mon, Mar 2, 2026 at 10:20 AM` and `Dienstag, 4. Juni 2024 18:22`. Without a zone it is the local time of the
 * person who forwards the mail, which the outer mail tells: `offset` in minutes.
 */
const instantOf = (dateText: string, offset: number): number => {
  const plain = dateText.replace(/ at /i, " ")
  if (/(?:[+-]\d{4}|\b(?:GMT|UTC|[PMCE][SD]T))\s*(?:\(.*\))?$/.test(plain)) return Date.parse(plain)
  const english = Date.parse(`${plain} UTC`)
  if (!Number.isNaN(english)) return english - offset * 60_000
  const { when } = dateIn(dateText, { received: 0, dayFirst: true }) ?? {}
  const time = when === undefined ? null : (when.time ?? timeIn(dateText))
  return when === undefined ? Number.NaN : Date.parse(`${when.date}T${time ?? "12:00"}:00Z`) - offset * 60_000
}
