/** What a clipping is. */
export type ClippingKind = "highlight" | "note" | "bookmark"

/**
 * The words for the kinds of clippings, by the language of the device: English, German, French, Spanish, Italian,
 * Portuguese, Dutch, Russian, Chinese and Japanese. In lower case, without accents.
 */
const words: Readonly<Record<ClippingKind, ReadonlyArray<string>>> = {
  highlight: [
    ...[
      "highlight",
      "markierung",
      "surlignement",
      "surlignage",
      "subrayado",
      "evidenziazione",
      "destaque",
      "markering"
    ],
    ...["underline", "unterstreichung", "soulignement", "sottolineatura", "sublinhado", "onderstreping"],
    ...["выделенныи", "标注", "標註", "ハイライト"]
  ],
  note: ["note", "notiz", "nota", "notitie", "заметка", "笔记", "筆記", "メモ"],
  bookmark: [
    ...["bookmark", "lesezeichen", "signet", "marcador", "segnalibro", "bladwijzer", "закладка"],
    ...["书签", "書籤", "ブックマーク"]
  ]
}

/** A text in lower case without accents, by which words are compared. */
export const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()

const isLetter = /[\p{L}\p{M}]/u

/** Whether a word is in a text, and not a part of another one. Chinese and Japanese have no spaces. */
const hasWord = (text: string, word: string): boolean => {
  const at = text.indexOf(word)
  if (at === -1) return false
  if (!/[a-z\u0400-\u04ff]/.test(word)) return true
  return !isLetter.test(text[at - 1] ?? " ") && !isLetter.test(text[at + word.length] ?? " ")
}

/** The kind that a line names; null in an unknown language. */
export const kindIn = (line: string): ClippingKind | null => {
  const text = folded(line)
  const kinds = ["highlight", "note", "bookmark"] as const
  return kinds.find((kind) => words[kind].some((word) => hasWord(text, word))) ?? null
}

const pages = ["page", "seite", "pagina", "страница", "странице", "страницы", "页", "頁", "ページ"]

/** Whether a line names a page. */
export const namesPage = (line: string): boolean => {
  const text = folded(line)
  return pages.some((word) => hasWord(text, word))
}

/** Languages of devices that write a date with the name of the month. */
const dateLanguages = ["en", "de", "fr", "es", "it", "pt", "nl", "ru", "pl", "sv", "da", "nb", "fi", "cs", "tr"]

/** Numbers of months from 0, by their names as in a date, folded. */
export const months: ReadonlyMap<string, number> = new Map(
  dateLanguages.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, {
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "UTC"
    })
    return Array.from({ length: 12 }, (_, month) => {
      const name = format.formatToParts(Date.UTC(2024, month, 15)).find(({ type }) => type === "month")
      return [folded(name?.value ?? ""), month] as const
    })
  })
)
