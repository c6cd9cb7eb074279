/** Languages whose month names are recognised: Strava's account languages and some more. */
const languages = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "nl",
  "ru",
  "pl",
  "sv",
  "da",
  "nb",
  "fi",
  "cs",
  "sk",
  "tr",
  "id",
  "hu",
  "ro",
  "el",
  "uk",
  "hr",
  "sl",
  "ca",
  "vi",
  "th",
  "he",
  "ar",
  "ja",
  "ko",
  "zh"
]

const plain = (word: string) => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\.$/, "")

/** Long and short month names of every language. When two languages disagree, the first in the list wins. */
const makeMonths = (): ReadonlyMap<string, number> => {
  const months = new Map<string, number>()
  for (const language of languages) {
    for (const month of ["long", "short"] as const) {
      // With a day, languages that decline month names format the form used in dates.
      for (const day of ["numeric", undefined] as const) {
        const format = new Intl.DateTimeFormat(language, {
          month,
          timeZone: "UTC",
          calendar: "gregory",
          ...(day === undefined ? {} : { day })
        })
        for (let index = 0; index < 12; index++) {
          const part = format.formatToParts(Date.UTC(2021, index, 15)).find(({ type }) => type === "month")?.value ?? ""
          const name = plain(part)
          if (/\p{L}/u.test(name) && !months.has(name)) months.set(name, index + 1)
        }
      }
    }
  }
  return months
}

let monthNames: ReadonlyMap<string, number> | undefined

/** Words for one half of the day. */
const afternoon = /(?<!\p{L})(p\.?\s?m\.?|nachm\.?|μμ|μ\.μ\.)(?!\p{L})|下午|午後|오후|晚上/iu
const morning = /(?<!\p{L})(a\.?\s?m\.?|vorm\.?|πμ|π\.μ\.)(?!\p{L})|上午|午前|오전|凌晨|早上/iu

const time = /(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?!\d)(?=[^:]*$)/

/**
 * Parses a date and time of the archive (UTC) in any language: `Jul 12, 2016, 5:13:58 PM`, `12.07.2016, 17:13:58`, `12
 * juil. 2016 à 17:13:58`, `2016/07/12 17:13:58`. In numeric dates with the year last, the day comes first. Returns
 * epoch milliseconds, or null.
 */
export const archiveDate = (text: string): number | null => {
  const clock = time.exec(text)
  if (clock === null) return null
  const day = dayOf(text.slice(0, clock.index))
  const hour = hourOf(Number(clock[1]), text)
  const [minute, second] = [Number(clock[2]), Number(clock[3] ?? "0")]
  if (day === null || hour > 23 || minute > 59 || second > 59) return null
  const instant = Date.UTC(day.year, day.month - 1, day.day, hour, minute, second)
  return new Date(instant).getUTCDate() === day.day ? instant : null
}

const hourOf = (hour: number, text: string) => {
  if (afternoon.test(text)) return (hour % 12) + 12
  return morning.test(text) ? hour % 12 : hour
}

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

const dayOf = (text: string): Day | null => {
  const numbers = (text.match(/\d+/g) ?? []).map(Number)
  const named = monthIn(text)
  if (named !== null && numbers.length === 2) {
    const [first, second] = numbers as [number, number]
    return first > 31
      ? valid({ year: first, month: named, day: second })
      : valid({ year: second, month: named, day: first })
  }
  if (numbers.length !== 3) return null
  const [first, second, third] = numbers as [number, number, number]
  if (first > 31) return valid({ year: first, month: second, day: third })
  return second > 12
    ? valid({ year: third, month: first, day: second })
    : valid({ year: third, month: second, day: first })
}

const valid = (day: Day): Day | null =>
  day.year >= 1970 && day.year <= 9999 && day.month >= 1 && day.month <= 12 && day.day >= 1 && day.day <= 31
    ? day
    : null

const monthIn = (text: string): number | null => {
  const months = (monthNames ??= makeMonths())
  for (const word of text.match(/[\p{L}\p{M}]+/gu) ?? []) {
    const month = months.get(plain(word))
    if (month !== undefined) return month
  }
  return null
}
