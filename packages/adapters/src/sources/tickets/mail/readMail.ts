import { createHash } from "node:crypto"
import PostalMime, { type Attachment, type Email } from "postal-mime"
import { instantOf } from "../../clocks/instantOf.js"
import { cleanText } from "../document/DocumentWriter.js"
import { type Document } from "../document/Document.js"
import { htmlDocument } from "../document/htmlDocument.js"
import { textDocument } from "../document/textDocument.js"
import type { Mail } from "./Mail.js"
import { passOf } from "./passOf.js"

const mostHtml = 2_000_000
const mostCalendar = 500_000
const longestId = 400
const deepest = 3
const mostAttached = 20

/** Reads a raw message (RFC 5322, MIME). What cannot be read is empty: it never fails. */
export const readMail = (raw: Uint8Array): Promise<Mail> => readAt(raw, 0)

const readAt = async (raw: Uint8Array, depth: number): Promise<Mail> => {
  const hash = hashOf(raw)
  const email = await parsed(raw)
  const html = email?.html?.slice(0, mostHtml) ?? ""
  return {
    key: idOf(email?.messageId) ?? `sha256:${hash}`,
    hash,
    from: (email?.from?.address ?? "").toLowerCase().slice(0, 320),
    sender: cleanText((email?.from?.name ?? "").slice(0, 200)),
    recipients: (email?.to ?? []).slice(0, mostRecipients).flatMap(({ name }) => cleanText(name.slice(0, 200)) || []),
    subject: cleanText((email?.subject ?? "").slice(0, longestSubject)),
    sentAt: instantOf(email?.date) ?? 0,
    html,
    document: documentOf(html, email?.text ?? ""),
    passes: (email?.attachments ?? []).flatMap(passIn),
    calendars: (email?.attachments ?? []).flatMap(calendarOf),
    attached: depth < deepest ? await Promise.all((email?.attachments ?? []).flatMap(mailIn).slice(0, mostAttached).map((one) => readAt(one, depth + 1))) : [],
    isBulk: email?.headers.some(({ key, value }) => bulkHeaders.has(key) || (key === "precedence" && /bulk|list/i.test(value))) ?? false
  }
}

const bulkHeaders = new Set(["list-unsubscribe", "list-id", "x-campaign-id", "x-campaignid", "x-mailchimp-id"])
const longestSubject = 1_000
const mostRecipients = 5

const documentOf = (html: string, text: string): Document => {
  const fromHtml = html === "" ? null : htmlDocument(html)
  return fromHtml !== null && fromHtml.lines.length > 0 ? fromHtml : textDocument(text)
}

const parsed = async (raw: Uint8Array): Promise<Email | null> => {
  try {
    return await PostalMime.parse(raw, { maxNestingDepth: 32, maxHeadersSize: 1_048_576, forceRfc822Attachments: true })
  } catch {
    return headOf(raw)
  }
}

const longestHead = 200_000

/** Of a mail whose parts cannot be read at least whose it is, and what about: a seller's is kept for review. */
const headOf = async (raw: Uint8Array): Promise<Email | null> => {
  const text = Buffer.from(raw.subarray(0, longestHead)).toString("latin1")
  const [head = ""] = text.split(/\r?\n\r?\n/, 1)
  const plain = head.replace(/^content-[^\n]*(?:\n[ \t][^\n]*)*\n?/gim, "").replace(/\r?\n$/, "")
  try {
    return await PostalMime.parse(Buffer.from(`${plain}\r\n\r\n`, "latin1"))
  } catch {
    return null
  }
}

/** Over the message with plain line ends, which roads change. */
const hashOf = (raw: Uint8Array): string => {
  const plain = Buffer.allocUnsafe(raw.length)
  let length = 0
  for (const byte of raw) if (byte !== 13) plain[length++] = byte
  while (length > 0 && plain[length - 1] === 10) length--
  return createHash("sha256").update(plain.subarray(0, length)).digest("hex")
}

const idOf = (given: string | undefined): string | null => {
  const id = given?.replace(/[<>\s\0\p{Surrogate}]/gu, "").slice(0, longestId) ?? ""
  return id === "" ? null : id
}

const mailIn = ({ content, mimeType }: Attachment): ReadonlyArray<Uint8Array> =>
  mimeType !== "message/rfc822" ? [] : [typeof content === "string" ? Buffer.from(content) : new Uint8Array(content)]

const passIn = ({ content, filename, mimeType }: Attachment): ReadonlyArray<unknown> => {
  if (mimeType !== "application/vnd.apple.pkpass" && !/\.pkpass$/i.test(filename ?? "")) return []
  const pass = typeof content === "string" ? null : passOf(new Uint8Array(content))
  return pass === null ? [] : [pass]
}

const calendarOf = ({ content, filename, mimeType }: Attachment): ReadonlyArray<string> => {
  if (mimeType !== "text/calendar" && !/\.ics$/i.test(filename ?? "")) return []
  const text = typeof content === "string" ? content : new TextDecoder().decode(content)
  return text.length > mostCalendar ? [] : [text]
}
