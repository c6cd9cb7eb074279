import { strToU8, zipSync } from "fflate"
import type { DocumentRequest } from "../../src/documents/requests.js"

/** A document of about so many bytes, made to be slow to read. */
export type Shape = (bytes: number) => DocumentRequest

const fill = (piece: string | ((index: number) => string), bytes: number): string => {
  const of = typeof piece === "string" ? () => piece : piece
  const pieces: Array<string> = []
  for (let length = 0, index = 0; length < bytes; index++) {
    const one = of(index)
    pieces.push(one)
    length += one.length
  }
  return pieces.join("")
}

/** Fewer steps than usual: the bound itself is what takes most of the time. */
const window = { now: Date.parse("2026-03-01T00:00:00Z"), steps: 50_000 }
const ics =
  (content: (bytes: number) => string): Shape =>
  (bytes) => ({
    _tag: "Calendar",
    window,
    text: `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${content(bytes)}\r\nEND:VCALENDAR\r\n`
  })
const event = (lines: string, uid = "a@example.com") =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nSUMMARY:Show\r\n${lines}\r\nEND:VEVENT\r\n`
const zone = (rule: string, name = "Own") =>
  `BEGIN:VTIMEZONE\r\nTZID:${name}\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:-0700\r\nTZOFFSETTO:-0800\r\n${rule}\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n`
const start = "DTSTART:20260418T190000Z"

export const calendars: Readonly<Record<string, Shape>> = {
  "events in a zone with a rule for every second": ics(
    (bytes) =>
      zone("RRULE:FREQ=SECONDLY") +
      fill((index) => event(`DTSTART;TZID=Own:20${String((index % 90) + 10)}0418T190000`, `${index}`), bytes)
  ),
  "zones with many rules": ics((bytes) =>
    fill(
      (index) =>
        zone("RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU", `Z${index}`) +
        event(`DTSTART;TZID=Z${index}:${1970 + (index % 130)}0418T190000`, `${index}`),
      bytes
    )
  ),
  "long names of zones": ics((bytes) =>
    fill(() => event(`DTSTART;TZID=${"a".repeat(Math.min(60_000, bytes / 3))}:20260418T190000`), bytes)
  ),
  "long names of zones with slashes": ics((bytes) =>
    event(`DTSTART;TZID=${fill("a/", Math.min(60_000, bytes))}:20260418T190000`)
  ),
  "different names of zones": ics((bytes) =>
    fill((index) => event(`DTSTART;TZID=Zone/${index}:20260418T190000`, `${index}`), bytes)
  ),
  "a series for every second": ics((bytes) =>
    fill((index) => event(`${start}\r\nRRULE:FREQ=SECONDLY`, `${index}`), bytes)
  ),
  "a series that never falls on a day": ics((bytes) =>
    fill((index) => event(`${start}\r\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30`, `${index}`), bytes)
  ),
  "an event with many rules": ics((bytes) => event(`${start}\r\n${fill("RRULE:FREQ=DAILY\r\n", bytes)}`)),
  "a long rule": ics((bytes) => event(`${start}\r\nRRULE:FREQ=YEARLY;BYDAY=${fill("MO,", bytes)}TU`)),
  "a series of an event with many guests": ics((bytes) =>
    event(`${start}\r\nRRULE:FREQ=DAILY\r\n${fill("ATTENDEE:mailto:me@example.com\r\n", bytes)}`)
  ),
  "a series of an event with a long text": ics((bytes) =>
    event(`${start}\r\nRRULE:FREQ=DAILY\r\nDESCRIPTION:${fill("\\n ", bytes)}`)
  ),
  "many listed days": ics((bytes) =>
    event(`${start}\r\n${fill(`RDATE:${fill("20260419T190000Z,", 1_000)}\r\n`, bytes)}`)
  ),
  "many excluded days": ics((bytes) => event(`${start}\r\n${fill("EXDATE:20260419T190000Z\r\n", bytes)}`)),
  "one event told many times": ics((bytes) => fill((index) => event(`${start}\r\nSEQUENCE:${index % 7}`), bytes)),
  "a folded line": ics((bytes) => event(`${start}\r\nDESCRIPTION:x\r\n${fill(" a\r\n", bytes)}`)),
  "open quotes": ics((bytes) => fill('A;B="c\r\n', bytes)),
  "many parameters": ics((bytes) => `A;${fill("B=c;", bytes)}:d`),
  "lines without a colon": ics((bytes) => fill('"'.repeat(500) + "\r\n", bytes)),
  "open components": ics((bytes) => fill("BEGIN:VEVENT\r\n", bytes)),
  "nested components": ics((bytes) => fill("BEGIN:A\r\n", bytes)),
  "blank lines": ics((bytes) => "\n".repeat(bytes)),
  returns: ics((bytes) => "\r".repeat(bytes)),
  "a description of newlines": ics((bytes) =>
    fill((index) => event(`${start}\r\nDESCRIPTION:${"\\n".repeat(9_000)}`, `${index}`), bytes)
  )
}

const head =
  "From: Seller <a@axs.com>\r\nTo: me@example.com\r\nSubject: Your tickets\r\nDate: Mon, 02 Mar 2026 18:20:11 +0000\r\nMessage-ID: <one@mail.example>\r\nMIME-Version: 1.0\r\n"
const raw = (text: string): DocumentRequest => ({
  _tag: "Mail",
  raw: new Uint8Array(Buffer.from(text, "latin1")),
  isHandedIn: true,
  senders: []
})
const mail =
  (type: string, content: (bytes: number) => string, headers = ""): Shape =>
  (bytes) =>
    raw(`${head}${headers}Content-Type: ${type}\r\n\r\n${content(bytes)}`)
const html = (content: (bytes: number) => string) => mail("text/html", content)
const headed =
  (headers: (bytes: number) => string): Shape =>
  (bytes) =>
    raw(`${headers(bytes)}\r\n${head}\r\nbody`)
const script = (json: string) => `<script type="application/ld+json">${json}</script>`

const markups: Readonly<Record<string, (bytes: number) => string>> = {
  "nested div": (bytes) => fill("<div>", bytes),
  "nested tables": (bytes) => fill("<table><tr><td>", bytes),
  "paragraphs in a row": (bytes) => fill("<p>a ", bytes),
  "short paragraphs": (bytes) => fill("<p>one word of it</p>", bytes),
  "line breaks": (bytes) => fill("<br>", bytes),
  cells: (bytes) => `<table>${fill("<tr><td>a</td></tr>", bytes)}</table>`,
  "list items": (bytes) => `<ul>${fill("<li>a", bytes)}</ul>`,
  links: (bytes) => fill("<a href=b>c</a>", bytes),
  "closing tags": (bytes) => fill("</p>", bytes),
  "closing tags of nothing": (bytes) => fill("<b></i>", bytes),
  attributes: (bytes) => `<p ${fill((index) => `a${index}=b `, bytes)}>`,
  "a style": (bytes) => `<p style="${fill("display: none; ", bytes)}">a</p>`,
  "open tags": (bytes) => fill("<a", bytes),
  "less-than signs": (bytes) => "<".repeat(bytes),
  "open comments": (bytes) => fill("<!--", bytes),
  "open declarations": (bytes) => fill("<!a", bytes),
  "open CDATA": (bytes) => fill("<![CDATA[", bytes),
  "open scripts": (bytes) => fill("<script>", bytes),
  entities: (bytes) => fill("&amp;&#60;&nbsp;", bytes),
  "broken entities": (bytes) => fill("&a&#&#x", bytes),
  blanks: (bytes) => " ".repeat(bytes),
  "non-breaking blanks": (bytes) => fill("&nbsp;\n", bytes),
  "drawings that are not closed": (bytes) => fill("<b><svg></b>", bytes),
  drawings: (bytes) => fill("<svg><title>a</title></svg>", bytes),
  "nested microdata": (bytes) => fill("<div itemscope itemtype=a itemprop=b>", bytes),
  "flat microdata": (bytes) =>
    fill("<div itemscope itemtype=http://schema.org/Event><span itemprop=name>a</span></div>", bytes),
  "microdata of many properties": (bytes) =>
    `<div itemscope itemtype=http://schema.org/Event>${fill("<span itemprop=name>a</span>", bytes)}</div>`,
  "deep JSON-LD": (bytes) => script(fill("[", bytes)),
  "deep graphs": (bytes) => script(fill('{"@graph":[', bytes)),
  "JSON-LD with commas": (bytes) => script(fill(",      ", bytes)),
  "many scripts": (bytes) => fill(script("{}"), bytes),
  "JSON-LD of many seats": (bytes) =>
    fill(
      (index) =>
        script(
          JSON.stringify({
            "@type": "EventReservation",
            reservationNumber: "1",
            reservationFor: { "@type": "Event", name: "a", startDate: "2026-04-18" },
            reservedTicket: Array.from({ length: 200 }, (_, seat) => ({
              ticketedSeat: { seatNumber: String(index * 200 + seat) }
            }))
          })
        ),
      bytes
    ),
  "JSON-LD that refers to itself": (bytes) =>
    script(
      JSON.stringify({
        "@graph": [
          { "@type": "Article", author: Array.from({ length: bytes / 40 }, () => ({ "@id": "x" })) },
          ...Array.from({ length: bytes / 40 }, (_, index) => ({ "@id": index }))
        ]
      })
    ),
  "meta tags": (bytes) => fill("<meta property=og:a content=b>", bytes)
}

