import { behind, textOf } from "../document/document.js"
import type { Mail } from "./mail.js"

const header =
  /^[*_\s]*(from|subject|date|sent|to|cc|reply-to|von|betreff|datum|gesendet|an|de|objet|asunto|fecha)[*_\s]*:[*_\s]*([^*_\s].*|)$/i
const address = /([\w.+-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+)/i
const fromNames = ["from", "von", "de"]
const subjectNames = ["subject", "betreff", "objet", "asunto"]
const dateNames = ["date", "sent", "datum", "gesendet", "fecha"]
/** Maximum number of lines with headers of the inner mail. */
const mostHeaders = 12
/** Lines searched for them: notes above a forwarded mail are short. */
const searched = 200

/** The inner mail of a forwarded one; null without a sender in it. */
export const forwarded = (mail: Mail): Mail | null => {
  const lines = textOf(mail.document)
  const start = lines.slice(0, searched).findIndex((line, index) => isFrom(line, lines[index + 1]))
  if (start === -1) return null
  const headers = new Map<string, string>()
  let end = start
  for (let at = start; at < Math.min(start + mostHeaders, lines.length); at++) {
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
  const sentAt = instantOf(valueOf(dateNames) ?? "")
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

/** Parses `Mon, Mar 2, 2026 at 10:20 AM`. Without a zone it counts as UTC, so that every machine reads the same. */
const instantOf = (dateText: string): number => {
  const plain = dateText.replace(/ at /i, " ")
  return Date.parse(/(?:[+-]\d{4}|\b(?:GMT|UTC|[PMCE][SD]T))\s*(?:\(.*\))?$/.test(plain) ? plain : `${plain} UTC`)
}
