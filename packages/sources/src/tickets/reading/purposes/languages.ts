import { dutch } from "./dutch.js"
import { english } from "./english.js"
import { french } from "./french.js"
import { german } from "./german.js"
import { italian } from "./italian.js"
import { japanese } from "./japanese.js"
import type { LanguagePhrases } from "./phrases.js"
import { portuguese } from "./portuguese.js"
import { spanish } from "./spanish.js"

const languages: ReadonlyArray<LanguagePhrases> = [
  english,
  german,
  french,
  spanish,
  italian,
  dutch,
  portuguese,
  japanese
]

/** Frequent words of neighbouring languages that the parser does not read, and letters of other scripts. */
const unknownWords =
  /(?<![0-9A-Za-zÀ-ɏ])(?:och|för|din|dina|biljett(?:er)?|tack|antal|og|til|billett(?:er)?|takk|tak|ordre|bestilling|din(?:e)?|sinun|lippu|liput|kiitos|tilaus|paikka|się|zamówieni[ea]|bilety?|twoje|dziękujemy|miejsce|rząd|vstupenk[ay]|objednávk[ay]|děkujeme|místo|řada|vaše|jegy(?:ek)?|köszönjük|rendelés|helyszín|ve|için|bilet(?:ler)?|teşekkür(?:ler)?|sipariş|comanda|bilete|mulțumim|entrades|gràcies|el teu|ulaznic[ae]|narudžb[ae]|hvala|vstopnic[ae]|hvala)(?![0-9A-Za-zÀ-ɏ])/gi
const unknownLetters =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}]+/gu
const hanLetters = /\p{Script=Han}+/gu

const maxLines = 60
const maxLineLength = 200

const count = (text: string, pattern: RegExp): number =>
  text.match(new RegExp(pattern, pattern.flags.includes("g") ? pattern.flags : `${pattern.flags}g`))?.length ?? 0

/**
 * The known languages of a mail, best first: several when it mixes them. None when it is in another one. `lines` are
 * the subject and the text.
 */
export const languagesOf = (lines: ReadonlyArray<string>): ReadonlyArray<LanguagePhrases> => {
  const text = lines
    .slice(0, maxLines)
    .map((line) => line.slice(0, maxLineLength))
    .join("\n")
  const scores = languages
    .map((phrases) => ({ phrases, score: count(text, phrases.frequent) }))
    .toSorted((a, b) => b.score - a.score)
  const best = scores[0]!.score
  const hasKana = /[\u3040-\u30ff]/.test(text)
  const unknown = count(text, unknownWords) + count(text, unknownLetters) + (hasKana ? 0 : count(text, hanLetters))
  if (unknown > best) return []
  if (best === 0) return languages
  return scores.filter(({ score }) => score > 0 && score >= best / 2).map(({ phrases }) => phrases)
}
