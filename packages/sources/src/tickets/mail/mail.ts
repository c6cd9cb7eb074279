import { buffer } from "node:stream/consumers"
import PostalMime, { type Attachment, type Email } from "postal-mime"
import { fromBufferPromise } from "yauzl"
import { checkHtml } from "../../documents/html.js"
import { isDocumentFailure, limits } from "../../documents/limits.js"
import type { Envelope } from "../../documents/requests.js"
import { instantOf } from "../../kit/WallClock.js"
import { type Document, cleanText, textDocument } from "../document/document.js"
import { htmlDocument } from "../document/htmlDocument.js"
import { mailHash } from "./bytes.js"
import { type PartCount, parseMime } from "./mime.js"

/** The files read from a pass; others are pictures. Texts of several languages are in folders such as `en.lproj`. */
const passFile = "pass.json"
const stringsFile = /(?:^|\/)([\w-]+)\.lproj\/pass\.strings$/
const maxEntryBytes = 1_000_000
/** Maximum number of files. Passes have about twenty. */
const maxEntries = 1_000

/** The `pass.json` of a wallet pass (`.pkpass`, a zip) with its texts; null for anything else. */
export const passOf = async (bytes: Uint8Array): Promise<unknown> => {
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      decodeStrings: false
    })
    if (zip.entryCount > maxEntries) return null
    let pass: unknown = null
    const texts = new Map<string, ReadonlyMap<string, string>>()
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileNameRaw.toString()
      const [, language] = stringsFile.exec(name) ?? []
      if ((name !== passFile && language === undefined) || entry.uncompressedSize > maxEntryBytes) continue
      const content = textOf(await buffer(await zip.openReadStreamPromise(entry)))
      if (language === undefined) pass = JSON.parse(content)
      else if (texts.size < maxLanguages) texts.set(language, stringsIn(content))
    }
    return withTexts(pass, texts.get("en") ?? [...texts.values()][0], 0)
  } catch {
    // Not a valid pass.
  }
  return null
}

const maxLanguages = 40
const maxStrings = 500

/** `"venue" = "Halyard Hall";` of a strings file. */
const stringsIn = (content: string): ReadonlyMap<string, string> =>
  new Map(
    [...content.matchAll(/"((?:[^"\\]|\\.){1,200})"\s*=\s*"((?:[^"\\]|\\.){0,1000})"\s*;/g)]
      .slice(0, maxStrings)
      .map(([, key = "", value = ""]) => [unescaped(key), unescaped(value)])
  )

const unescaped = (text: string) => text.replace(/\\n/g, "\n").replace(/\\(.)/g, "$1")

const deepestPass = 12

/** Replaces texts that are keys of the strings file. */
const withTexts = (value: unknown, texts: ReadonlyMap<string, string> | undefined, depth: number): unknown => {
  if (texts === undefined || depth > deepestPass) return value
  if (typeof value === "string") return texts.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => withTexts(one, texts, depth + 1))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts(one, texts, depth + 1)]))
}

/** Some passes are UTF-16 with a byte order mark. */
const textOf = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  return new TextDecoder(
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8"
  ).decode(bytes)
}

/** A parsed mail; for a forwarded one, the inner mail. */
export interface Mail {
  /** Message-ID without brackets, else the hash; the same for every origin. */
  readonly key: string
  /** SHA-256 of the raw message, ignoring line-end differences. */
  readonly hash: string
  /** Sender's address; "" when missing. */
  readonly from: string
  /** Sender's display name; "" when missing. */
  readonly sender: string
  /** Display names of the recipients. */
  readonly recipients: ReadonlyArray<string>
  readonly subject: string
  /** Date of the mail, epoch milliseconds; 0 when missing. */
  readonly sentAt: number
  /** UTC offset of that date in minutes; null when missing. */
  readonly offset: number | null
  /** "" when missing. */
  readonly html: string
  /** Text of the HTML part, when present: sellers' text parts lack lines. */
  readonly document: Document
  /** Contents of attached wallet passes. */
  readonly passes: ReadonlyArray<unknown>
  /** Attached calendars. */
  readonly calendars: ReadonlyArray<string>
  /** Mails forwarded as attachments. */
  readonly attached: ReadonlyArray<Mail>
  /** Whether the headers mark bulk mail. */
  readonly isBulk: boolean
}

const maxHtmlLength = 2_000_000
const maxCalendarLength = 500_000
const maxIdLength = 400
const maxSubjectLength = 1_000
const deepest = 3
const maxAttached = 20
/** Maximum number of passes per mail: one per seat. */
const maxPasses = 60

/** Reads a raw message (RFC 5322, MIME). Unreadable parts are empty. Throws a `DocumentFailure` beyond the limits. */
export const readMail = (raw: Uint8Array, hash = mailHash(raw)): Promise<Mail> => readAt(raw, hash, 0, { parts: 0 })

