import type { LocalDate } from "@daybook/core/shared"
import { wallClock } from "../../kit/WallClock.js"
import { words } from "./purposes/phrases.js"

/** `8:00 PM`, `8 p.m.`, `20:00`, `20.00 Uhr`, `20h30`. `prefixed` has `ore 21.00`, `18時30分`, `午後6時`. */
const clock =
  /(?<![\d:/$€£.])(?:(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?\s?([ap])\.?\s?m\b\.?|([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?(?![\d:])|([01]?\d|2[0-3])(?:[.:]([0-5]\d))?\s(?:uhr|uur)\b|([01]?\d|2[0-3])\s?h\s?([0-5]\d)?(?![\p{L}\d]))/iu

const prefixed =
  /(?<!\p{L})(?:ore|alle|às|as|um|om|a las|à)\s([01]?\d|2[0-3])[.:h]([0-5]\d)(?!\d|[.,]\d)|(午前|午後)?\s?([01]?\d|2[0-3])時(?:([0-5]?\d)分|(半))?/iu

const two = (text: string | number) => String(text).padStart(2, "0")

/** The first time in a text, `HH:MM`. */
export const timeIn = (text: string): string | null => {
  const line = text.slice(0, 400)
  const match = clock.exec(line)
  const other = prefixed.exec(line)
  if (other !== null && (match === null || other.index < match.index)) return prefixedTime(other)
  if (match === null) return null
  const [, hour, minute = "00", half, ...others] = match
  if (half === undefined) {
    const at = others.findIndex((part) => part !== undefined)
    return `${two(others[at] ?? "")}:${others[at + 1] ?? "00"}`
  }
  const hours = Number(hour)
  // "00:30 AM" and "20:00 PM" use the 24-hour clock.
  if ((hours === 0 || hours > 12) && hours < 24 && Number(minute) < 60) return `${two(hours)}:${minute}`
  return hours < 1 || hours > 12 || Number(minute) > 59
    ? null
    : `${two((hours % 12) + (half.toLowerCase() === "p" ? 12 : 0))}:${minute}`
}

const prefixedTime = ([, hour, minute, half, hourOfDay, minuteOfHour = "00", halfHour]: RegExpExecArray): string => {
  if (hour !== undefined) return `${two(hour)}:${minute}`
  const hours = Number(hourOfDay) + (half === "午後" && Number(hourOfDay) < 12 ? 12 : 0)
  return `${two(hours)}:${halfHour === undefined ? two(minuteOfHour) : "30"}`
}

/** Words for the opening of the doors. */
export const isDoors = words(
  "doors?|gates?|einlass|ouverture (?:des portes)?|apertura(?: (?:de )?(?:puertas|porte|cancelli))?|portas|abertura(?: dos? port(?:ões|as))?|deuren(?: open)?|zaal open|inlaat"
)
const isShow = words(
  "show(?:time)?|starts?|begins?|beginn|event|curtain|kick-?off|first pitch|performance|début|spectacle|concert|inicio|início|inizio|comienzo|empieza|espectáculo|spettacolo|aanvang|start|anstoß|anpfiff"
)
/** `17:00開場 18:00開演`, `開場 17:00 / 開演 18:00`. */
const curtain = /(\d{1,2}:\d{2})\s?(?:～|~)?\s?開演|(?:開演|開始|キックオフ|試合開始)[^\d]{0,4}(\d{1,2}:\d{2})/u

const curtainBehind = /()(?:開演|開始)[^\d]{0,4}(\d{1,2}:\d{2})/u

/** Start time of the show; the time when doors open is ignored. */
export const showTimeIn = (lines: ReadonlyArray<string>): string | null => {
  for (const line of lines) {
    const [, before, behind] = (/^\D*開場\D{0,3}\d/.test(line) ? curtainBehind : curtain).exec(line.slice(0, 200)) ?? []
    const start = before === undefined || before === "" ? behind : before
    if (start !== undefined) return timeIn(start)
    const parts = line.slice(0, 200).split(/\s*[|/•·,;]\s*|\s-\s/)
    const showPart = parts.find(
      (part) =>
        isShow.test(part) &&
        timeIn(part.slice(part.search(isShow))) !== null &&
        !isDoors.test(part.slice(0, part.search(isShow)))
    )
    if (showPart !== undefined) return timeIn(showPart.slice(showPart.search(isShow)))
  }
  const bare = lines.find((line) => isBareTime(line))
  return bare === undefined ? null : timeIn(bare)
}

const zoneLetters = /\b(?:[PMCE][SD]?T|GMT|UTC|BST|CEST?|MESZ|MEZ|local time)\b/gi

/** Whether a line is only a time, such as `8:00 PM PDT` or `at 19:30 - 22:00`. */
export const isBareTime = (line: string): boolean =>
  line.length < 60 &&
  timeIn(line) !== null &&
  line
    .replace(zoneLetters, "")
    .replace(/\b(?:at|from|to|um|om|ore|alle|a las|[ap]\.?m\.?|uhr|uur|h|hrs?|horas|heures)\b|às|à|開演/gi, "")
    .replace(/[ap]\.?\s?m\b/gi, "")
    .replace(/[\d\s:.,@()–—〜～-]+/g, "") === ""

/** Zone abbreviations in sellers' mails; winter ones are used in summer, too. */
const zones: Readonly<Record<string, string>> = {
  PT: "America/Los_Angeles",
  PST: "America/Los_Angeles",
  PDT: "America/Los_Angeles",
  MT: "America/Denver",
  MST: "America/Denver",
  MDT: "America/Denver",
  CT: "America/Chicago",
  CST: "America/Chicago",
  CDT: "America/Chicago",
  ET: "America/New_York",
  EST: "America/New_York",
  EDT: "America/New_York"
}

/** The instant of a time, when the text names the zone: `PDT`, `(PST)`, `GMT-7`. */
export const instantIn = (text: string, date: LocalDate, time: string | null): number | null => {
  if (time === null) return null
  const wall = Date.parse(`${date}T${time}:00Z`)
  const letters = /\b([PMCE][SD]?T)\b/.exec(text)?.[1]
  if (letters !== undefined) return wallClock(zones[letters]!)?.instantOf(wall) ?? null
  const [, sign, hours, minutes = "0"] = /\b(?:GMT|UTC)\s?([+-])(\d{1,2})(?::?(\d{2}))?/.exec(text) ?? []
  return sign === undefined || Number(hours) > 14
    ? null
    : wall - (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
