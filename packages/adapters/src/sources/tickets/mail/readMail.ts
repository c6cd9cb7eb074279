import PostalMime, { type Attachment, type Email } from "postal-mime"
import { isDocumentFailure } from "../../../documents/failures.js"
import { checkHtml } from "../../../documents/html.js"
import { limits } from "../../../documents/limits.js"
import type { Envelope } from "../../../documents/requests.js"
import { instantOf } from "../../clocks/instantOf.js"
import { cleanText } from "../document/DocumentWriter.js"
import { type Document } from "../document/Document.js"
import { htmlDocument } from "../document/htmlDocument.js"
import { textDocument } from "../document/textDocument.js"
import { mailHash } from "./hashes.js"
import type { Mail } from "./Mail.js"
import { type PartCount, parseMime } from "./mime.js"
import { passOf } from "./passOf.js"

const mostHtml = 2_000_000
const mostCalendar = 500_000
const longestId = 400
const longestSubject = 1_000
const deepest = 3
const mostAttached = 20
/** Passes in one mail: one for each seat. */
const mostPasses = 60

/** Reads a raw message (RFC 5322, MIME). What cannot be read is empty. Throws a `DocumentFailure` for one that exceeds the limits. */
export const readMail = (raw: Uint8Array, hash = mailHash(raw)): Promise<Mail> => readAt(raw, hash, 0, { parts: 0 })

/** Whose a mail is and what about, from its first headers alone. */
export const envelopeOf = async (raw: Uint8Array): Promise<Envelope> => envelopeIn(await headOf(raw), mailHash(raw))

const envelopeIn = (email: Email | null, hash: string): Envelope => ({
  key: idOf(email?.messageId) ?? `sha256:${hash}`,
  hash,
  from: (email?.from?.address ?? "").toLowerCase().slice(0, 320),
  subject: cleanText((email?.subject ?? "").slice(0, longestSubject)),
  sentAt: instantOf(email?.date) ?? 0
})

const readAt = async (raw: Uint8Array, hash: string, depth: number, count: PartCount): Promise<Mail> => {
  const email = await parsed(raw, count)
  const html = email?.html?.slice(0, mostHtml) ?? ""
  checkHtml(html, limits.mail.html)
  const attachments = email?.attachments ?? []
  const attached: Array<Mail> = []
  for (const one of depth < deepest ? attachments.flatMap(mailIn).slice(0, mostAttached) : []) attached.push(await readAt(one, mailHash(one), depth + 1, count))
  return {
    ...envelopeIn(email, hash),
    sender: cleanText((email?.from?.name ?? "").slice(0, 200)),
    recipients: (email?.to ?? []).slice(0, mostRecipients).flatMap(({ name }) => cleanText(name.slice(0, 200)) || []),
    html,
    document: documentOf(html, email?.text ?? ""),
    passes: attachments.filter(isPass).slice(0, mostPasses).flatMap(passIn),
    calendars: attachments.flatMap(calendarOf),
    attached,
    isBulk: email?.headers.some(({ key, value }) => bulkHeaders.has(key) || (key === "precedence" && /bulk|list/i.test(value))) ?? false
  }
}

const bulkHeaders = new Set(["list-unsubscribe", "list-id", "x-campaign-id", "x-campaignid", "x-mailchimp-id"])
const mostRecipients = 5

const documentOf = (html: string, text: string): Document => {
  const fromHtml = html === "" ? null : htmlDocument(html)
  return fromHtml !== null && fromHtml.lines.length > 0 ? fromHtml : textDocument(text)
}

const parsed = async (raw: Uint8Array, count: PartCount): Promise<Email | null> => {
  try {
    return await parseMime(raw, count)
  } catch (cause) {
    if (isDocumentFailure(cause)) throw cause
    return headOf(raw)
  }
}

const longestHead = 100_000

/** Of a mail whose parts cannot be read at least whose it is, and what about: a seller's is kept for review. */
const headOf = async (raw: Uint8Array): Promise<Email | null> => {
  const text = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, longestHead)).toString("latin1")
  const [head = ""] = text.split(/\r?\n\r?\n/, 1)
  const plain = head.replace(/^content-[^\n]*(?:\n[ \t][^\n]*)*\n?/gim, "").replace(/\r?\n$/, "")
  try {
    return await PostalMime.parse(Buffer.from(`${plain}\r\n\r\n`, "latin1"))
  } catch {
    return null
  }
}

const idOf = (given: string | undefined): string | null => {
  const id = given?.replace(/[<>\s\0\p{Surrogate}]/gu, "").slice(0, longestId) ?? ""
  return id === "" ? null : id
}

const mailIn = ({ content, mimeType }: Attachment): ReadonlyArray<Uint8Array> =>
  mimeType !== "message/rfc822" ? [] : [typeof content === "string" ? Buffer.from(content) : new Uint8Array(content)]

const isPass = ({ filename, mimeType }: Attachment): boolean => mimeType === "application/vnd.apple.pkpass" || /\.pkpass$/i.test(filename ?? "")

const passIn = ({ content }: Attachment): ReadonlyArray<unknown> => {
  const pass = typeof content === "string" ? null : passOf(new Uint8Array(content))
  return pass === null ? [] : [pass]
}

const calendarOf = ({ content, filename, mimeType }: Attachment): ReadonlyArray<string> => {
  if (mimeType !== "text/calendar" && !/\.ics$/i.test(filename ?? "")) return []
  const text = typeof content === "string" ? content : new TextDecoder().decode(content)
  return text.length > mostCalendar ? [] : [text]
}
