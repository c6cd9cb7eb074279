/**
 * The words that Netflix writes before or after a number, by what they count, in the languages of its profiles. A file
 * does not say its language, so all of them are tried.
 */

const wordsOf = (...lines: ReadonlyArray<string>): string => lines.join("|")

/** Words that name a season wherever they stand. */
const seasonWords = wordsOf(
  // English, and languages of the same words
  "season|series",
  // Romance: Spanish, Portuguese, Catalan, Galician, French, Italian, Romanian
  "temporadas?|s[eé]ries?|saison|stagione|sezonul|sezon",
  // Germanic: German, Dutch, Danish, Swedish, Norwegian, Icelandic
  "staffel|seizoen|sæson|säsong|sesong|þáttaröð|sería",
  // Slavic and Baltic: Polish, Czech, Slovak, Croatian, Slovene, Serbian, Russian, Ukrainian, Bulgarian
  "řada|rada|séria|sez[oó]na|sezonas|сезон|сезона",
  // Finnish, Estonian, Hungarian, Basque, Turkish, Greek
  "kausi|tuotantokausi|hooaeg|évad|denboraldia|σεζόν|κύκλος",
  // Hebrew, Arabic, Hindi, Indonesian, Malay, Vietnamese, Thai, Japanese, Korean
  "עונה|الموسم|موسم|सीज़न|सीज़न|musim|mùa|phần|ฤดูกาล|ซีซั่น|ซีซัน|シーズン|シリーズ|시즌"
)

/** Words of seasons that names of films have too. */
const partWords = wordsOf(
  "part|volume|vol\\.?|chapter|book",
  "parte|volumen|libro|livro|tomo|capítulo|capitolo|capítol|llibre|partie|livre|chapitre|tome|partea|cartea|volumul|capitolul",
  "teil|buch|band|kapitel|deel|boek|hoofdstuk|del|bok|bog|kapittel",
  "część|księga|rozdział|tom|část|kniha|svazek|kapitola|časť|zväzok|dio|knjiga|poglavlje|svezak|часть|книга|том|глава|частина|част",
  "osa|kirja|luku|rész|könyv|kötet|fejezet|kısım|kitap|cilt|μέρος|βιβλίο|τόμος|κεφάλαιο",
  "חלק|ספר|כרך|الجزء|جزء|المجلد|الكتاب|भाग|bagian|bahagian|buku|jilid|bab|quyển|chương|ภาค|パート|파트|ボリューム|볼륨|チャプター|챕터"
)

/** Words that count episodes. */
const episodeWords = wordsOf(
  "episode|ep\\.?|episodi|episodio|episódio|épisode|episodul|folge|aflevering|avsnitt|afsnit|þáttur|episod",
  "odcinek|díl|diel|epizód|epizoda|epizóda|epizod|epizodas|serija|эпизод|серия|епізод|серія|епизод|епизода",
  "jakso|bölüm|επεισόδιο|atala|פרק|الحلقة|حلقة|एपिसोड|tập|ตอนที่|ตอน|エピソード|에피소드"
)
/**
 * Words that count episodes in Latin America and Spain if they stand behind the title. Alone they are a title: chapters
 * may count on over the seasons.
 */
const chapterWords = "capítulo|capitulo|capítol"

/** Seasons of shows that have one: `Limited Series`. */
const singleWords = wordsOf(
  "limited series|mini[- ]?series?|collection",
  "miniserie limitada|s[eé]rie limitada|s[eé]rie limitée|mini[- ]?s[eé]rie|miniss[eé]rie|serie limitata|miniserial|colección|coleção|collezione",
  "limitierte serie|beperkte serie|kollektion|collectie|begränsad serie|begrænset serie|begrenset serie",
  "limitovaná s[eé]rie|miniserija|miniserial|мини-?сериал|мінісеріал|minisarja|minisorozat|mini dizi|μίνι σειρά|σειρά μικρού μήκους",
  "リミテッドシリーズ|リミテッド・シリーズ|ミニシリーズ|리미티드 시리즈|미니시리즈|限定剧集|限定影集|迷你剧|迷你劇|迷你影集"
)

/** Behind a number: `2.ª`, `1.`, `3rd`, `2e`, `1-я`, `1ος`, in compatibility form. */
const ordinal = "[.:-]?[\\p{L}°]{0,4}\\.?"
/** Chinese, Japanese and Korean counters stand behind their number. */
const seasonCounters = "季|期|シーズン|部|部分|章|巻|卷|시즌|부"
const episodeCounters = "話|话|集|回|화|회"

/** The number in a text that is a word and a number, in either order. `rest` may follow, also `more` a number. */
const countPatterns = (words: string, counters: string, rest = "", more = rest): ReadonlyArray<RegExp> => [
  new RegExp(`^(?:${words})\\s*(?:n[o°.]{1,2}\\s*)?(\\d{1,5})${more}$`, "iu"),
  new RegExp(`^(\\d{1,5})${ordinal}\\s*(?:${words})${rest}$`, "iu"),
  new RegExp(`^第?\\s*(\\d{1,5}|[一二三四五六七八九十]{1,3})\\s*(?:${counters})${rest}$`, "u")
]

const cjkDigits = "一二三四五六七八九"

/** The value of digits, or of Chinese numerals below 100. */
const valueOf = (digits: string): number => {
  if (/^\d/.test(digits)) return Number(digits)
  const [, tens = "", ones = ""] = /^(.?十)?(.?)$/u.exec(digits) ?? []
  const one = (text: string) => cjkDigits.indexOf(text) + 1
  return (tens === "" ? 0 : tens === "十" ? 10 : one(tens[0]!) * 10) + (ones === "" ? 0 : one(ones))
}

const numberIn = (patterns: ReadonlyArray<RegExp>) => (text: string) => {
  const plain = text.normalize("NFKC").trim()
  for (const pattern of patterns) {
    const [, digits] = pattern.exec(plain) ?? []
    if (digits !== undefined) return valueOf(digits)
  }
  return null
}

/** The number of a season in a part of a title: `Season 2`, `2.ª temporada`, `第 2 季`, `Staffel 2 – Neuanfang`. */
export const seasonIn = numberIn(countPatterns(seasonWords, seasonCounters, "(?:\\s*[-–—,(].*)?", "(?:[-–—,(\\s].*)?"))
/** As `seasonIn`, for words that names of films have too: `Volume 2`, `2. část`. */
export const partIn = numberIn(countPatterns(partWords, seasonCounters))
/** The number of an episode that is its only name: `Episode 5`, `Aflevering 4`, `1. díl`. */
export const episodeIn = numberIn(countPatterns(episodeWords, episodeCounters))
/** The number of an episode in the brackets behind its title: also `Capítulo 3`. */
export const bracketedEpisodeIn = numberIn(countPatterns(wordsOf(episodeWords, chapterWords), episodeCounters))

const single = new RegExp(`^(?:${singleWords})$`, "iu")

/** Whether a part of a title says that the show has one season. */
export const isSingleSeason = (text: string): boolean => single.test(text.normalize("NFKC").trim())