/** Sender and subject of a mail from its top-level headers. */
export const envelopeOf = async (raw: Uint8Array): Promise<Envelope> => envelopeIn(await headOf(raw), mailHash(raw))

const envelopeIn = (email: Email | null, hash: string): Envelope => ({
  key: idOf(email?.messageId) ?? `sha256:${hash}`,
  hash,
  from: (email?.from?.address ?? "").toLowerCase().slice(0, 320),
  subject: cleanText((email?.subject ?? "").slice(0, maxSubjectLength)),
  sentAt: instantOf(email?.date) ?? 0
})

const readAt = async (raw: Uint8Array, hash: string, depth: number, count: PartCount): Promise<Mail> => {
  const email = await parseOrHead(raw, count)
  const html = email?.html?.slice(0, maxHtmlLength) ?? ""
  checkHtml(html, limits.mail.html)
  const attachments = email?.attachments ?? []
  const attached: Array<Mail> = []
  for (const one of depth < deepest ? attachments.flatMap(mailIn).slice(0, maxAttached) : [])
    attached.push(await readAt(one, mailHash(one), depth + 1, count))
  return {
    ...envelopeIn(email, hash),
    offset: offsetOf(email?.headers.find(({ key }) => key === "date")?.value ?? ""),
    sender: cleanText((email?.from?.name ?? "").slice(0, 200)),
    recipients: (email?.to ?? []).slice(0, maxRecipients).flatMap(({ name }) => cleanText(name.slice(0, 200)) || []),
    html,
    document: documentOf(html, email?.text ?? ""),
    passes: (await Promise.all(attachments.filter(isPass).slice(0, maxPasses).map(passIn))).filter(
      (pass) => pass !== null
    ),
    calendars: attachments.flatMap(calendarOf),
    attached,
    isBulk:
      email?.headers.some(
        ({ key, value }) => bulkHeaders.has(key) || (key === "precedence" && /bulk|list/i.test(value))
      ) ?? false
  }
}

/** Minutes of `+0530` at the end of a date. */
const offsetOf = (date: string): number | null => {
  const [, sign, hours, minutes] = /([+-])(\d{2}):?(\d{2})\s*(?:\(.*\))?$/.exec(date.trim()) ?? []
  return sign === undefined ? null : (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const bulkHeaders = new Set(["list-unsubscribe", "list-id", "x-campaign-id", "x-campaignid", "x-mailchimp-id"])
const maxRecipients = 5

const documentOf = (html: string, text: string): Document => {
  const fromHtml = html === "" ? null : htmlDocument(html)
  return fromHtml !== null && fromHtml.lines.length > 0 ? fromHtml : textDocument(text)
}

const parseOrHead = async (raw: Uint8Array, count: PartCount): Promise<Email | null> => {
  try {
    return await parseMime(raw, count)
  } catch (cause) {
    if (isDocumentFailure(cause)) throw cause
    return headOf(raw)
  }
}

const maxHeadBytes = 100_000

/** Headers of a mail with unreadable parts: a seller's mail is then stored for review. */
const headOf = async (raw: Uint8Array): Promise<Email | null> => {
  const text = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, maxHeadBytes)).toString("latin1")
  const [head = ""] = text.split(/\r?\n\r?\n/, 1)
  const plain = head.replace(/^content-[^\n]*(?:\n[ \t][^\n]*)*\n?/gim, "").replace(/\r?\n$/, "")
  try {
    return await PostalMime.parse(Buffer.from(`${plain}\r\n\r\n`, "latin1"))
  } catch {
    return null
  }
}

const idOf = (messageId: string | undefined): string | null => {
  const id = messageId?.replace(/[<>\s\0\p{Surrogate}]/gu, "").slice(0, maxIdLength) ?? ""
  return id === "" ? null : id
}

const mailIn = ({ content, mimeType }: Attachment): ReadonlyArray<Uint8Array> =>
  mimeType !== "message/rfc822" ? [] : [typeof content === "string" ? Buffer.from(content) : new Uint8Array(content)]

const isPass = ({ filename, mimeType }: Attachment): boolean =>
  mimeType === "application/vnd.apple.pkpass" || /\.pkpass$/i.test(filename ?? "")

const passIn = async ({ content }: Attachment): Promise<unknown> =>
  typeof content === "string" ? null : passOf(new Uint8Array(content))

const calendarOf = ({ content, filename, mimeType }: Attachment): ReadonlyArray<string> => {
  if (mimeType !== "text/calendar" && !/\.ics$/i.test(filename ?? "")) return []
  const text = typeof content === "string" ? content : new TextDecoder().decode(content)
  return text.length > maxCalendarLength ? [] : [text]
}
