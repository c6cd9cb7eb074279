/** RFC 5545 §3.1: a line has at most 75 octets; a longer one continues after a line break and a blank. */
const longestLine = 75

/** The length of a character in UTF-8. */
const octetsOf = (character: string): number => {
  const point = character.codePointAt(0)!
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
}

/** A line of content, folded, with its line break. */
export const contentLine = (line: string): string => {
  let text = ""
  let octets = 0
  for (const character of line) {
    const more = octetsOf(character)
    if (octets + more > longestLine) {
      text += "\r\n "
      octets = 1
    }
    text += character
    octets += more
  }
  return `${text}\r\n`
}

/** A TEXT value (RFC 5545 §3.3.11). Control characters other than line breaks are not allowed in it. */
export const calendarText = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replace(/(?!\t)\p{Cc}/gu, "")

/** `20260807T201000Z`. */
export const calendarInstant = (at: number): string =>
  new Date(at).toISOString().replace(/\.\d+/, "").replace(/[-:]/g, "")

/** `20260807`, of a date `YYYY-MM-DD`. */
export const calendarDate = (date: string): string => date.replaceAll("-", "")

/** The first lines of a calendar. `END:VCALENDAR` ends it. */
export const calendarHead = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Daybook//Daybook//EN", "CALSCALE:GREGORIAN"]