const part = (type: string, content: string, more = "") => `--b\r\nContent-Type: ${type}\r\n${more}\r\n${content}\r\n`

export const mails: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries(Object.entries(markups).map(([name, content]) => [name, html(content)])),
  "flowed text of short lines": mail("text/plain; format=flowed", (bytes) => fill("a \r\n", bytes)),
  "flowed text that is deleted": mail("text/plain; format=flowed; delsp=yes", (bytes) => fill(" \r\n", bytes)),
  "plain text of short lines": mail("text/plain", (bytes) => "\n".repeat(bytes)),
  "a long line": mail("text/plain", (bytes) => "a".repeat(bytes)),
  "quoted lines": mail("text/plain", (bytes) => fill("> ", bytes)),
  dates: mail("text/plain", (bytes) => fill("Thu, May 16 2019 7:10 PM ", bytes)),
  "lines of dates": mail("text/plain", (bytes) => fill("Thu, May 16 - May 16 - \r\n", bytes)),
  "numbers of orders": mail("text/plain", (bytes) => fill("Order # ", bytes)),
  seats: mail("text/plain", (bytes) => fill("Section 1 Row 2 Seat 1 & 2 & \r\n", bytes)),
  "headers of forwarded mails": mail("text/plain", (bytes) => fill("* _ * _ From\r\n", bytes)),
  "padded base64": mail("text/plain", (bytes) => fill("YQ==\r\n", bytes), "Content-Transfer-Encoding: base64\r\n"),
  padding: mail("text/plain", (bytes) => "=".repeat(bytes), "Content-Transfer-Encoding: base64\r\n"),
  "soft line breaks": mail(
    "text/plain",
    (bytes) => fill("=\r\n", bytes),
    "Content-Transfer-Encoding: quoted-printable\r\n"
  ),
  "broken quoted-printable": mail(
    "text/plain",
    (bytes) => fill("=g=", bytes),
    "Content-Transfer-Encoding: quoted-printable\r\n"
  ),
  parts: mail("multipart/mixed; boundary=b", (bytes) => fill(part("text/plain", "a"), bytes)),
  "empty parts": mail("multipart/mixed; boundary=b", (bytes) => fill("--b\r\n", bytes)),
  "nested parts": (bytes) =>
    raw(head + fill((index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`, bytes)),
  "lines like boundaries": mail("multipart/mixed; boundary=b", (bytes) =>
    part("text/plain", fill("--b-\r\n--\r\n", bytes))
  ),
  "broken passes": mail("multipart/mixed; boundary=b", (bytes) =>
    fill(part("application/vnd.apple.pkpass", `PK${"\0".repeat(100)}`), bytes)
  ),
  "attached mails": mail("multipart/mixed; boundary=b", (bytes) =>
    fill(part("message/rfc822", "Subject: a\r\n\r\na"), bytes)
  ),
  "attached calendars": mail("multipart/mixed; boundary=b", (bytes) =>
    fill(
      part(
        "text/calendar",
        `BEGIN:VCALENDAR\r\n${zone("RRULE:FREQ=SECONDLY")}${event("DTSTART;TZID=Own:20260418T190000\r\nRRULE:FREQ=SECONDLY")}END:VCALENDAR`
      ),
      bytes
    )
  ),
  "texts and HTML in turn": mail("multipart/mixed; boundary=b", (bytes) =>
    fill(part("text/plain", "a") + part("text/html", "<a href=b>"), bytes)
  ),
  "one header": headed((bytes) => `X-A: ${"a".repeat(bytes)}`),
  headers: headed((bytes) => fill("X-A: b\r\n", bytes)),
  "a folded header": headed((bytes) => `X-A: b\r\n${fill(" c\r\n", bytes)}`),
  "encoded words": headed((bytes) => `Subject: ${fill("=?utf-8?B?AAAA?=\r\n ", bytes)}`),
  "broken encoded words": headed((bytes) => `Subject: ${fill("=?utf-8?Q?", bytes)}`),
  "angle brackets in an address": headed((bytes) => `From: ${"<".repeat(bytes)}`),
  "comments in an address": headed((bytes) => `From: ${fill("(a", bytes)}`),
  "groups in an address": headed((bytes) => `From: ${fill("a:", bytes)}`),
  "quotes in an address": headed((bytes) => `From: ${fill('"a\\', bytes)}`),
  addresses: headed((bytes) => `From: ${fill("a@b, ", bytes)}`),
  "comments in a type": headed((bytes) => `Content-Type: text/plain; ${fill("a=( ", bytes)}`),
  "parameters of a type": headed((bytes) => `Content-Type: text/plain; ${fill((index) => `a*${index}*=b; `, bytes)}`),
  "blanks in a header": headed((bytes) => `Subject: a${" ".repeat(bytes)}b`),
  "a subject of words": headed((bytes) => `Subject: ${fill("event update your event ", bytes)}`)
}

const page =
  (content: (bytes: number) => string): Shape =>
  (bytes) => ({ _tag: "Page", html: content(bytes), url: "https://a.example/b" })
export const pages: Readonly<Record<string, Shape>> = Object.fromEntries(
  Object.entries(markups).map(([name, content]) => [name, page(content)])
)

const articleOf =
  (content: (bytes: number) => string): Shape =>
  (bytes) => ({ _tag: "Article", html: content(bytes) })
export const articles: Readonly<Record<string, Shape>> = Object.fromEntries(
  Object.entries(markups).map(([name, content]) => [name, articleOf(content)])
)

const pass =
  (content: (bytes: number) => Uint8Array): Shape =>
  (bytes) => ({ _tag: "Pass", raw: content(bytes) })
const ticket = (fields: ReadonlyArray<unknown>) => ({
  "pass.json": strToU8(JSON.stringify({ eventTicket: { primaryFields: fields } }))
})

/** The end of an archive that promises more files than there are. */
const promise = () => {
  const end = new Uint8Array(22)
  new DataView(end.buffer).setUint32(0, 0x06054b50, true)
  new DataView(end.buffer).setUint16(8, 65_535, true)
  return end
}

export const passes: Readonly<Record<string, Shape>> = {
  "nothing of an archive": pass((bytes) => new Uint8Array(bytes)),
  "an archive that promises files": pass((bytes) => new Uint8Array([...new Uint8Array(bytes), ...promise()])),
  "many files": pass((bytes) =>
    zipSync(Object.fromEntries(Array.from({ length: bytes / 100 }, (_, index) => [`a${index}`, new Uint8Array(1)])), {
      level: 0
    })
  ),
  "many fields": pass((bytes) =>
    zipSync(ticket(Array.from({ length: Math.min(bytes, 900_000) / 20 }, () => ({ value: "a" }))), { level: 0 })
  ),
  "deep JSON": pass((bytes) => zipSync({ "pass.json": strToU8("[".repeat(Math.min(bytes, 900_000))) }, { level: 0 }))
}
