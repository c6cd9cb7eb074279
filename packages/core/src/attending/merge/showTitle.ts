/** Words of names in lower case, next to capitalised ones. */
const small = new Set("a an and the of to on in is & de la le les der die das und du el los y il".split(" "))

/** What may stand behind the word for a kind: `Comedy night`, `Opera with Anna`, `Ballet at the Moore`. */
const behind =
  /^(?:(?:night|show|evening|matin[ée]e|gala|performance|special|live|open mic|abend|vorstellung|soirée|spectacle)s?)?(?:(?:^|\s)(?:with|w\/|at|@|by|feat\.?|and|&|mit|im|avec|au|à)\s.*)?$/iu

/** Verbs of those who help: `Paint flats for the musical`. */
const verbs =
  "print copy sew paint drive drop sell bring pick help build make run set clean call email ask check plan send sign pack move fix practise practice learn prepare organise organize host serve design write take bake cook order book cancel"
/** `Paint Your Wagon` is a show, `Paint flats` and `Drive Zoe to` are not. */
const task = new RegExp(
  `^(?:${verbs
    .split(" ")
    .map((verb) => `[${verb[0]!.toUpperCase()}${verb[0]!}]${verb.slice(1)}`)
    .join("|")})\\s(?:\\p{Ll}|\\p{Lu}\\S*\\s(?:at|to|from)\\b)`,
  "u"
)

const isName = (word: string): boolean => /^[\p{Lu}\p{N}¡¿]/u.test(word) || small.has(word)

const isShowPhrase = (phrase: string, word: string): boolean => {
  const match = new RegExp(`(?<![\\p{L}])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}])`, "iu").exec(phrase)
  if (match === null || task.test(phrase)) return false
  const before = phrase.slice(0, match.index).trim()
  const after = phrase.slice(match.index + match[0].length).trim()
  const isPerson = /^comedians?$/i.test(match[0]) && after !== "" && after.split(" ").every(isName)
  return (before === "" || before.split(/\s+/).every(isName)) && (behind.test(after) || isPerson)
}

/**
 * Whether a title has the form of a show's name with a word for its kind: `Opera: Tosca`, `Wicked (musical)`, `Six the
 * Musical`, `The Nutcracker with Grandma`. Those who make a show or help write what they do: `Musical cast photos`.
 */
export const namesShow = (title: string, words: ReadonlyArray<string>): boolean => {
  const phrases = title.split(/\s*[:：|–—(),]\s*|\s-\s/).filter((phrase) => phrase.trim() !== "")
  // `Ballet (Emma)` is the lesson of a child.
  const isOfPerson =
    /^\p{L}[\p{L}-]*\s\(\p{Lu}\p{L}*\)$/u.test(title.trim()) && words.some((word) => startsWith(title, word))
  return (
    !isOfPerson &&
    !phrases.some((phrase) => task.test(phrase)) &&
    phrases.some((phrase) => words.some((word) => isShowPhrase(phrase, word)))
  )
}

const startsWith = (title: string, word: string): boolean => title.toLowerCase().startsWith(`${word.toLowerCase()} (`)
