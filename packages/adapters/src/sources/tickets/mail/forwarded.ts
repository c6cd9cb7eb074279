import { behind, textOf } from "../document/Document.js"
import type { Mail } from "./Mail.js"

const header = /^[*_\s]*(from|subject|date|sent|to|cc|reply-to|von|betreff|datum|gesendet|an|de|objet|asunto|fecha)[*_\s]*:[*_\s]*([^*_\s].*|)$/i
const address = /([\w.+-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+)/i
const fromNames = ["from", "von", "de"]
const subjectNames = ["subject", "betreff", "objet", "asunto"]
const dateNames = ["date", "sent", "datum", "gesendet", "fecha"]
/** Headers of the mail inside stand near each other. */
const mostHeaders = 12
/** And near the top: what a person writes above them is short. */
const searched = 200

/** The mail inside a forwarded one, or null where no mail is inside that says whom it is from. */
export const forwarded = (mail: Mail): Mail | null => {
  const lines = textOf(mail.document)
  const start = lines.slice(0, searched).findIndex((line, index) => isFrom(line, lines[index + 1]))
  if (start === -1) return null
  const found = new Map<string, string>()
  let end = start
  for (let at = start; at < Math.min(start + mostHeaders, lines.length); at++) {
    const [, name, value = ""] = header.exec(lines[at] ?? "") ?? []
    if (name === undefined) continue
    // Said a second time it is the mail's own word: `Date: Sun, Apr 19` of the event.
    if (isTold(found, name.toLowerCase())) break
    // Some programs put the value on the line below.
    const text = value.trim() === "" ? lines[at + 1] ?? "" : value
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), text.trim())
    end = value.trim() === "" ? at + 2 : at + 1
  }
  const valueOf = (names: ReadonlyArray<string>) => names.flatMap((name) => found.get(name) ?? [])[0]
  const from = address.exec(valueOf(fromNames) ?? "")?.[1]
  if (from === undefined || valueOf(subjectNames) === undefined) return null
  const sentAt = instantOf(valueOf(dateNames) ?? "")
  return {
    ...mail,
    from: from.toLowerCase(),
    subject: valueOf(subjectNames) ?? mail.subject,
    sentAt: Number.isNaN(sentAt) ? mail.sentAt : sentAt,
    sender: (valueOf(fromNames) ?? "").replace(/[<[(]?\s*[\w.+-]+@.*$/, "").replace(/["*]/g, "").trim(),
    document: behind(mail.document, end),
    isBulk: false
  }
}

const isTold = (found: ReadonlyMap<string, string>, name: string): boolean =>
  [fromNames, subjectNames, dateNames].some((names) => names.includes(name) && names.some((one) => found.has(one)))

const isFrom = (line: string, below: string | undefined): boolean => {
  const [, name, value = ""] = header.exec(line) ?? []
  return name !== undefined && fromNames.includes(name.toLowerCase()) && (address.test(value) || (value === "" && address.test(below ?? "")))
}

/** `Mon, Mar 2, 2026 at 10:20 AM`: without a zone it is taken for UTC, so that it is the same on every machine. */
const instantOf = (written: string): number => {
  const plain = written.replace(/ at /i, " ")
  return Date.parse(/(?:[+-]\d{4}|\b(?:GMT|UTC|[PMCE][SD]T))\s*(?:\(.*\))?$/.test(plain) ? plain : `${plain} UTC`)
}
