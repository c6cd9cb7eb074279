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

export const textOf = (token: Token | undefined): string => typeof token === "string" ? token : ""

/** True of a number that a set such as `1,4:9,12:*` holds; `*` is the largest there is. */
export const inSet = (set: string, number: number, largest: number): boolean =>
  set.split(",").some((part) => {
    const [from = 0, to = from] = part.split(":").map((end) => end === "*" ? largest : Number(end))
    return number >= Math.min(from, to) && number <= Math.max(from, to)
  })
