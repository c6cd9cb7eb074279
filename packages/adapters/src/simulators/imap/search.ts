import { searchMatches } from "../google/gmailApi.js"
import type { StoredMail } from "../mails/mailbox.js"
import { inSet, textOf, type Token } from "./protocol.js"

/** A mail and its number. */
export interface Numbered {
  readonly uid: number
  readonly mail: StoredMail
}

type Test = (one: Numbered) => boolean

const header = ({ mail }: Numbered, name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(mail.raw)?.[1]?.toLowerCase() ?? ""

/** Reads one search key (RFC 3501 §6.4.4) and says how many words it took. */
const key = (words: ReadonlyArray<Token>, at: number, largest: number): readonly [Test, number] => {
  const word = words[at]
  if (typeof word !== "string") return [all(word ?? [], largest), 1]
  const given = textOf(words[at + 1])
  switch (word.toUpperCase()) {
    case "ALL": return [() => true, 1]
    case "UID": return [({ uid }) => inSet(given, uid, largest), 2]
    case "FROM": return [(one) => header(one, "from").includes(given.toLowerCase()), 2]
    case "SUBJECT": return [({ mail }) => mail.subject.toLowerCase().includes(given.toLowerCase()), 2]
    case "BEFORE": return [({ mail }) => mail.at < Date.parse(`${given} UTC`), 2]
    case "SINCE": return [({ mail }) => mail.at >= Date.parse(`${given} UTC`), 2]
    case "X-GM-RAW": return [({ mail }) => searchMatches(given, mail), 2]
    case "NOT": {
      const [test, length] = key(words, at + 1, largest)
      return [(one) => !test(one), length + 1]
    }
    case "OR": {
      const [first, one] = key(words, at + 1, largest)
      const [second, two] = key(words, at + 1 + one, largest)
      return [(mail) => first(mail) || second(mail), 1 + one + two]
    }
    default: return [({ uid }) => /^[\d:*,]+$/.test(word) ? inSet(word, uid, largest) : true, 1]
  }
}

const all = (words: ReadonlyArray<Token>, largest: number): Test => {
  const tests: Array<Test> = []
  for (let at = 0; at < words.length;) {
    const [test, length] = key(words, at, largest)
    tests.push(test)
    at += length
  }
  return (one) => tests.every((test) => test(one))
}

/** Numbers of the mails that fit every key. */
export const search = (words: ReadonlyArray<Token>, mails: ReadonlyArray<Numbered>): ReadonlyArray<number> => {
  const isCharset = textOf(words[0]).toUpperCase() === "CHARSET"
  const test = all(words.slice(isCharset ? 2 : 0), mails.at(-1)?.uid ?? 0)
  return mails.filter(test).map(({ uid }) => uid)
}
