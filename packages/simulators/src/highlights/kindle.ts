import type { SavingAccount } from "../saves/SavingAccount.js"

/** How a device writes the line below the title. Times are those of its clock. */
export type ClippingLanguage = "en" | "en-GB" | "old" | "de" | "zh" | "ja" | "page"

type Kind = "highlight" | "note" | "bookmark"

interface Place {
  readonly page: number
  readonly from: number
  readonly to: number
}

const two = (number: number) => String(number).padStart(2, "0")

const clockOf = (at: Date, isTwelve: boolean): string => {
  const [hour, rest] = [at.getUTCHours(), `:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`]
  return isTwelve ? `${hour % 12 || 12}${rest} ${hour < 12 ? "AM" : "PM"}` : `${two(hour)}${rest}`
}

const weekday = (at: Date, language: string) =>
  new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(at)
const month = (at: Date, language: string) =>
  new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" }).format(at)

const words = {
  en: { highlight: "Your Highlight", note: "Your Note", bookmark: "Your Bookmark" },
  de: { highlight: "Ihre Markierung", note: "Ihre Notiz", bookmark: "Ihr Lesezeichen" },
  zh: { highlight: "标注", note: "笔记", bookmark: "书签" },
  ja: { highlight: "ハイライト", note: "メモ", bookmark: "ブックマーク" }
}

const rangeOf = (kind: Kind, { from, to }: Place) => (kind === "highlight" ? `${from}-${to}` : String(to))

/** The line below the title. `wall` is the device's clock in seconds, as if it were UTC. */
const detailsOf = (language: ClippingLanguage, kind: Kind, place: Place, wall: number): string => {
  const at = new Date(wall * 1_000)
  const [day, year] = [at.getUTCDate(), at.getUTCFullYear()]
  const range = rangeOf(kind, place)
  const english = `${weekday(at, "en")}, ${month(at, "en")} ${day}, ${year} ${clockOf(at, true)}`
  const british = `${weekday(at, "en")}, ${day} ${month(at, "en")} ${year} ${clockOf(at, false)}`
  const german = `${weekday(at, "de")}, ${day}. ${month(at, "de")} ${year} ${clockOf(at, false)}`
  const hour = at.getUTCHours()
  const chinese = `${year}年${at.getUTCMonth() + 1}月${day}日${weekday(at, "zh")} ${hour < 12 ? "上午" : "下午"}`
  if (language === "en") return `- ${words.en[kind]} on page ${place.page} | Location ${range} | Added on ${english}`
  if (language === "en-GB") return `- ${words.en[kind]} at location ${range} | Added on ${british}`
  if (language === "old") return `- ${words.en[kind].slice(5)} Loc. ${range}  | Added on ${english}`
  if (language === "page") return `- ${words.en[kind]} on page ${place.page} | Added on ${english}`
  if (language === "de")
    return `- ${words.de[kind]} auf Seite ${place.page} | bei Position ${range} | Hinzugefügt am ${german}`
  if (language === "ja") {
    const japanese = `${year}年${at.getUTCMonth() + 1}月${day}日${weekday(at, "ja")} ${clockOf(at, false)}`
    return `- ${place.page}ページ|位置No. ${range}の${words.ja[kind]} |作成日: ${japanese}`
  }
  const time = clockOf(at, true).replace(/ ..$/, "")
  return `- 您在第 ${place.page} 页（位置 #${range}）的${words.zh[kind]} | 添加于 ${chinese}${time}`
}

/** A block of `My Clippings.txt`. */
export const clippingOf = (options: {
  readonly heading: string
  readonly kind: Kind
  readonly place: Place
  /** The device's clock in seconds, as if it were UTC. */
  readonly wall: number
  readonly text: string
  readonly language?: ClippingLanguage
}): string => {
  const { heading, kind, language = "en", place, text, wall } = options
  return [heading, detailsOf(language, kind, place, wall), "", text, "==========", ""].join("\r\n")
}

/** `My Clippings.txt` in the order of marking, with a byte order mark at each title. Notes follow their highlights. */
export const kindleClippings = (
  { links, marks }: SavingAccount,
  options: { readonly language?: ClippingLanguage; readonly offset?: number } = {}
): string => {
  const { language = "en", offset = 0 } = options
  return marks
    .toSorted((one, other) => one.at - other.at || Number(one.id) - Number(other.id))
    .map(({ at, id, link, note, text }) => {
      const title = links.find((one) => one.id === link)!.title
      const from = Number(id) * 10
      const common = {
        heading: `\ufeff${title} (Vale, Ina)`,
        place: { page: Number(id), from, to: from + 2 },
        language
      }
      const wall = at + offset
      const after = note === "" ? "" : clippingOf({ ...common, kind: "note", wall: wall + 30, text: note })
      return clippingOf({ ...common, kind: "highlight", wall, text }) + after
    })
    .join("")
}
