import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { StoredMail } from "../mails/mailbox.js"
import { type SimulatedRequest, wholeNumber } from "../shared/Simulator.js"
import { googleError } from "./Logins.js"

const json = (body: unknown) => HttpServerResponse.unsafeJson(body)
const firstHistory = 1_000

/** The part of the search syntax that Daybook uses: sender domains, words of forwarded mails, a day. */
export const searchMatches = (query: string, mail: StoredMail): boolean => {
  const domains = (/from:\(([^)]*)\)/.exec(query)?.[1] ?? "").split(/\s+OR\s+/).filter((domain) => domain !== "")
  const words = [...(/\{([^{}]*)\}\)\}/.exec(query)?.[1]?.matchAll(/"([^"]+)"|(?!OR\b)([A-Za-z]+)/g) ?? [])].map(
    ([, phrase, word]) => (phrase ?? word ?? "").toLowerCase()
  )
  const sender = (/<([^>]*)>/.exec(mail.from)?.[1] ?? mail.from).toLowerCase()
  const isFrom = domains.some(
    (domain) => sender === domain || sender.endsWith(`@${domain}`) || sender.endsWith(`.${domain}`)
  )
  const phrases = [...(/subject:\(((?:"[^"]+"(?: OR )?)+)\)/.exec(query)?.[1]?.matchAll(/"([^"]+)"/g) ?? [])].map(
    ([, phrase]) => phrase!.toLowerCase()
  )
  const isAbout = phrases.some((phrase) => mail.subject.toLowerCase().includes(phrase))
  const isForwarded = /^(fwd|fw)\b/i.test(mail.subject) && words.some((word) => mail.raw.toLowerCase().includes(word))
  const dayOf = (name: string) =>
    Date.parse(new RegExp(`\\b${name}:(\\d{4}/\\d{2}/\\d{2})`).exec(query)?.[1]?.replaceAll("/", "-") ?? "")
  return (isFrom || isAbout || isForwarded) && !(mail.at < dayOf("after")) && !(mail.at >= dayOf("before"))
}

export interface GmailState {
  /** Oldest first. */
  readonly mails: ReadonlyArray<StoredMail>
  /** Histories before this are forgotten. */
  readonly forgotten: number
}

/** Gmail's API below `/users/me`. */
export const gmailApi = (
  { forgotten, mails }: GmailState,
  { params, path }: SimulatedRequest
): HttpServerResponse.HttpServerResponse => {
  const historyId = String(firstHistory + mails.length)
  if (path === "/users/me/profile")
    return json({ emailAddress: "me@example.com", messagesTotal: mails.length, threadsTotal: mails.length, historyId })
  if (path === "/users/me/messages") {
    const matches = mails.filter((mail) => searchMatches(params["q"] ?? "", mail)).toReversed()
    return listed(matches, params, "messages", (part) => part.map(({ id }) => ({ id, threadId: id })), {
      resultSizeEstimate: 201
    })
  }
  if (path === "/users/me/history") {
    const start = wholeNumber(params["startHistoryId"], Number.NaN)
    if (Number.isNaN(start)) return googleError(400, "invalidArgument", "Invalid value")
    if (start - firstHistory < forgotten) return googleError(404, "notFound", "Requested entity was not found.")
    const added = mails.slice(start - firstHistory)
    return listed(
      added,
      params,
      "history",
      (part) =>
        part.map(({ id }, index) => ({
          id: String(start + index + 1),
          messagesAdded: [{ message: { id, threadId: id, labelIds: ["INBOX"] } }]
        })),
      { historyId }
    )
  }
  const mail = mails.find(({ id }) => path === `/users/me/messages/${id}`)
  return mail === undefined
    ? googleError(404, "notFound", "Requested entity was not found.")
    : message(mail, params["format"] ?? "full")
}

/** Lists that are empty are absent. */
const listed = (
  all: ReadonlyArray<StoredMail>,
  params: SimulatedRequest["params"],
  name: string,
  rows: (part: ReadonlyArray<StoredMail>) => ReadonlyArray<unknown>,
  more: Readonly<Record<string, unknown>>
) => {
  const size = Math.min(500, wholeNumber(params["maxResults"], 100))
  const from = wholeNumber(params["pageToken"], 0)
  const part = all.slice(from, from + size)
  return json({
    ...(part.length === 0 ? {} : { [name]: rows(part) }),
    ...(from + size < all.length ? { nextPageToken: String(from + size) } : {}),
    ...more
  })
}

const message = (mail: StoredMail, format: string) => {
  const common = {
    id: mail.id,
    threadId: mail.id,
    labelIds: ["INBOX"],
    snippet: "",
    sizeEstimate: mail.raw.length,
    historyId: String(firstHistory),
    internalDate: String(mail.at)
  }
  return format === "raw"
    ? json({ ...common, raw: Buffer.from(mail.raw, "latin1").toString("base64url") })
    : json({
        ...common,
        payload: {
          mimeType: "text/html",
          headers: [
            { name: "From", value: mail.from },
            { name: "Subject", value: mail.subject }
          ]
        }
      })
}
