import type { Emit } from "../threads/serve.js"
import { checkHtml } from "./html.js"
import { checkBytes, failureOf, limits, toMessage } from "./limits.js"
import type { DocumentAnswer, DocumentPart, DocumentRequest } from "./requests.js"

type RequestOf<Tag extends DocumentRequest["_tag"]> = Extract<DocumentRequest, { readonly _tag: Tag }>

/** Calendar rows per message: the host handles them in a millisecond or two. */
const rowsPerPart = 200

/** Reads one document within its limits. Parsers are large and differ by kind, so they load on first use. */
export const parse = async (request: DocumentRequest, emit: Emit<DocumentPart>): Promise<DocumentAnswer> => {
  try {
    return await read(request, emit)
  } catch (cause) {
    return { _tag: "Refused", failure: toMessage(failureOf(cause)) }
  }
}

const read = (request: DocumentRequest, emit: Emit<DocumentPart>): Promise<DocumentAnswer> => {
  switch (request._tag) {
    case "Page":
      return page(request)
    case "Article":
      return article(request)
    case "Mail":
      return mail(request, emit)
    case "Pass":
      return pass(request)
    case "Calendar":
      return calendar(request, emit)
  }
}

const checkPage = (html: string) => {
  checkBytes(html.length, limits.page.bytes)
  checkHtml(html, limits.page.html)
}

const page = async ({ html, url }: RequestOf<"Page">): Promise<DocumentAnswer> => {
  checkPage(html)
  const { extract } = await import("../articles/extract.js")
  return { _tag: "Page", page: extract(html, url) }
}

const article = async ({ html }: RequestOf<"Article">): Promise<DocumentAnswer> => {
  checkPage(html)
  const { providerText } = await import("../articles/extract.js")
  return { _tag: "Article", text: providerText(html) }
}

const mail = async (
  { isHandedIn, raw, senders }: RequestOf<"Mail">,
  emit: Emit<DocumentPart>
): Promise<DocumentAnswer> => {
  const [{ envelopeOf, readMail }, { readTickets }] = await Promise.all([
    import("../tickets/mail/mail.js"),
    import("../tickets/reading/read.js")
  ])
  const envelope = await envelopeOf(raw)
  await emit({ _tag: "Envelope", envelope })
  checkBytes(raw.length, limits.mail.bytes)
  return { _tag: "Mentions", mentions: readTickets(await readMail(raw, envelope.hash), isHandedIn, senders) }
}

const pass = async ({ raw }: RequestOf<"Pass">): Promise<DocumentAnswer> => {
  checkBytes(raw.length, limits.pass.bytes)
  const [{ passOf }, { readPass }, { sha256 }] = await Promise.all([
    import("../tickets/mail/mail.js"),
    import("../tickets/reading/read.js"),
    import("../tickets/mail/bytes.js")
  ])
  return { _tag: "Mentions", mentions: readPass(await passOf(raw), sha256(raw)) }
}

const calendar = async ({ text, window }: RequestOf<"Calendar">, emit: Emit<DocumentPart>): Promise<DocumentAnswer> => {
  checkBytes(text.length, limits.calendar.bytes)
  const [{ calendarFile }, { rowMention }] = await Promise.all([
    import("../kit/ics/calendarFile.js"),
    import("../calendar/toMention.js")
  ])
  const { rows, ...summary } = calendarFile(text, window.now, window)
  for (let at = 0; at < rows.length; at += rowsPerPart)
    await emit({ _tag: "Mentions", mentions: rows.slice(at, at + rowsPerPart).map(rowMention) })
  return { _tag: "Calendar", summary }
}
