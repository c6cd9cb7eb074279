/** A letter before it is put into an envelope. */
export interface Letter {
  /** `Name <address>`. */
  readonly from: string
  readonly to: string
  readonly subject: string
  /** Epoch milliseconds. */
  readonly at: number
  /** Without brackets. */
  readonly id: string
  readonly text: string
  readonly html?: string
  /** An invitation, as a file. */
  readonly calendar?: string
  readonly headers?: Readonly<Record<string, string>>
}

const wrapped = (base64: string): string => base64.match(/.{1,76}/g)?.join("\r\n") ?? ""
const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64")

/** RFC 2047, in words short enough for a line. */
const word = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? text
    : [...text]
        .reduce<Array<string>>((words, sign) => {
          const last = words.at(-1)
          if (last === undefined || Buffer.byteLength(last + sign) > 40) words.push(sign)
          else words[words.length - 1] = last + sign
          return words
        }, [])
        .map((part) => `=?UTF-8?B?${base64(part)}?=`)
        .join("\r\n ")

/** Quoted-printable (RFC 2045 §6.7). */
const quoted = (text: string): string =>
  text
    .split("\n")
    .map((line) => {
      const signs = [...Buffer.from(line, "utf8")].map((byte) =>
        (byte >= 33 && byte <= 126 && byte !== 61) || byte === 32
          ? String.fromCharCode(byte)
          : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`
      )
      const lines = [""]
      for (const sign of signs) {
        if (lines.at(-1)!.length + sign.length > 75) lines.push("")
        lines[lines.length - 1] += sign
      }
      return lines.join("=\r\n").replace(/ $/, "=20")
    })
    .join("\r\n")

const part = (type: string, body: string, headers: ReadonlyArray<string> = []) =>
  [`Content-Type: ${type}`, ...headers, "", body].join("\r\n")

const multipart = (kind: string, boundary: string, parts: ReadonlyArray<string>) =>
  part(
    `multipart/${kind}; boundary="${boundary}"`,
    [...parts.map((one) => `--${boundary}\r\n${one}`), `--${boundary}--`, ""].join("\r\n")
  )

/** A letter as it travels (RFC 5322, MIME), with CRLF at the ends of lines. */
export const mime = ({ at, calendar, from, headers = {}, html, id, subject, text, to }: Letter): string => {
  const plain = part("text/plain; charset=utf-8", quoted(text), ["Content-Transfer-Encoding: quoted-printable"])
  const body =
    html === undefined
      ? plain
      : multipart("alternative", `alt-${id.slice(0, 12)}`, [
          plain,
          part('text/html; charset="UTF-8"', wrapped(base64(html)), ["Content-Transfer-Encoding: base64"])
        ])
  const whole =
    calendar === undefined
      ? body
      : multipart("mixed", `mix-${id.slice(0, 12)}`, [
          body,
          part('text/calendar; charset=utf-8; name="event.ics"', wrapped(base64(calendar)), [
            "Content-Transfer-Encoding: base64",
            'Content-Disposition: attachment; filename="event.ics"'
          ])
        ])
  const [name = "", address = ""] = from.split(/\s(?=<)/)
  return [
    "Received: by mx.example.com; " + new Date(at).toUTCString().replace("GMT", "+0000"),
    `From: ${word(name)} ${address}`.trimEnd(),
    `To: ${to}`,
    `Subject: ${word(subject)}`,
    `Date: ${new Date(at).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${id}>`,
    ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
    "MIME-Version: 1.0",
    whole
  ].join("\r\n")
}
