import { searchMatches } from "../google/gmailApi.js"
import type { StoredMail } from "../mails/mailbox.js"

/** A word of a command: text, or a list in parentheses. */
export type Token = string | ReadonlyArray<Token>

/** Cuts commands out of bytes as they come (RFC 3501 §2.2): a line, with the literals in it. */
export const commandReader = (onCommand: (line: string) => void, onLiteral: () => void) => {
  let buffer = ""
  let line = ""
  let awaited = 0
  return (bytes: Buffer): void => {
    buffer += bytes.toString("latin1")
    for (;;) {
      if (awaited > 0) {
        if (buffer.length < awaited) return
        line += JSON.stringify(buffer.slice(0, awaited))
        buffer = buffer.slice(awaited)
        awaited = 0
      }
      const end = buffer.indexOf("\r\n")
      if (end === -1) return
      const part = buffer.slice(0, end)
      buffer = buffer.slice(end + 2)
      const [literal, size, isEager] = /\{(\d+)(\+)?\}$/.exec(part) ?? []
      if (literal === undefined || size === undefined) {
        onCommand(line + part)
        line = ""
        continue
      }
      line += part.slice(0, -literal.length)
      awaited = Number(size)
      if (isEager === undefined) onLiteral()
    }
  }
}

/** The words of a command: atoms, quoted strings, lists. */
export const tokens = (line: string): ReadonlyArray<Token> => {
  const stack: Array<Array<Token>> = [[]]
  for (const [, quoted, open, close, atom] of line.matchAll(/"((?:[^"\\]|\\.)*)"|(\()|(\))|([^\s()"]+)/g)) {
    if (open !== undefined) stack.push([])
    else if (close !== undefined) {
      const list = stack.pop() ?? []
      if (stack.length === 0) stack.push([])
      stack.at(-1)!.push(list)
    } else stack.at(-1)!.push(quoted?.replace(/\\(.)/g, "$1") ?? atom ?? "")
  }
  return stack[0] ?? []
}

export const textOf = (token: Token | undefined): string => (typeof token === "string" ? token : "")

/** True of a number that a set such as `1,4:9,12:*` holds; `*` is the largest there is. */
export const inSet = (set: string, number: number, largest: number): boolean =>
  set.split(",").some((part) => {
    const [from = 0, to = from] = part.split(":").map((end) => (end === "*" ? largest : Number(end)))
    return number >= Math.min(from, to) && number <= Math.max(from, to)
  })

/** A mail and its number. */
export interface Numbered {
  readonly uid: number
  readonly mail: StoredMail
}

type Test = (one: Numbered) => boolean

const header = ({ mail }: Numbered, name: string) =>
  new RegExp(`^${name}: (.*)$`, "im").exec(mail.raw)?.[1]?.toLowerCase() ?? ""

/** Reads one search key (RFC 3501 §6.4.4) and says how many words it took. */
const key = (words: ReadonlyArray<Token>, at: number, largest: number): readonly [Test, number] => {
  const word = words[at]
  if (typeof word !== "string") return [all(word ?? [], largest), 1]
  const criterion = textOf(words[at + 1])
  switch (word.toUpperCase()) {
    case "ALL":
      return [() => true, 1]
    case "UID":
      return [({ uid }) => inSet(criterion, uid, largest), 2]
    case "FROM":
      return [(one) => header(one, "from").includes(criterion.toLowerCase()), 2]
    case "SUBJECT":
      return [({ mail }) => mail.subject.toLowerCase().includes(criterion.toLowerCase()), 2]
    case "BEFORE":
      return [({ mail }) => mail.at < Date.parse(`${criterion} UTC`), 2]
    case "SINCE":
      return [({ mail }) => mail.at >= Date.parse(`${criterion} UTC`), 2]
    case "X-GM-RAW":
      return [({ mail }) => searchMatches(criterion, mail), 2]
    case "NOT": {
      const [test, length] = key(words, at + 1, largest)
      return [(one) => !test(one), length + 1]
    }
    case "OR": {
      const [first, one] = key(words, at + 1, largest)
      const [second, two] = key(words, at + 1 + one, largest)
      return [(mail) => first(mail) || second(mail), 1 + one + two]
    }
    default:
      return [({ uid }) => (/^[\d:*,]+$/.test(word) ? inSet(word, uid, largest) : true), 1]
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
